import { parse } from '../json/parse.ts';
import { elementSpans } from '../json/parts.ts';
import type { TextSpan } from '../json/reader.ts';
import { createValueScanner } from '../json/value-scanner.ts';
import { classify } from '../spec/envelope.ts';
import { isClientOnly } from '../spec/methods.ts';

/** A JSON value and the place of its text. */
export interface Recovered extends TextSpan {
  readonly value: unknown;
}

/**
 * Bytes, or characters, of the longest text that is searched for messages; a longer one is a message as a whole, or not
 * at all.
 */
export const SEARCHED = 16 * 1024 * 1024;
/** How often the search of a line goes on after something that only looked like JSON, and the characters it may read. */
const MAX_FALSE_STARTS = 32;
const MAX_FALSE_TEXT = SEARCHED;
/**
 * The messages in a text that is not JSON as a whole: several in a row, or with other text around them (`alone` is
 * false). With other text, only messages that a server can send are used: a line `received {"method":"tools/list"…`
 * is a log of what we sent, and answering it would make things worse.
 */
export function messagesIn(text: string): { readonly spans: readonly Recovered[]; readonly alone: boolean } {
  const spans: Recovered[] = [];
  let falseStarts = 0;
  let falseText = 0;
  if (text.length > SEARCHED) return { spans, alone: false };
  for (let start = text.indexOf('{'); start >= 0; ) {
    const scanned = createValueScanner()(text, start);
    if (scanned.kind === 'open') break;
    const value = scanned.kind === 'whole' ? parse(text.slice(start, scanned.end)) : undefined;
    if (scanned.kind === 'bad' || value === undefined) {
      falseStarts++;
      falseText += (scanned.kind === 'bad' ? scanned.at : scanned.end) - start;
      if (falseStarts > MAX_FALSE_STARTS || falseText > MAX_FALSE_TEXT) break;
      start = text.indexOf('{', start + 1);
    } else {
      if (isMarked(value)) spans.push({ start, end: scanned.end, value });
      start = text.indexOf('{', scanned.end);
    }
  }
  if (outside(text, spans).trim() === '') return { spans, alone: true };
  return { spans: spans.filter(({ value }) => !isFromClient(value)), alone: false };
}

/** Whether bytes are one or more whole messages already. */
export function isWhole(bytes: Buffer): boolean {
  const text = bytes.toString().trim();
  return parse(text) !== undefined || messagesIn(text).spans.at(-1)?.end === text.length;
}

/** A value with its text, the text before it, and for the last one the text after it. */
export interface Slice {
  readonly before: string;
  readonly core: string;
  readonly after: string;
  readonly value: unknown;
}

/** Cuts a text so that each of the values in it gets the text before it, and the last one what follows. */
export function slicesOf(text: string, spans: readonly Recovered[]): readonly Slice[] {
  let from = 0;
  return spans.map(({ start, end, value }, at) => {
    const before = text.slice(from, start);
    from = end;
    const after = at === spans.length - 1 ? text.slice(end) : '';
    return { before, core: text.slice(start, end), after, value };
  });
}

/** The elements of an array with their places in its text. */
export const elementsOf = (text: string, values: readonly unknown[]): Recovered[] =>
  (elementSpans(text) ?? []).map((span, at) => ({ ...span, value: values[at] }));

/** The text outside the spans. */
function outside(text: string, spans: readonly Recovered[]): string {
  let from = 0;
  let rest = '';
  for (const { start, end } of spans) {
    rest += text.slice(from, start);
    from = end;
  }
  return rest + text.slice(from);
}

/** Whether a value is marked as JSON-RPC: amid other text, `{"method":"GET"}` is likely a log. */
export function isMarked(value: unknown): boolean {
  return classify(value).kind !== 'none' && (value as Record<string, unknown>)['jsonrpc'] !== undefined;
}

/** Whether only a client sends this message. */
export function isFromClient(value: unknown): boolean {
  const envelope = classify(value);
  return (envelope.kind === 'request' || envelope.kind === 'notification') && isClientOnly(envelope.method);
}
