import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { cut, pad } from '../../../text/cut.ts';
import { clock } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { width, width as widthOf } from '../../../text/width.ts';
import { isRevealed, type Lines, useLines } from '../../kit/log/lines.ts';
import { logWindow, selectedSeq } from '../../kit/log/state.ts';
import { Pane } from '../../kit/pane.tsx';
import { Rows } from '../../kit/rows.tsx';
import { SheetPane } from '../../kit/sheet/pane.tsx';
import { Split } from '../../kit/split.tsx';
import { type Area, inner, type ViewProps } from '../../world/layout.ts';
import { type Meaning, type Theme, useTheme } from '../../world/theme.ts';
import { paneName, type Ui } from '../../world/ui.ts';
import { useLogTick, useSession, useUi, useWorld } from '../../world/world.ts';
import { logLevelWords } from './log-level.ts';
import { outputSheet } from './sheet.ts';
import { outputFound, outputLine } from './state.ts';

/** The Output screen: the server's stderr and its log messages in the order of the wire, and the selected line whole. */
export function OutputView({ panes }: ViewProps): ReactNode {
  return (
    <Split
      panes={panes}
      list={(area) => <LogPane area={area} />}
      detail={(area) => <LinePane area={area} />}
    />
  );
}

const logUi = (ui: Ui): Ui['output'] => ui.output;
const chosenLevel = (ui: Ui): Ui['logLevel'] => ui.logLevel;
const printedLines = (ui: Ui): Ui['printed'] => ui.printed;
const listFocused = (ui: Ui): boolean => ui.focus.output === 'list';

const LogPane = memo(function LogPane({ area }: { readonly area: Area }): ReactNode {
  useLogTick();
  const theme = useTheme();
  const { host, extents } = useWorld();
  const log = useUi(logUi);
  const focused = useUi(listFocused);
  const { seqs, left } = useFound(log.filter);
  const printed = useUi(printedLines);
  const chosen = useUi(chosenLevel);
  const lines = useLines();
  const { width, height: room } = inner(area);
  const below = printed.slice(0, Math.max(0, room - 3));
  const height = room - below.length;
  const { from, to, place, fresh } = logWindow(log, seqs, height);
  useLayoutEffect(() =>
    extents.set(paneName('output', 'list'), { rows: seqs.length, height, selected: place - from }),
  );
  const rows = Array.from({ length: to - from }, (_, at) => {
    const seq = seqs.at(from + at);
    return { key: seq, text: outputRow(lines, seq, width, from + at === place, theme) };
  });
  const { bullet } = theme.glyphs;
  const moving = log.follow ? 'following' : `paused ${bullet} ${fresh} new`;
  const level = useSession(useCallback((state) => logLevelWords(state, chosen), [chosen]));
  const count = log.filter === '' ? '' : `${seqs.length} of ${host.log.output.length}`;
  const title = log.filter === '' ? 'Output' : `Output /${visible(log.filter)}`;
  const told = [level === '' ? '' : `level ${level}`, count, moving].filter((words) => words !== '');
  return (
    <Pane
      area={area}
      title={title}
      right={
        left > 0
          ? `searching ${bullet} ${left} left`
          : lastWords(told, ` ${bullet} `, area.width - widthOf(title) - FRAME)
      }
      focused={focused}
    >
      <Rows rows={rows.length > 0 ? rows : [{ key: 'empty', text: cut(emptyWord(log.filter), width) }]} />
      <Rows rows={below.map((text, at) => ({ key: at, text: printedRow(text, width, theme) }))} />
    </Pane>
  );
});

/** Cells of a border with its corners, and of the word about the focus. */
const FRAME = 16;

/** What has room in so many cells, left out from the front; never the last. */
function lastWords(words: readonly string[], gap: string, cells: number): string {
  const text = words.join(gap);
  return words.length < 2 || widthOf(text) <= cells ? text : lastWords(words.slice(1), gap, cells);
}

const emptyWord = (filter: string): string =>
  filter === ''
    ? 'Nothing yet: stderr, log messages and HTTP exchanges of the server appear here.'
    : 'nothing matches';

/** What the filter leaves; a long log is searched in slices, one after the other. */
function useFound(filter: string): ReturnType<typeof outputFound> {
  const { host, schedule } = useWorld();
  const [, again] = useState(0);
  const found = outputFound(host, filter);
  const { left } = found;
  useEffect(
    () => (left > 0 ? schedule(0, () => again((slices) => slices + 1)) : undefined),
    [left, schedule],
  );
  return found;
}

const LinePane = memo(function LinePane({ area }: { readonly area: Area }): ReactNode {
  useLogTick();
  const { host } = useWorld();
  const log = useUi(logUi);
  const focused = useUi(listFocused);
  const revealed = useUi(isRevealed);
  const theme = useTheme();
  const lines = useLines();
  const seq = selectedSeq(log, outputFound(host, log.filter).seqs);
  const sheet = seq === undefined ? undefined : outputSheet(host, seq, revealed);
  if (seq === undefined || sheet === undefined) return <Pane area={area} title="Line" focused={!focused} />;
  const name = paneName('output', 'detail');
  return (
    <SheetPane
      area={area}
      name={name}
      sheet={sheet}
      title={lineTitle(lines, seq, theme)}
      focused={!focused}
    />
  );
});

/** What the levels of RFC 5424 mean here; the word itself always stands beside the colour. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['stderr', 'dim'],
  ['debug', 'dim'],
  ['notice', 'ok'],
  ['warning', 'finding'],
  ['error', 'error'],
  ['critical', 'error'],
  ['alert', 'error'],
  ['emergency', 'error'],
]);

function meaningOf(level: string): Meaning | undefined {
  if (/^http (?:[45]|fail)/.test(level)) return 'error';
  return level.startsWith('http') ? 'dim' : MEANINGS.get(level);
}

/** As much as the longest needs in every window: the status of an exchange is its end, and must not be cut. */
const LEVEL_CELLS = 9;

/**
 * The line with this seq as a row of exactly `cells`: mark, time, level, finding, logger and text. In a narrow row
 * the milliseconds go first, then the time.
 */
export function outputRow(lines: Lines, seq: number, cells: number, selected: boolean, theme: Theme): string {
  const { paint, glyphs } = theme;
  const row = lines.log.row(seq);
  const line = outputLine(lines, seq);
  const said = clock(new Date(lines.started + (row?.t ?? 0)));
  const time = cells >= 90 ? `${said}  ` : cells >= 50 ? `${said.slice(0, 8)}  ` : '';
  const level = pad(visible(line.level), LEVEL_CELLS);
  const mark = selected ? glyphs.selected : ' ';
  const sign = row?.finding ? glyphs.finding : ' ';
  const room = Math.max(0, cells - 2 - width(time) - width(level) - 3);
  const logger = line.logger === '' ? '' : `${cut(visible(line.logger), Math.floor(room / 3))}  `;
  const text = pad(visible(line.text), Math.max(0, room - width(logger)));
  if (selected) return paint('selection', pad(`${mark} ${time}${level} ${sign} ${logger}${text}`, cells));
  const meaning = meaningOf(line.level);
  const painted = meaning === undefined ? level : paint(meaning, level);
  const told = meaning === 'error' || line.level === 'debug' ? paint(meaning ?? 'dim', text) : text;
  return `${mark} ${paint('dim', time)}${painted} ${paint('finding', sign)} ${paint('dim', logger)}${told}`;
}

/** Number, time, level and logger of a line, as visible text. */
export function lineTitle(lines: Lines, seq: number, { glyphs }: Theme): string {
  const { level, logger } = outputLine(lines, seq);
  const time = clock(new Date(lines.started + (lines.log.row(seq)?.t ?? 0)));
  const told = [`#${seq}`, time, level, logger].filter((text) => text !== '');
  return visible(told.join(` ${glyphs.bullet} `));
}

/** What this program itself printed, as a row below those of the server. */
export function printedRow(text: string, cells: number, { paint }: Theme): string {
  return `  ${paint('accent', 'mcp-loupe')} ${cut(visible(text), Math.max(0, cells - 12))}`;
}
