import { parse } from '../../json/parse.ts';
import { createReader, type TextSpan } from '../../json/reader.ts';
import { isObject, type JsonObject } from '../../json/shape.ts';
import { type HttpEntry, headerIn } from '../../session/frame.ts';
import { classify, type Direction } from '../../spec/envelope.ts';
import { type ArchivedExchange, exchangeOf, type StreamPart } from './har-entry.ts';
import type { ForeignKind, LogItem, LogOutput } from './kind.ts';
import { type Messages, messagesIn } from './messages.ts';

/**
 * An HTTP archive, as browsers and proxies save it (HAR 1.2):
 *
 *     {"log": {"version": "1.2", "creator": {…}, "entries": [
 *       {"startedDateTime": "2026-09-01T08:00:00.000Z", "time": 60,
 *        "request": {"method": "POST", "url": "https://mcp.example.com/mcp", "headers": […], "postData": {"text": "{…}"}},
 *        "response": {"status": 200, "headers": […], "content": {"mimeType": "application/json", "text": "{…}"}}}]}}
 */
export const har: ForeignKind = {
  tool: 'har',
  name: 'an HTTP archive (HAR)',
  form: 'document',
  servers: true,
  recognizes: ({ text }) =>
    /^\s*\{[^{}]{0,300}?"log"\s*:\s*\{/.test(text) && /"(?:entries|creator)"\s*:/.test(text),
  writer(beginning) {
    const [, about = ''] = /"creator"\s*:\s*(\{[^{}]*\})/.exec(beginning) ?? [];
    const creator = parse(about);
    if (!isObject(creator) || typeof creator['name'] !== 'string') return undefined;
    const { name, version } = creator;
    return { name, version: typeof version === 'string' ? version : '' };
  },
  read: (out) => ({ take: (text) => readArchive(text, out), end() {} }),
};

/** An entry of which nothing but its place is kept until it is known whether it belongs to a server. */
interface Passed extends TextSpan {
  readonly place: string;
  /** Of those that hold messages. */
  readonly exchange?: ArchivedExchange;
}

/** An archive holds all that a page loaded: what goes to no URL to which messages went is left out. */
function readArchive(text: string, out: LogOutput): void {
  const passed: Passed[] = [];
  const { isWhole } = walkEntries(text, (span) => {
    const entry = parse(text.slice(span.start, span.end));
    if (!isObject(entry)) return;
    const exchange = exchangeOf(entry);
    passed.push({ ...span, place: placeOf(exchange), ...(isSpoken(exchange) ? { exchange } : {}) });
  });
  const places = new Set(passed.filter(({ exchange }) => exchange !== undefined).map(({ place }) => place));
  const exchanges = passed
    .filter(({ place }) => places.has(place))
    .map(({ start, end, exchange }) => exchange ?? exchangeOf(parse(text.slice(start, end)) as JsonObject))
    .map(timedAfter(out));
  addExchanges(exchanges, connections(exchanges), out);
  if (exchanges.length === 0)
    out.assume(
      'frames',
      `none of the ${passed.length} exchanges in this archive holds a message of JSON-RPC`,
    );
  if (!isWhole) out.assume('text', 'the archive ends too early: what was saved up to there is shown');
}

/**
 * Adds all that exchanges over HTTP hold, in the order of time.
 *
 * @param connectionOf tells the connections apart
 */
export function addExchanges(
  exchanges: readonly ArchivedExchange[],
  connectionOf: (exchange: ArchivedExchange) => string,
  out: LogOutput,
): void {
  const items = exchanges.flatMap(itemsWith(connectionOf, answerTimes(exchanges), out));
  for (const item of items.sort((one, other) => one.at - other.at)) out.add(item);
}

/** An exchange without a time is taken for one that went on when the one before it began. */
function timedAfter(out: LogOutput): (exchange: ArchivedExchange) => ArchivedExchange {
  let last = 0;
  return (exchange) => {
    if (!Number.isNaN(exchange.start)) last = exchange.start;
    else out.assume('time', 'some exchanges have no time: they are shown with that of the one before');
    return Number.isNaN(exchange.start) ? { ...exchange, start: last, first: last, end: last } : exchange;
  };
}

/** Calls back with the place of each entry; false when the text ends, or is no JSON, before the archive does. */
function walkEntries(text: string, each: (span: TextSpan) => void): { readonly isWhole: boolean } {
  const reader = createReader(text);
  let isInside = false;
  let start = 0;
  for (;;) {
    const event = reader.next();
    if (event === 'end' || event === 'error') return { isWhole: event === 'end' };
    if (event === 'value' || reader.depth < 2 || reader.depth > 3) continue;
    if (reader.depth === 2)
      isInside = event === 'open' && text.slice(reader.keyStart, reader.keyEnd) === '"entries"';
    else if (isInside && event === 'open') start = reader.start;
    else if (isInside) each({ start, end: reader.end });
  }
}

/** Whether messages went to and fro in an exchange. Others use JSON with ids, too: one must say that it is JSON-RPC. */
function isSpoken({ sent, body, stream = [] }: ArchivedExchange): boolean {
  return [sent, body, ...stream.map(({ data }) => data)].some(
    (text) => text?.includes('"jsonrpc"') === true && messagesIn(text) !== undefined,
  );
}

/** Where a URL leads, without what differs from request to request. */
const placeOf = ({ url, plain }: Pick<ArchivedExchange, 'url' | 'plain'>): string =>
  plain === undefined ? url.replace(/[?#].*$/s, '') : `${plain.page} of mcp`;

/** The session of an exchange: what its headers say, or in HTTP+SSE the URL, which the stream names in its first event. */
function sessionOf(exchange: ArchivedExchange): string | undefined {
  const { url, sentHeaders, headers } = exchange;
  const told = headerIn(sentHeaders, 'mcp-session-id') ?? headerIn(headers, 'mcp-session-id');
  return told ?? /[?&]session_?id=([^&#]+)/i.exec(endpointOf(exchange) ?? url)?.[1];
}

/** Where the messages of a client go to in HTTP+SSE, as the stream says. */
const endpointOf = ({ stream = [] }: ArchivedExchange): string | undefined =>
  stream.find(({ fields }) => fields.event === 'endpoint')?.data;

/**
 * What tells the connections apart: the session, or else the URL. Without a session an exchange is of the only one at its URL, or of
 * the next that begins there, as where a first attempt was refused. In HTTP+SSE the URL that the stream names in its first event
 * stands for that of the stream.
 */
function connections(exchanges: readonly ArchivedExchange[]): (exchange: ArchivedExchange) => string {
  /** When each session began, by URL. */
  const sessions = new Map<string, Map<string, number>>();
  const streams = new Map<string, string>();
  for (const exchange of exchanges) {
    const session = sessionOf(exchange);
    const place = placeOf(exchange);
    const known = sessions.get(place) ?? new Map<string, number>();
    sessions.set(place, known);
    if (session !== undefined)
      known.set(session, Math.min(known.get(session) ?? exchange.start, exchange.start));
    const endpoint = endpointOf(exchange);
    if (endpoint !== undefined && URL.canParse(endpoint, exchange.url))
      streams.set(placeOf({ url: new URL(endpoint, exchange.url).href }), place);
  }
  return (exchange) => {
    const place = placeOf(exchange);
    const known = [...(sessions.get(place) ?? [])].sort(([, one], [, other]) => one - other);
    const likely = known.length === 1 ? known[0] : known.find(([, start]) => start >= exchange.start);
    const session = sessionOf(exchange) ?? likely?.[0];
    const origin = /^\w+:\/\/[^/]*/.exec(place)?.[0] ?? '';
    return session === undefined ? (streams.get(place) ?? place) : `${origin} ${session}`;
  };
}

/** When requests were taken, by their ids: an answer on a stream of its own came no sooner. */
type AnswerTimes = ReadonlyMap<unknown, readonly number[]>;

function answerTimes(exchanges: readonly ArchivedExchange[]): AnswerTimes {
  const times = new Map<unknown, number[]>();
  for (const { sent = '', end } of exchanges)
    for (const { message } of messagesIn(sent) ?? []) {
      const envelope = classify(message);
      if (envelope.kind === 'request') times.set(envelope.id, [...(times.get(envelope.id) ?? []), end]);
    }
  return times;
}

type TimedItem = LogItem & { readonly at: number };
type HttpPart = Omit<HttpEntry, 'type' | 'seq' | 't' | 'conn' | 'session' | 'x' | 'redacted'>;

/** The items of one exchange after the other, numbered. */
function itemsWith(
  connectionOf: (exchange: ArchivedExchange) => string,
  asked: AnswerTimes,
  out: LogOutput,
): (exchange: ArchivedExchange, at: number) => readonly TimedItem[] {
  return (exchange, index) => {
    const { method, url, status, start, first, end, sentHeaders, headers, sent, body, error } = exchange;
    const place = { conn: connectionOf(exchange), x: index + 1 };
    const http = (at: number, part: HttpPart): TimedItem => ({ at, ...place, type: 'http', ...part });
    const messages = (at: number, dir: Direction, found: Messages = []): readonly TimedItem[] =>
      found.map((message) => ({ at, ...place, type: 'message', dir, ...message }));
    const invalid = (at: number, dir: Direction, text: string): TimedItem => ({
      ...{ at, conn: place.conn, type: 'invalid', dir, text },
      why: 'this is not a message',
    });
    tellMissing(exchange, out);
    if (exchange.plain !== undefined) {
      const { from } = exchange.plain;
      const item = (at: number, dir: Direction, text = ''): readonly TimedItem[] =>
        (messagesIn(text) ?? []).map((message) => ({
          at,
          conn: place.conn,
          type: 'message',
          dir,
          ...message,
        }));
      return [...item(start, from, sent), ...item(end, from === 'c2s' ? 's2c' : 'c2s', body)];
    }

    const isAuth = exchange.isAuth === true;
    const request = isAuth ? undefined : messagesIn(sent ?? '');
    const answer = isAuth || body === undefined ? undefined : messagesIn(body);
    const aside = isAuth && sent !== undefined ? { body: sent } : {};
    const sending = http(start, { phase: 'request', method, url, headers: sentHeaders, ...aside });
    const wasSent = messages(start, 'c2s', request);
    const isJunk = !isAuth && request === undefined && (sent ?? '').trim() !== '' && method === 'POST';
    return [
      sending,
      ...(isJunk ? [invalid(start, 'c2s', sent ?? '')] : wasSent),
      ...(status === 0 ? [] : [http(first, { phase: 'response', status, headers })]),
      ...placed(exchange, asked, out).flatMap(({ at, dir, fields, data }) => {
        const found = messagesIn(data);
        const hasFields = Object.keys(fields).length > 0;
        if (found !== undefined && !hasFields) return messages(at, dir, found);
        if (found === undefined && exchange.isSocket) return [invalid(at, dir, data)];
        const rest = found === undefined && data !== '' ? { body: data } : {};
        return [http(at, { phase: 'event', event: fields, ...rest }), ...messages(at, dir, found)];
      }),
      ...messages(end, 's2c', answer),
      error === undefined
        ? http(end, { phase: 'end', ...(answer === undefined ? restOf(exchange) : {}) })
        : http(end, { phase: 'error', detail: error }),
    ];
  };
}

/** What was answered, where that is no message. */
const restOf = ({ body, base64 }: ArchivedExchange): Pick<HttpEntry, 'body' | 'base64'> =>
  base64 !== undefined ? { base64 } : body === undefined || body === '' ? {} : { body };

/** The parts of a stream with their times: their own, or else the end for an answer and the beginning for all that comes before. */
function placed(
  { stream = [], sent = '', first, end }: ArchivedExchange,
  asked: AnswerTimes,
  out: LogOutput,
): readonly (StreamPart & { readonly at: number })[] {
  const own = new Set((messagesIn(sent) ?? []).map(({ message }) => idOf(message)));
  let now = first;
  return stream.map((part) => {
    const answered = (messagesIn(part.data) ?? [])
      .map(({ message }) => message)
      .filter(isAnswer)
      .map(idOf);
    if (part.at !== undefined) now = part.at;
    else if (answered.some((id) => own.has(id))) now = Math.max(now, end);
    else {
      const since = answered.flatMap((id) => asked.get(id) ?? []).find((time) => time >= now);
      now = Math.max(now, since ?? now);
      if (stream.length > 1 || own.size === 0) out.assume('time', STREAM_TIMES);
    }
    return { ...part, at: now };
  });
}

const STREAM_TIMES =
  'the archive does not say at which time each message of an event stream came: an answer stands at the end, all else at the beginning';

const isAnswer = (message: unknown): boolean => {
  const { kind } = classify(message);
  return kind === 'result' || kind === 'error';
};
const idOf = (message: unknown): unknown => (isObject(message) ? message['id'] : undefined);

function tellMissing({ missing }: ArchivedExchange, out: LogOutput): void {
  if (missing === 'body')
    out.assume(
      'bodies',
      'the archive was saved without the bodies of some answers: their messages are missing',
    );
  if (missing === 'sent')
    out.assume(
      'bodies',
      'the archive was saved without the bodies of some requests: their messages are missing',
    );
}
