import { memo, type ReactNode } from 'react';
import type { Host } from '../../../host/host.ts';
import { driver } from '../../../session/negotiation.ts';
import { phaseWord } from '../../../session/state.ts';
import { visible } from '../../../text/visible.ts';
import { type LogKind, LogPane, LogView, useClockOf, useLogNow } from '../../kit/log/pane.tsx';
import { type Found, type LogUi, selectedSeq } from '../../kit/log/state.ts';
import { Pane } from '../../kit/pane.tsx';
import { type PaintedRow, Rows } from '../../kit/rows.tsx';
import { type Area, inner, type ViewProps } from '../../world/layout.ts';
import { useTheme } from '../../world/theme.ts';
import { useLogTick, useWorld } from '../../world/world.ts';
import { parsedFilter } from './filtering.ts';
import { lineSheet } from './frame-sheet.ts';
import { markedRow, tieFor, trafficLine, trafficRow } from './row.ts';
import { allTraffic, SLICE, shownTraffic } from './state.ts';

/** The Traffic screen: the log, and the selected line with all that is known of it. */
export const TrafficView = ({ panes }: ViewProps): ReactNode => <LogView kind={traffic} panes={panes} />;

const traffic: LogKind = {
  screen: 'traffic',
  find: shownTraffic,
  slice: SLICE,
  List: memo(TrafficPane),
  detail: (lines, seq, look) => {
    const sheet = lineSheet(lines, seq, look);
    const isWhole = look.exchanges && lines.log.row(seq)?.kind === 'request';
    return sheet && { sheet, title: `${isWhole ? 'Exchange' : 'Message'} ${visible(lines.log.label(seq))}` };
  },
  nothing: 'Message',
};

function TrafficPane({ area }: { readonly area: Area }): ReactNode {
  const now = useLogNow(traffic);
  const { host, log, found, lines, theme, focused } = now;
  const { sessions } = useWorld();
  const tie = tieFor(host, selectedSeq(log, found.seqs), theme);
  const all = allTraffic(host, log);
  const hidden = all - found.seqs.length;
  const aside = hidden > 0 && area.width >= 76 ? ` ${theme.glyphs.bullet} ${hidden} hidden` : '';
  return (
    <LogPane
      area={area}
      screen="traffic"
      now={now}
      title={titleOf(log, found)}
      facts={[isWhole(log) ? '' : `${found.seqs.length} of ${all}${aside}`]}
      isOver={host.parts === undefined ? isOver(host) : host.parts.all.every((part) => isOver(part.host))}
      below={host.parts === undefined ? NOTHING : host.remarks().map(visible)}
      empty={emptyWord(log, found, host, sessions.get().all.length > 1)}
      row={({ seq, before, selected, cells }) => {
        const line = trafficLine(lines, seq, before, theme, log.exchanges);
        return line && markedRow(line, cells, { selected, focused, tie: tie(seq) }, theme);
      }}
    />
  );
}

const NOTHING: readonly string[] = [];

/** Nothing comes any more. */
const isOver = ({ store, reading }: Host): boolean =>
  phaseWord(store.state()) === 'recorded' && reading?.() === undefined;

const isWhole = ({ filter, findings }: LogUi): boolean => filter.trim() === '' && !findings;

function titleOf({ exchanges, findings, stderr }: LogUi, { filter }: Found): string {
  const kinds = `${exchanges ? ' by exchange' : ''}${findings ? ' ! findings' : ''}${stderr ? ' with stderr' : ''}`;
  return `Traffic${kinds}${filter === '' ? '' : ` /${visible(filter)}`}`;
}

function emptyWord(
  { filter, findings, saved }: LogUi,
  { left }: Found,
  { log, parts, store }: Host,
  several: boolean,
): string {
  if (left > 0) return 'searching';
  if (filter.trim() !== '') {
    const parsed = parsedFilter(filter, saved);
    const { with: label, sessions } = parsed !== undefined && 'filter' in parsed ? parsed.filter : {};
    if (sessions && parts === undefined)
      return several ? 'session: is for All, which alt+shift+0 shows' : 'there is only one session';
    return label === undefined || log.row(log.find(label) ?? 0) !== undefined
      ? 'nothing matches'
      : `there is no message ${visible(label.replace(/^(?=\d)/, '#'))}`;
  }
  if (findings) return 'no findings';
  return phaseWord(store.state()) === 'recorded' ? 'no messages' : 'no messages yet';
}

/** The newest exchanges, on every screen. One row high it has no border. */
export const Dock = memo(function Dock({ area }: { readonly area: Area }): ReactNode {
  useLogTick();
  const theme = useTheme();
  const { host } = useWorld();
  const bare = area.height < 3;
  const cells = bare ? area.width - 2 : inner(area).width;
  const count = bare ? area.height : inner(area).height;
  const { exchanges } = host.log;
  const from = Math.max(0, exchanges.length - count);
  useClockOf(host, exchanges, from, exchanges.length);
  const rows: PaintedRow[] = [];
  for (let place = from; place < exchanges.length; place++) {
    const seq = exchanges.at(place);
    const before = place > 0 ? exchanges.at(place - 1) : undefined;
    const line = trafficLine(host, seq, before, theme, true);
    const text = line === undefined ? '' : trafficRow(line, cells, false, theme);
    rows.push({ key: seq, text: bare ? ` ${text}` : text });
  }
  if (bare) return <Rows rows={rows.length === 0 ? [{ key: 0, text: '' }] : rows} />;
  const { server } = host.store.state();
  const client = driver(host.store.state());
  const sides =
    client === undefined
      ? ''
      : ` ${visible(client)} ${theme.glyphs.between} ${visible(server?.name ?? 'server')}`;
  return (
    <Pane area={area} title={`Traffic${sides}`} right="following">
      <Rows rows={rows} />
    </Pane>
  );
});
