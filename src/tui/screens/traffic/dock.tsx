import type { ReactNode } from 'react';
import { memo } from 'react';
import { useClockOf } from '../../kit/log/pane.tsx';
import { Pane } from '../../kit/pane.tsx';
import { type PaintedRow, Rows } from '../../kit/rows.tsx';
import { type Area, inner } from '../../world/layout.ts';
import { useTheme } from '../../world/theme.ts';
import { useLogTick, useWorld } from '../../world/world.ts';
import { trafficLine, trafficRow } from './row.ts';

/** The newest lines of the traffic, on every screen. One row high it has no border. */
export const Dock = memo(function Dock({ area }: { readonly area: Area }): ReactNode {
  useLogTick();
  const theme = useTheme();
  const { host } = useWorld();
  const bare = area.height < 3;
  const cells = bare ? area.width - 2 : inner(area).width;
  const count = bare ? area.height : inner(area).height;
  const { traffic } = host.log;
  const from = Math.max(0, traffic.length - count);
  useClockOf(host, traffic, from, traffic.length);
  const rows: PaintedRow[] = [];
  for (let place = from; place < traffic.length; place++) {
    const seq = traffic.at(place);
    const before = place > 0 ? traffic.at(place - 1) : undefined;
    const line = trafficLine(host, seq, before, theme);
    const text = line === undefined ? '' : trafficRow(line, cells, false, theme);
    rows.push({ key: seq, text: bare ? ` ${text}` : text });
  }
  if (bare) return <Rows rows={rows.length === 0 ? [{ key: 0, text: '' }] : rows} />;
  return (
    <Pane area={area} title="Traffic" right="following">
      <Rows rows={rows} />
    </Pane>
  );
});
