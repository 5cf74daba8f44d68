import type { ReactNode } from 'react';
import { memo, useEffect, useLayoutEffect, useState } from 'react';
import type { Log } from '../../../session/log/log.ts';
import { cut } from '../../../text/cut.ts';
import { visible } from '../../../text/visible.ts';
import { useClockOf } from '../../kit/log/clock-of.ts';
import { isRevealed, useLines } from '../../kit/log/lines.ts';
import { type LogUi, logWindow, selectedSeq } from '../../kit/log/state.ts';
import { Pane } from '../../kit/pane.tsx';
import { type PaintedRow, Rows } from '../../kit/rows.tsx';
import { SheetPane } from '../../kit/sheet/pane.tsx';
import { Split } from '../../kit/split.tsx';
import { type Area, inner, type ViewProps } from '../../world/layout.ts';
import { useTheme } from '../../world/theme.ts';
import { paneName, type Ui } from '../../world/ui.ts';
import { useLogTick, useUi, useWorld } from '../../world/world.ts';
import { rawName } from '../catalogue/entries.ts';
import { parsedFilter } from './filtering.ts';
import { frameSheet } from './frame-sheet.ts';
import { markedRow, tieFor, trafficLine } from './row.ts';
import { allTraffic, type Found, SLICE, shownTraffic } from './state.ts';

/** The Traffic screen: the log, and the selected line with all that is known of it. */
export function TrafficView({ panes }: ViewProps): ReactNode {
  return (
    <Split
      panes={panes}
      list={(area) => <LogPane area={area} />}
      detail={(area) => <FramePane area={area} />}
    />
  );
}

const logUi = (ui: Ui): LogUi => ui.traffic;
const isRaw = (ui: Ui): boolean => ui.raw.includes(rawName(ui, 'traffic'));
const listFocused = (ui: Ui): boolean => ui.focus.traffic === 'list';

const LogPane = memo(function LogPane({ area }: { readonly area: Area }): ReactNode {
  useLogTick();
  const theme = useTheme();
  const { host, extents } = useWorld();
  const log = useUi(logUi);
  const focused = useUi(listFocused);
  const { seqs, left, filter } = useShown(log);
  const lines = useLines();
  const { width, height } = inner(area);
  const { from, to, place, fresh } = logWindow(log, seqs, height);
  useLayoutEffect(() =>
    extents.set(paneName('traffic', 'list'), { rows: seqs.length, height, selected: place - from }),
  );
  useClockOf(seqs, from, to);
  const tie = tieFor(host, selectedSeq(log, seqs), theme);
  const rows: PaintedRow[] = [];
  for (let at = from; at < to; at++) {
    const seq = seqs.at(at);
    const line = trafficLine(lines, seq, at > 0 ? seqs.at(at - 1) : undefined, theme);
    if (line === undefined) continue;
    const standing = { selected: at === place, focused, tie: tie(seq) };
    rows.push({ key: seq, text: markedRow(line, width, standing, theme) });
  }
  const { bullet } = theme.glyphs;
  const all = allTraffic(host, log);
  const hidden = all - seqs.length;
  const aside = hidden > 0 && area.width >= 76 ? ` ${bullet} ${hidden} hidden` : '';
  const count = isWhole(log) ? '' : `${seqs.length} of ${all}${aside}`;
  // Nothing new comes in a recording.
  const isOver = host.connection === undefined && host.reading?.() === undefined;
  const moving = isOver ? '' : log.follow ? 'following' : `paused ${bullet} ${fresh} new`;
  const told = [count, moving].filter((text) => text !== '').join(` ${bullet} `);
  return (
    <Pane
      area={area}
      title={titleOf(log, filter)}
      right={left > 0 ? `${seqs.length} found ${bullet} ${left} left` : told}
      focused={focused}
    >
      <Rows
        rows={rows.length > 0 ? rows : [{ key: 'empty', text: cut(emptyWord(log, left, host.log), width) }]}
      />
    </Pane>
  );
});

const isWhole = ({ filter, findings }: LogUi): boolean => filter.trim() === '' && !findings;

function titleOf({ findings, stderr }: LogUi, filter: string): string {
  const kinds = `${findings ? ' ! findings' : ''}${stderr ? ' with stderr' : ''}`;
  return `Traffic${kinds}${filter === '' ? '' : ` /${visible(filter)}`}`;
}

function emptyWord({ filter, findings, saved }: LogUi, left: number, log: Log): string {
  if (left > 0) return 'searching';
  if (filter.trim() !== '') {
    const parsed = parsedFilter(filter, saved);
    const seq = parsed !== undefined && 'filter' in parsed ? parsed.filter.with : undefined;
    return seq === undefined || log.row(seq) !== undefined
      ? 'nothing matches'
      : `there is no message #${seq}`;
  }
  return findings ? 'nothing was found to be wrong' : 'nothing has crossed the wire yet';
}

/** The lines that are shown, which are searched for in slices so that no key waits. */
function useShown(log: LogUi): Found {
  const { host, schedule } = useWorld();
  const [slices, slice] = useState(0);
  const shown = shownTraffic(host, log, SLICE);
  const { left } = shown;
  useEffect(() => (left > 0 ? schedule(1, () => slice(slices + 1)) : undefined), [left, schedule, slices]);
  return shown;
}

const FramePane = memo(function FramePane({ area }: { readonly area: Area }): ReactNode {
  useLogTick();
  const { host } = useWorld();
  const log = useUi(logUi);
  const focused = useUi(listFocused);
  const name = paneName('traffic', 'detail');
  const raw = useUi(isRaw);
  const revealed = useUi(isRevealed);
  const seq = selectedSeq(log, shownTraffic(host, log).seqs);
  const sheet = seq === undefined ? undefined : frameSheet(host, seq, { raw, revealed });
  if (sheet === undefined) return <Pane area={area} title="Message" focused={!focused} />;
  return <SheetPane area={area} name={name} sheet={sheet} title={`Message #${seq}`} focused={!focused} />;
});
