import { memo, type ReactNode, useCallback } from 'react';
import { cut, pad } from '../../../text/cut.ts';
import { clockAt } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { width } from '../../../text/width.ts';
import { logLevelWords } from '../../kit/log/level.ts';
import { type LogKind, LogPane, LogView, useLogNow } from '../../kit/log/pane.tsx';
import type { LogLines } from '../../kit/log/state.ts';
import { type Area, inner, type ViewProps } from '../../world/layout.ts';
import type { Meaning, Theme } from '../../world/theme.ts';
import type { Ui } from '../../world/ui.ts';
import { useSession, useUi } from '../../world/world.ts';
import { outputSheet } from './sheet.ts';
import { outputFound, outputLine, SLICE } from './state.ts';

/** The Output screen: the server's stderr and its log messages in the order of the wire, and the selected line whole. */
export const OutputView = ({ panes }: ViewProps): ReactNode => <LogView kind={output} panes={panes} />;

const output: LogKind = {
  screen: 'output',
  find: outputFound,
  slice: SLICE,
  List: memo(OutputPane),
  detail: (lines, seq, { revealed }, theme) => {
    const sheet = outputSheet(lines, seq, revealed);
    return sheet && { sheet, title: lineTitle(lines, seq, theme) };
  },
  nothing: 'Line',
};

const chosenLevel = (ui: Ui): Ui['logLevel'] => ui.logLevel;
const printedLines = (ui: Ui): Ui['printed'] => ui.printed;

function OutputPane({ area }: { readonly area: Area }): ReactNode {
  const now = useLogNow(output);
  const { host, log, found, lines, theme } = now;
  const printed = useUi(printedLines);
  const chosen = useUi(chosenLevel);
  const level = useSession(useCallback((state) => logLevelWords(state, chosen), [chosen]));
  const count = log.filter === '' ? '' : `${found.seqs.length} of ${host.log.output.length}`;
  return (
    <LogPane
      area={area}
      screen="output"
      now={now}
      title={log.filter === '' ? 'Output' : `Output /${visible(log.filter)}`}
      facts={[count]}
      spare={level === '' ? '' : `level ${level}`}
      empty={
        log.filter === ''
          ? 'Nothing yet. stderr, log messages and HTTP exchanges appear here.'
          : 'nothing matches'
      }
      row={({ seq, selected, cells }) => outputRow(lines, seq, cells, selected, theme)}
      below={printed.map((text) => printedRow(text, inner(area).width, theme))}
    />
  );
}

/** What the levels of RFC 5424 mean here; the word itself always stands beside the colour. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['stderr', 'dim'],
  // Of the program whose log was opened.
  ['log', 'dim'],
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
export function outputRow(
  lines: LogLines,
  seq: number,
  cells: number,
  selected: boolean,
  theme: Theme,
): string {
  const { paint, glyphs } = theme;
  const row = lines.log.row(seq);
  const line = outputLine(lines, seq);
  const said = clockAt(lines.started, row?.t ?? 0);
  const time = said === '' ? '' : cells >= 90 ? `${said}  ` : cells >= 50 ? `${said.slice(0, 8)}  ` : '';
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
export function lineTitle(lines: LogLines, seq: number, { glyphs }: Theme): string {
  const { level, logger } = outputLine(lines, seq);
  const time = clockAt(lines.started, lines.log.row(seq)?.t ?? 0);
  const told = [`#${seq}`, time, level, logger].filter((text) => text !== '');
  return visible(told.join(` ${glyphs.bullet} `));
}

/** What this program itself printed, as a row below those of the server. */
export function printedRow(text: string, cells: number, { paint }: Theme): string {
  return `  ${paint('accent', 'mcp-loupe')} ${cut(visible(text), Math.max(0, cells - 12))}`;
}
