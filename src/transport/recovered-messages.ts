import { parse } from '../json/parse.ts';
import { elementSpans } from '../json/parts.ts';
import type { TextSpan } from '../json/span.ts';
import { createValueScanner } from '../json/value-scanner.ts';
import { classify } from '../spec/envelope.ts';
import { isClientOnly } from '../spec/methods.ts';

/** A JSON value and where its text stands. */
export interface Recovered extends TextSpan {
  readonly value: unknown;
}

/** Bytes, or characters, of the longest text that is searched for messages; a longer one is a message, or none. */
export const SEARCHED = 16 * 1024 * 1024;
/** How often a line is searched anew after something that only looked like JSON, and characters that are read for it. */
const MAX_FALSE_STARTS = 32;
const MAX_FALSE_TEXT = SEARCHED;
/**
 * The messages in a text that as a whole is no JSON: several in a row, or with other text around them (`alone` is
 * false). Behind other text only what a server can mean to send is taken: a line `received {"method":"tools/list"…`
 * is a log of what we sent, and answering it would make things worse.
 */
export function messagesIn(text: string): { readonly spans: readonly Recovered[]; readonly alone: boolean } {
  const spans: Recovered[] = [];
  let falseStarts = 0;
  let falseText = 0;
  if (text.length > SEARCHED) return { spans, alone: false };
  for (let start = text.indexOf('{'); start >= 0; ) {
    const extent = createValueScanner()(text, start);
    if (extent.kind === 'open') break;
    const value = extent.kind === 'whole' ? parse(text.slice(start, extent.end)) : undefined;
    if (extent.kind === 'bad' || value === undefined) {
      falseStarts++;
      falseText += (extent.kind === 'bad' ? extent.at : extent.end) - start;
      if (falseStarts > MAX_FALSE_STARTS || falseText > MAX_FALSE_TEXT) break;
      start = text.indexOf('{', start + 1);
    } else {
      if (isMarked(value)) spans.push({ start, end: extent.end, value });
      start = text.indexOf('{', extent.end);
    }
  }
  if (outside(text, spans).trim() === '') return { spans, alone: true };
  return { spans: spans.filter(({ value }) => !isClients(value)), alone: false };
}

/** Whether bytes that may go on are one or more whole messages already. */
export function isWhole(bytes: Buffer): boolean {
  const text = bytes.toString().trim();
  return parse(text) !== undefined || messagesIn(text).spans.at(-1)?.end === text.length;
}

/** The elements of an array with their places in its text. */
export const elementsOf = (text: string, values: readonly unknown[]): Recovered[] =>
  (elementSpans(text) ?? []).map((span, at) => ({ ...span, value: values[at] }));

/** What is left of a text without the spans. */
function outside(text: string, spans: readonly Recovered[]): string {
  let from = 0;
  let rest = '';
  for (const { start, end } of spans) {
    rest += text.slice(from, start);
    from = end;
  }
  return rest + text.slice(from);
}

/** Whether a value says of itself that it is JSON-RPC: amid other text, `{"method":"GET"}` is somebody's log. */
export function isMarked(value: unknown): boolean {
  return classify(value).kind !== 'none' && (value as Record<string, unknown>)['jsonrpc'] !== undefined;
}

/** Whether only a client sends this message. */
export function isClients(value: unknown): boolean {
  const envelope = classify(value);
  return (envelope.kind === 'request' || envelope.kind === 'notification') && isClientOnly(envelope.method);
}
