import type { Host } from '../../../host/host.ts';
import { compact } from '../../../json/compact.ts';
import { memberText } from '../../../json/parts.ts';
import type { Running, ServerRequest } from '../../../session/state.ts';
import { summaryOf } from '../../../session/summary.ts';
import { cut, pad } from '../../../text/cut.ts';
import { clock } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { width } from '../../../text/width.ts';
import type { LogLines } from '../../kit/log/state.ts';
import { elapsed } from '../../kit/running.ts';
import type { Glyphs, Meaning, Theme } from '../../world/theme.ts';
import { answerTo, type Standing, standing } from './log.ts';
import { KINDS, requestOf } from './request.ts';

/** How a row is looked at. */
interface Look {
  readonly selected: boolean;
  readonly focused: boolean;
}

const SIGNS: Readonly<Record<Standing['meaning'], keyof Glyphs>> = {
  ok: 'ok',
  error: 'error',
  failed: 'error',
  running: 'more',
};

/** What was asked with the frame of this seq as a row of exactly `cells`: mark, how it was answered, method and time. */
export function askedRow(lines: LogLines, seq: number, cells: number, look: Look, theme: Theme): string {
  const row = lines.log.row(seq);
  if (row === undefined) return ' '.repeat(cells);
  const { meaning } = standing(lines, { seq, answer: answerTo(lines.log, seq) });
  const method = row.method ?? '';
  const about = row.asks === true ? '' : lines.mask(questionIn(lines.log.head(seq, HEAD)));
  const what = row.asks === true ? `input for ${method}` : about === '' ? method : about;
  const time = clock(new Date(lines.started + row.t)).slice(0, 8);
  return inboxRow(
    { sign: theme.glyphs[SIGNS[meaning]], meaning, what: visible(what), time },
    cells,
    look,
    theme,
  );
}

/** The row below it, of exactly `cells`: what became of it, with what was answered. */
export function becameRow(lines: LogLines, seq: number, cells: number, theme: Theme): string {
  const answer = answerTo(lines.log, seq);
  const result = answer === undefined ? undefined : memberText(lines.log.text(answer) ?? '{}', 'result');
  const content = result?.startsWith('{') ? memberText(result, 'content') : undefined;
  const given = content?.startsWith('{') ? lines.mask(compact(content, GIVEN)) : '';
  const { words } = standing(lines, { seq, answer }, given);
  return secondRow(visible(words.charAt(0).toLowerCase() + words.slice(1)), cells, theme);
}

/** Characters of an answer in a row. */
const GIVEN = 200;

/** A row below another one, of exactly `cells`. */
export const secondRow = (text: string, cells: number, { paint }: Theme): string =>
  paint('dim', pad(`    ${cut(text, Math.max(0, cells - 4))}`, cells));

/** Cells of a row that has room for the kind of what is asked. */
const KIND = 44;

/** How much of a request is looked at for its question. */
const HEAD = 4096;

/** What the person was asked, from the beginning of the request; nothing where nobody was. */
function questionIn(head: string): string {
  const found = /"message"\s*:\s*("(?:[^"\\]|\\.){0,400}")/.exec(head)?.[1];
  return found === undefined ? '' : String(JSON.parse(found));
}

/** What waits as a row of exactly `cells`: mark, what kind it is and what for, and for how long it has waited. */
export function waitingRow(
  { log, mask, now }: Pick<Host, 'log' | 'mask' | 'now'>,
  asked: ServerRequest,
  cells: number,
  { isGiven, ...look }: Look & { readonly isGiven: boolean },
  theme: Theme,
): string {
  const request = requestOf(asked);
  const by = asked.for === undefined ? undefined : log.row(asked.for);
  const subject = by === undefined ? '' : summaryOf(by.method ?? '', log.head(by.seq, 2048));
  const about = visible(mask(request.message === '' ? subject : request.message).slice(0, 200));
  // A narrow list has room for what is asked and little else.
  const kind = about === '' || cells >= KIND ? KINDS[request.kind] : '';
  const what = [kind, about].filter((text) => text !== '').join('  ');
  const time = elapsed(now() - asked.since);
  const sign = isGiven ? theme.glyphs.ok : theme.glyphs.more;
  return inboxRow({ sign, meaning: isGiven ? 'ok' : 'running', what, time }, cells, look, theme);
}

/** Whose request the input is for; of a request of the server's own what runs meanwhile, as far as that is one call. */
export function forWords(
  { log, mask }: Pick<Host, 'log' | 'mask'>,
  asked: ServerRequest,
  running: readonly Running[],
): string {
  if (asked.for !== undefined) {
    const method = log.row(asked.for)?.method ?? '';
    return visible(mask(`requested by ${summaryOf(method, log.head(asked.for, 2048)) || method}`));
  }
  const calls = running.filter(({ by }) => by === 'user');
  const [only] = calls;
  if (only === undefined) return '';
  if (calls.length > 1) return `while ${calls.length} calls run`;
  return visible(mask(`requested by ${only.subject || only.method}`)).concat(' (running)');
}

interface Parts {
  readonly sign: string;
  readonly meaning: Meaning;
  readonly what: string;
  readonly time: string;
}

function inboxRow(
  { sign, meaning, what, time }: Parts,
  cells: number,
  { selected, focused }: Look,
  { glyphs, paint }: Theme,
): string {
  const room = Math.max(0, cells - 2 - 2 - width(time) - 1);
  const text = pad(cut(what, room), room);
  const mark = selected ? glyphs.selected : ' ';
  if (selected && focused) return paint('selection', `${mark} ${sign} ${text} ${time}`);
  return `${paint('accent', mark)} ${paint(meaning, sign)} ${text} ${paint('dim', time)}`;
}
