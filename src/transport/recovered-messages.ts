import { depthOf } from '../json/depth.ts';
import { classify } from '../spec/envelope.ts';
import { createExtent, stringEnd } from './extent.ts';

/** A JSON value and where its text stands. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
}

/** Bytes, or characters, of the longest text that is searched for messages; a longer one is a message, or none. */
export const SEARCHED = 16 * 1024 * 1024;
/** How often a line is searched anew after something that only looked like JSON, and characters that are read for it. */
const MAX_FALSE_STARTS = 32;
const MAX_FALSE_TEXT = SEARCHED;
/** A text that is longer is looked at before it is parsed: levels cost memory, and hostile texts have millions. */
const LONG = 1024 * 1024;
const MAX_LEVELS = 1_000_000;

const BEGINS_JSON = /^[ \t\r\n]*[[{"\-\dtfn]/;

/** `JSON.parse`, with undefined (which JSON cannot hold) for what is none. */
export function parse(text: string): unknown {
  // Errors are dear, and logs come by the thousand.
  if (!BEGINS_JSON.test(text)) return undefined;
  if (text.length > LONG && depthOf(text) > MAX_LEVELS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The messages in a text that as a whole is no JSON: several in a row, or with other text around them (`alone` is
 * false). Behind other text only what a server can mean to send is taken: a line `received {"method":"tools/list"…`
 * is a log of what we sent, and answering it would make things worse.
 */
export function messagesIn(text: string): { readonly spans: readonly Span[]; readonly alone: boolean } {
  const spans: Span[] = [];
  let falseStarts = 0;
  let falseText = 0;
  if (text.length > SEARCHED) return { spans, alone: false };
  for (let start = text.indexOf('{'); start >= 0; ) {
    const extent = createExtent()(text, start);
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
export function elementsOf(text: string, values: readonly unknown[]): Span[] {
  let from = text.indexOf('[') + 1;
  return values.map((value) => {
    const span = elementAt(text, from, value);
    from = span.end + 1;
    return span;
  });
}

/** The element that begins at or after an index of an array's text, which is known to be JSON. */
function elementAt(text: string, from: number, value: unknown): Span {
  const start = from + text.slice(from).search(/[^\s,]/);
  if (typeof value === 'string') return { start, end: stringEnd(text, start), value };
  if (typeof value !== 'object' || value === null) {
    return { start, end: start + text.slice(start).search(/[\s,\]]/), value };
  }
  const extent = createExtent()(text, start);
  return { start, end: extent.kind === 'whole' ? extent.end : text.length, value };
}

/** What is left of a text without the spans. */
function outside(text: string, spans: readonly Span[]): string {
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

/** Methods that only a client sends. */
export const CLIENTS =
  /^(?:initialize$|server\/|tools\/|resources\/|prompts\/|completion\/|logging\/|subscriptions\/|notifications\/(?:initialized|roots\/list_changed)$)/;

/** Whether only a client sends this message. */
export function isClients(value: unknown): boolean {
  const envelope = classify(value);
  return (envelope.kind === 'request' || envelope.kind === 'notification') && CLIENTS.test(envelope.method);
}
