import { missingVariable } from '../../../session/start-failure.ts';
import type { SessionState } from '../../../session/state.ts';
import { cut } from '../../../text/cut.ts';
import { counted } from '../../../text/measure.ts';
import { quoteShell } from '../../../text/quote.ts';
import { visible } from '../../../text/visible.ts';
import { width } from '../../../text/width.ts';
import { wrap } from '../../../text/wrap.ts';
import type { Meaning, Theme } from '../../world/theme.ts';

/** What the process got of the environment, in a line. */
export function environmentWords({ target, process }: SessionState): string {
  if (target.transport !== 'stdio') return '';
  const all = Object.keys(target.env).length;
  const beyond = target.beyondClient.length;
  const given = target.given.length === 0 ? '' : ` · given: ${target.given.join(', ')}`;
  if (beyond === 0) return `${counted(all, 'variable')}${given}`;
  return process?.clean
    ? `${counted(all - beyond, 'variable')} · ${beyond} left out, as a desktop client does (C: restart with them)${given}`
    : `${counted(all, 'variable')} · ${beyond} a desktop client would not pass (C: restart without them)${given}`;
}

/** The names passed on, then those among them that a client would not have passed. */
export function environmentRows({ target, process }: SessionState, cells: number): Parts[] {
  if (target.transport !== 'stdio') return [];
  const beyond = new Set(target.beyondClient);
  const names = Object.keys(target.env).sort();
  const passed = names.filter((name) => !beyond.has(name));
  const note = process?.clean ? 'left out, as a desktop client does:' : 'a desktop client would not pass:';
  return [
    ...text(passed.join('  '), cells),
    ...(beyond.size === 0
      ? []
      : [
          [['dim', note]] as Parts,
          ...text([...beyond].sort().join('  '), cells).map((line): Parts => [['dim', plain(line)]]),
        ]),
  ];
}

/** The command to try where a server has ended and said that a variable is missing. */
export function variableAdvice(
  { phase, target, stderr, why }: SessionState,
  mask: (text: string) => string,
): string | undefined {
  if (target.transport !== 'stdio' || (phase !== 'failed' && phase !== 'closed')) return undefined;
  const name = missingVariable([...why, ...stderr]);
  if (name === undefined || name in target.env) return undefined;
  return `restart with: mcp-loupe -e ${name}=… ${mask(quoteShell([target.command, ...target.args]))}`;
}

/** A row in parts of one meaning each; no part holds anything but visible text. */
export type Parts = readonly (readonly [Meaning | undefined, string])[];

/** Cells of the labels of the Server screen. */
export const LABEL = 13;

/** Any text of the server's as rows. */
export const text = (value: string, cells: number): Parts[] =>
  value
    .split(/\r\n|\r|\n/)
    .flatMap((line) => wrap(visible(line), Math.max(1, cells)).map((part): Parts => [[undefined, part]]));

export const plain = (parts: Parts): string => parts.map(([, part]) => part).join('');

/** A value beside its label, wrapped; nothing for an empty one. */
export function labelled(label: string, value: string, cells: number, meaning?: Meaning): Parts[] {
  if (value === '') return [];
  return text(value, cells - LABEL).map(
    (line, at): Parts => [
      ['dim', (at === 0 ? label : '').padEnd(LABEL)],
      [meaning, plain(line)],
    ],
  );
}

/** Cuts a row to the cells it has and paints each part by its meaning. */
export function paintRow(parts: Parts, cells: number, theme: Theme): string {
  let room = cells;
  let row = '';
  for (const [meaning, part] of parts) {
    if (room <= 0) break;
    const shown = cut(part, room);
    room -= width(shown);
    row += meaning === undefined ? shown : theme.paint(meaning, shown);
  }
  return row;
}
