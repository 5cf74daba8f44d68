import { createParser } from 'eventsource-parser';
import { isObject, type JsonObject, textIn } from '../../json/shape.ts';
import { type EventFields, type HeaderLine, headerIn } from '../../session/frame.ts';
import type { Direction } from '../../spec/envelope.ts';

/** A part of a stream: an event, or what was sent over a WebSocket. */
export interface StreamPart {
  /** ms since 1970, where the archive says it. */
  readonly at?: number;
  readonly dir: Direction;
  readonly fields: EventFields;
  readonly data: string;
}

/** An entry of an HTTP archive, as far as it is read; times in ms since 1970. */
export interface ArchivedExchange {
  readonly method: string;
  readonly url: string;
  /** 0 where nothing was answered. */
  readonly status: number;
  /** When it was sent, when the answer began, and when that was over; NaN where the archive does not say. */
  readonly start: number;
  readonly first: number;
  readonly end: number;
  readonly sentHeaders: readonly HeaderLine[];
  readonly headers: readonly HeaderLine[];
  readonly sent?: string;
  /** The body of the answer, where it is no stream. */
  readonly body?: string;
  /** The same, where it is no text. */
  readonly base64?: string;
  readonly stream?: readonly StreamPart[];
  readonly isSocket: boolean;
  /** It is of an authorization: its bodies are no messages. */
  readonly isAuth?: true;
  /** Of what was no HTTP, as this program writes it: the session, and whose message it is. */
  readonly plain?: { readonly page: string; readonly from: Direction };
  /** Why there was no answer, or why it broke off. */
  readonly error?: string;
  /** What is not in the archive though it crossed the wire. */
  readonly missing?: 'sent' | 'body';
}

/** Reads an entry, whatever is in it. */
export function exchangeOf(entry: JsonObject): ArchivedExchange {
  const request = objectIn(entry, 'request');
  const response = objectIn(entry, 'response');
  const content = objectIn(response, 'content');
  const url = textIn(request, 'url') ?? '';
  const status = numberIn(response, 'status') ?? 0;
  const headers = headersIn(response);
  const type = headerIn(headers, 'content-type') ?? textIn(content, 'mimeType') ?? '';
  const sent = textOf(objectIn(request, 'postData'));
  const socket = socketParts(entry['_webSocketMessages']);
  const isText = /json|event-stream|^text\/|octet-stream|^$|unknown/i.test(type);
  const body = isText ? textOf(content) : undefined;
  const stream =
    socket ??
    eventParts(entry['_eventSourceMessages']) ??
    (isStream(type) && body !== undefined ? eventsIn(body) : undefined);
  const error = errorOf(status, response, entry);
  const missing = missingOf(request, content, sent, body ?? textIn(content, 'text') ?? stream);
  return {
    method: textIn(request, 'method') ?? '',
    url,
    status,
    ...(stream === undefined || sent !== undefined ? timesOf(entry) : atOnce(timesOf(entry))),
    sentHeaders: headersIn(request),
    headers,
    ...(sent === undefined ? {} : { sent }),
    ...(stream !== undefined ? { stream } : body === undefined ? binary(content) : { body }),
    isSocket: socket !== undefined,
    ...plainOf(entry, url),
    ...(error === undefined ? {} : { error }),
    ...(missing === undefined ? {} : { missing }),
  };
}

/** The entries of our own exports that were no HTTP: `mcp://stdio/tools/call/echo`. */
function plainOf(entry: JsonObject, url: string): Pick<ArchivedExchange, 'plain'> {
  if (!url.startsWith('mcp://')) return {};
  const from = entry['_direction'] === 's2c' ? 's2c' : 'c2s';
  return { plain: { page: textIn(entry, 'pageref') ?? '', from } };
}

/** ms, as those since 1970 are today: what is longer is a mistake. */
const LONGEST = 2e12;

const isStream = (type: string): boolean => /event-stream/i.test(type);

/**
 * In whole ms, where the archive says no more of when a request began: else an answer would come behind what followed on it.
 * `time` is the sum of the timings; those that do not apply are -1, and `ssl` is part of `connect`.
 */
function timesOf(entry: JsonObject): Pick<ArchivedExchange, 'start' | 'first' | 'end'> {
  const date = textIn(entry, 'startedDateTime') ?? '';
  const [, finer] = /\.\d{3}(\d+)/.exec(date) ?? [];
  const start = Date.parse(date) + (finer === undefined ? 0 : Number(`0.${finer}`));
  const exact = finer === undefined ? Math.floor : (ms: number) => ms;
  const timings = objectIn(entry, 'timings');
  const spent = (names: readonly string[]): number =>
    names
      .map((name) => numberIn(timings, name) ?? 0)
      .filter((ms) => ms > 0 && ms < LONGEST)
      .reduce((sum, ms) => sum + ms, 0);
  const before = spent(['blocked', 'dns', 'connect', 'send', 'wait']);
  const time = numberIn(entry, 'time') ?? -1;
  const took = time >= 0 && time < LONGEST ? time : before + spent(['receive']);
  return { start, first: start + exact(Math.min(before, took)), end: start + exact(took) };
}

/** A stream that is said to have begun when it was over began at once: what wrote that saw its end alone. */
const atOnce = (times: ReturnType<typeof timesOf>): ReturnType<typeof timesOf> =>
  times.first < times.end ? times : { ...times, first: times.start };

function errorOf(status: number, response: JsonObject, entry: JsonObject): string | undefined {
  const said = textIn(response, '_error') ?? textIn(entry, '_error') ?? textIn(response, 'comment');
  if (status !== 0) return undefined;
  return said === undefined || said === '' ? 'the archive holds no answer' : said;
}

function missingOf(
  request: JsonObject,
  content: JsonObject,
  sent: string | undefined,
  body: unknown,
): ArchivedExchange['missing'] {
  if (sent === undefined && (numberIn(request, 'bodySize') ?? 0) > 0) return 'sent';
  return body === undefined && (numberIn(content, 'size') ?? 0) > 0 ? 'body' : undefined;
}

/** A text that may be written in base64. */
function textOf(body: JsonObject): string | undefined {
  const text = textIn(body, 'text');
  return text !== undefined && body['encoding'] === 'base64' ? Buffer.from(text, 'base64').toString() : text;
}

function binary(content: JsonObject): Pick<ArchivedExchange, 'body' | 'base64'> {
  const text = textIn(content, 'text');
  if (text === undefined) return {};
  return content['encoding'] === 'base64' ? { base64: text } : { body: text };
}

function headersIn(message: JsonObject): readonly HeaderLine[] {
  return listIn(message['headers']).map((header) => [
    textIn(header, 'name') ?? '',
    textIn(header, 'value') ?? '',
  ]);
}

/** The events of a body ("Server-sent events" of the HTML standard, 9.2.6). */
function eventsIn(body: string): readonly StreamPart[] {
  const parts: StreamPart[] = [];
  const parser = createParser({
    onEvent({ id, event, data }) {
      const fields = { ...(id === undefined ? {} : { id }), ...(event === undefined ? {} : { event }) };
      parts.push({ dir: 's2c', fields, data });
    },
    onRetry: (retry) => parts.push({ dir: 's2c', fields: { retry }, data: '' }),
    onComment: (comment) => parts.push({ dir: 's2c', fields: { comment }, data: '' }),
  });
  parser.feed(body.endsWith('\n') ? `${body}\n` : `${body}\n\n`);
  return parts;
}

/** Chrome's own record of an event stream: `{"time": 1788249600.1, "eventName": "message", "eventId": "1", "data": "{…}"}`. */
function eventParts(events: unknown): readonly StreamPart[] | undefined {
  if (!Array.isArray(events) || events.length === 0) return undefined;
  return listIn(events).map((event) => {
    const name = textIn(event, 'eventName') ?? '';
    const id = textIn(event, 'eventId') ?? '';
    const fields = { ...(id === '' ? {} : { id }), ...(name === '' ? {} : { event: name }) };
    return { ...momentOf(event), dir: 's2c', fields, data: textIn(event, 'data') ?? '' };
  });
}

/** What browsers and proxies record of a WebSocket: `{"type": "send", "time": 1788249600.1, "opcode": 1, "data": "{…}"}`. */
function socketParts(messages: unknown): readonly StreamPart[] | undefined {
  if (!Array.isArray(messages)) return undefined;
  return listIn(messages)
    .filter(({ opcode = TEXT }) => opcode === TEXT || opcode === BINARY)
    .map((message) => {
      const data = textIn(message, 'data') ?? '';
      return {
        ...momentOf(message),
        dir: /^(?:send|sent|out|request|client)/i.test(textIn(message, 'type') ?? '') ? 'c2s' : 's2c',
        fields: {},
        data: message['opcode'] === BINARY ? Buffer.from(data, 'base64').toString() : data,
      };
    });
}

/** The kinds of frames that carry data (RFC 6455, 11.8). */
const TEXT = 1;
const BINARY = 2;

/** Times are in seconds, for which those in ms are too large. */
function momentOf(part: JsonObject): Pick<StreamPart, 'at'> {
  const time = numberIn(part, 'time');
  if (time === undefined || time <= 0 || time > 4 * LONGEST) return {};
  return { at: time > 1e11 ? time : time * 1000 };
}

const objectIn = (value: JsonObject, name: string): JsonObject => {
  const member = value[name];
  return isObject(member) ? member : {};
};
const listIn = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const numberIn = (value: JsonObject, name: string): number | undefined => {
  const member = value[name];
  return typeof member === 'number' && Number.isFinite(member) ? member : undefined;
};
