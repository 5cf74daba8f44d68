import { parse } from '../../json/parse.ts';
import {
  type Entry,
  type EventFields,
  type HeaderLine,
  type HttpEntry,
  headerIn,
} from '../../session/frame.ts';
import { subjectOf } from '../../session/pending.ts';
import { maskHeader } from '../../session/redaction/arguments.ts';
import { mark } from '../../session/redaction/redaction.ts';
import { classify } from '../../spec/envelope.ts';
import { isClocked } from '../../text/measure.ts';
import { urlOf } from '../../text/url.ts';
import type { ExportedSession, ExportWriter } from './exported.ts';
import { answerTo, exportedLines, includes, isPipe } from './lines.ts';

/**
 * An HTTP archive (HAR 1.2): an entry for each exchange of HTTP. What came without HTTP has an entry for each request with its
 * answer, and one for each notification; their URLs (`mcp://stdio/METHOD/SUBJECT`, `mcp://unknown/…` where nobody knows how they
 * travelled) and a comment say so.
 */
export const harArchive: ExportWriter = function* (input) {
  const { sessions, program } = input;
  const pages = sessions.map((session, index) => ({
    startedDateTime: dateOf(session.started),
    id: pageOf(index),
    title: session.mask(session.name ?? session.state.server?.name ?? 'session'),
    pageTimings: {},
    // An entry must have times.
    ...(isClocked(session.started)
      ? {}
      : { comment: 'The times of its messages are not known: those here are made up.' }),
  }));
  const head = { version: '1.2', creator: program, pages, comment: ABOUT };
  yield `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[`;
  const exchanges = new Map(sessions.map((session) => [session, exchangesOf(session)]));
  const begun = new Set<readonly number[]>();
  let before = '\n';
  for (const { session, seq } of exportedLines(input)) {
    const lines = exchanges.get(session)?.get(seq) ?? plainLines(session, seq);
    if (lines.length === 0 || begun.has(lines)) continue;
    if (exchanges.get(session)?.has(seq)) begun.add(lines);
    const entry = entryOf(session, lines);
    if (entry === undefined) continue;
    yield `${before}${JSON.stringify({ pageref: pageOf(sessions.indexOf(session)), ...entry })}`;
    before = ',\n';
  }
  yield '\n]}}\n';
};

const ABOUT =
  'Messages of MCP. Entries whose URLs begin with mcp: are of no HTTP that was recorded: each is a message with its answer, and its status is made up. Only messages are here: stderr is left out.';

const pageOf = (index: number): string => `session_${index + 1}`;

/** The lines of each exchange of HTTP, by each of them. */
function exchangesOf({ log, lines }: ExportedSession): ReadonlyMap<number, readonly number[]> {
  const bySeq = new Map<number, number[]>();
  // Exchanges are numbered from 1: where there is none, millions of lines need not be read.
  if (log.exchange(1) === undefined) return bySeq;
  const byNumber = new Map<string, number[]>();
  for (const seq of lines) {
    const entry = log.entry(seq);
    if (entry === undefined || !('x' in entry) || entry.x === undefined) continue;
    const key = `${entry.conn} ${entry.x}`;
    const request = byNumber.has(key) ? undefined : log.exchange(entry.x)?.request;
    if (request !== undefined && log.entry(request)?.conn === entry.conn) byNumber.set(key, []);
    const of = byNumber.get(key);
    of?.push(seq);
    if (of !== undefined) bySeq.set(seq, of);
  }
  return bySeq;
}

/** A message without HTTP: a request with its answer, which has no entry of its own, or a notification. */
function plainLines({ log, lines }: ExportedSession, seq: number): readonly number[] {
  const row = log.row(seq);
  if (row?.type !== 'frame') return [];
  if (row.kind === 'request') {
    const answer = answerTo(log, row);
    return answer === undefined ? [seq] : [seq, answer];
  }
  if (row.re === undefined) return [seq];
  return log.row(row.re)?.answer === seq && includes(lines, row.re) ? [] : [row.re, seq];
}

/** What is known of an exchange. */
interface Exchange {
  readonly session: ExportedSession;
  readonly lines: readonly Entry[];
  readonly response: HttpEntry | undefined;
  readonly end: HttpEntry | undefined;
}

/** An entry for these lines; undefined where their texts are no longer held. */
function entryOf(session: ExportedSession, seqs: readonly number[]): object | undefined {
  const { log } = session;
  const lines = seqs.map(log.entry).filter((line) => line !== undefined);
  const x = lines.map((line) => ('x' in line ? line.x : undefined)).find((own) => own !== undefined);
  const http = (seq: number | undefined): HttpEntry | undefined => {
    const line = seq === undefined ? undefined : log.entry(seq);
    return line?.type === 'http' && line.conn === lines[0]?.conn ? line : undefined;
  };
  const { request, response, end } = x === undefined ? {} : (log.exchange(x) ?? {});
  const asked = http(request);
  if (asked === undefined) return plainEntry(session, seqs);
  return httpEntry({ session, lines, response: http(response), end: http(end) }, asked);
}

function httpEntry({ session, lines, response, end }: Exchange, request: HttpEntry): object {
  const { mask } = session;
  const url = encodedUrl(mask(request.url ?? ''));
  const headers = headersOf(session, response);
  const isSocket = /^wss?:/.test(url);
  const own = bodyOf(session, isSocket ? [] : lines.filter((line) => 'dir' in line && line.dir === 'c2s'));
  const sent = own ?? (request.body === undefined ? undefined : mask(request.body));
  const rest = end?.body === undefined ? undefined : mask(end.body);
  const came = lines.filter((line) =>
    line.type === 'http' ? line.phase === 'event' : 'dir' in line && line.dir === 's2c',
  );
  const events = isSocket ? [] : eventsOf(session, came);
  const isStream = !isSocket && came.length > 0 && (isEventStream(response) || events.length > 1);
  const body = isStream
    ? events.map(({ text }) => text).join('')
    : isSocket
      ? undefined
      : (bodyOf(session, came) ?? rest);
  const type = headerIn(headers, 'content-type') ?? (isStream ? 'text/event-stream' : 'application/json');
  const begins = request.t;
  const last = Math.max(begins, lines.at(-1)?.t ?? 0, end?.t ?? 0);
  const first = Math.min(last, response?.t ?? last);
  const error = end?.phase === 'error' ? mask(end.detail ?? 'it broke off') : undefined;
  return {
    ...timesOf(session, begins, first, last),
    request: requestOf(mask(request.method ?? 'GET'), url, headersOf(session, request), sent),
    response: {
      ...responseOf(response?.status ?? 0, headers),
      content: contentOf(type, body, end?.base64 && maskBytes(end.base64, mask)),
      ...(error === undefined ? {} : { _error: error }),
    },
    ...(isSocket
      ? { _resourceType: 'websocket', _webSocketMessages: lines.flatMap(socketMessage(session)) }
      : {}),
    ...(isStream ? { _eventSourceMessages: events.flatMap(({ message }) => message ?? []) } : {}),
  };
}

/** A message with its answer that came over no HTTP. */
function plainEntry(session: ExportedSession, seqs: readonly number[]): object | undefined {
  const { mask, log } = session;
  const [asked, answer] = seqs.map(log.entry);
  if (asked?.type !== 'frame') return undefined;
  const message = parse(asked.msg);
  const envelope = classify(message);
  const isRequest = envelope.kind === 'request';
  const { method = 'response', params } = 'method' in envelope ? envelope : {};
  const subject = subjectOf(params);
  const path = [mask(method), ...(subject === '' ? [] : [encoded(mask(subject))])].join('/');
  const ended = log.row(asked.seq)?.ended;
  const isPiped = isPipe(session.state);
  const isAnswered = answer?.type === 'frame';
  const isOver = isAnswered || !isRequest;
  const why = isOver || ended === undefined ? undefined : (ENDED[ended] ?? 'there was no answer');
  const pending = isOver || ended !== undefined ? '' : ', without an answer so far';
  const last = answer?.t ?? asked.t;
  return {
    ...timesOf(session, asked.t, last, last),
    request: requestOf(
      'POST',
      encodedUrl(`mcp://${isPiped ? 'stdio' : 'unknown'}/${path}`),
      [],
      mask(asked.msg),
    ),
    response: {
      ...responseOf(isAnswered ? 200 : isRequest ? 0 : 202, []),
      content: contentOf('application/json', isAnswered ? mask(answer.msg) : undefined),
      ...(why === undefined ? {} : { _error: why }),
    },
    comment: `${isPiped ? 'No HTTP' : 'No HTTP is recorded'}: a message of the ${asked.dir === 'c2s' ? 'client' : 'server'}${pending}`,
    _direction: asked.dir,
  };
}

/** How a request ended that has no answer. */
const ENDED: Readonly<Record<string, string>> = { timeout: 'it timed out', cancel: 'it was cancelled' };

const round = (ms: number): number => Math.round(ms * 1000) / 1000;

/** The last moment that a date can be, in ms since 1970. */
const LATEST = 8.64e15;

/** ISO 8601, with µs where there are any. */
function dateOf(at: number): string {
  const whole = Math.floor(Math.min(at, LATEST) + 0.0005);
  const part = Math.round((Math.min(at, LATEST) - whole) * 1000);
  const date = new Date(whole).toISOString();
  return part > 0 ? date.replace('Z', `${String(part).padStart(3, '0')}Z`) : date;
}

function timesOf({ started }: ExportedSession, begins: number, first: number, last: number): object {
  const timings = { send: 0, wait: round(first - begins), receive: round(last - first) };
  return { startedDateTime: dateOf(started + begins), time: round(last - begins), timings, cache: {} };
}

function requestOf(
  method: string,
  url: string,
  headers: readonly HeaderLine[],
  text: string | undefined,
): object {
  const query = [...(urlOf(url)?.searchParams ?? [])];
  return {
    ...{
      method,
      url,
      httpVersion: VERSION,
      cookies: [],
      headers: headers.map(pair),
      queryString: query.map(pair),
    },
    ...{ headersSize: -1, bodySize: Buffer.byteLength(text ?? '') },
    ...(text === undefined
      ? {}
      : { postData: { mimeType: headerIn(headers, 'content-type') ?? 'application/json', text } }),
  };
}

function responseOf(status: number, headers: readonly HeaderLine[]): object {
  return {
    ...{ status, statusText: '', httpVersion: VERSION, cookies: [], headers: headers.map(pair) },
    ...{ redirectURL: headerIn(headers, 'location') ?? '', headersSize: -1, bodySize: -1 },
  };
}

/** Transcripts do not say which version of HTTP it was. */
const VERSION = 'unknown';

function contentOf(mimeType: string, text: string | undefined, base64?: string): object {
  if (base64 !== undefined && text === undefined)
    return { size: Buffer.byteLength(base64, 'base64'), mimeType, text: base64, encoding: 'base64' };
  return { size: Buffer.byteLength(text ?? ''), mimeType, ...(text === undefined ? {} : { text }) };
}

const pair = ([name, value]: HeaderLine): object => ({ name, value });
const headersOf = ({ mask }: ExportedSession, line: HttpEntry | undefined): readonly HeaderLine[] =>
  (line?.headers ?? []).map((header) => {
    const [name, value] = maskHeader(header, mask);
    return [mask(name), value];
  });
const isEventStream = (response: HttpEntry | undefined): boolean =>
  /event-stream/i.test(headerIn(response?.headers ?? [], 'content-type') ?? '');
/** A URL as RFC 3986 has it: what it cannot hold is encoded, as the brackets around what stands for a secret. */
function encodedUrl(url: string): string {
  const [, authority = '', rest = url] = /^(\w+:\/\/[^/?#]*)(.*)$/s.exec(url) ?? [];
  return authority.replaceAll(mark, encoded(mark)) + rest.replace(/[^\w\-.~:/?#@!$&'()*+,;=%]/gu, encoded);
}

/** A lone half of a character is encoded as what stands for it. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** Bytes in base64 without secrets: each is read as a character of its own, so that what is no text stays as it was. */
const maskBytes = (base64: string, mask: (text: string) => string): string =>
  Buffer.from(mask(Buffer.from(base64, 'base64').toString('latin1')), 'latin1').toString('base64');

/** The messages of a body without their secrets, those of a batch as they were sent; undefined where there are none. */
function bodyOf({ mask }: Pick<ExportedSession, 'mask'>, lines: readonly Entry[]): string | undefined {
  const texts = lines.flatMap((line) =>
    line.type === 'frame' ? mask(line.msg) : line.type === 'invalid' ? mask(line.text ?? '') : [],
  );
  if (texts.length === 0) return undefined;
  const isBatch = lines.some((line) => line.type === 'frame' && line.part !== undefined);
  return isBatch ? `[${texts.join(',')}]` : texts.join('\n');
}

/** An event as it stands in a stream, and as Chrome records it. */
interface ExportedEvent {
  readonly text: string;
  readonly message?: object;
}

/** The events of a stream: what a line of HTTP says of one belongs to the messages behind it. */
function eventsOf(session: ExportedSession, lines: readonly Entry[]): readonly ExportedEvent[] {
  const events: ExportedEvent[] = [];
  let fields: EventFields = {};
  let batch: Entry[] = [];
  const add = (t: number, own: EventFields, data: string | undefined): void => {
    const shown = maskedFields(session, own);
    const { event: eventName = '', id: eventId = '' } = shown;
    const message =
      data === undefined ? {} : { message: { time: (session.started + t) / 1000, eventName, eventId, data } };
    events.push({ text: eventText(shown, data), ...message });
    fields = {};
  };
  for (const line of lines) {
    if (line.type === 'http') {
      if (Object.keys(fields).length > 0) add(line.t, fields, undefined);
      fields = line.event ?? {};
      if (line.body !== undefined) add(line.t, fields, session.mask(line.body));
      continue;
    }
    const [at, of] = line.type === 'frame' ? (line.part ?? [0, 1]) : [0, 1];
    batch.push(line);
    if (at + 1 < of) continue;
    add(line.t, fields, bodyOf(session, batch));
    batch = [];
  }
  if (batch.length > 0) add(batch[0]?.t ?? 0, fields, bodyOf(session, batch));
  else if (Object.keys(fields).length > 0) add(0, fields, undefined);
  return events;
}

/** The fields without secrets. The first line alone is the name or the id of an event: more would be fields of its own. */
function maskedFields({ mask }: ExportedSession, { comment, event, id, retry }: EventFields): EventFields {
  const line = (text: string): string => mask(text).split(LINE_END, 1)[0] ?? '';
  return {
    ...(comment === undefined ? {} : { comment: mask(comment) }),
    ...(event === undefined ? {} : { event: line(event) }),
    ...(id === undefined ? {} : { id: line(id) }),
    ...(typeof retry === 'number' ? { retry } : {}),
  };
}

const LINE_END = /\r\n|\r|\n/;

function eventText({ comment, retry, event, id }: EventFields, data: string | undefined): string {
  const lines = [
    ...(comment === undefined ? [] : comment.split(LINE_END).map((line) => `: ${line}`)),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(data === undefined ? [] : data.split(LINE_END).map((line) => `data: ${line}`)),
  ];
  return `${lines.join('\n')}\n\n`;
}

/** A message of a WebSocket as browsers record it. */
function socketMessage({ started, mask }: ExportedSession): (line: Entry) => readonly object[] {
  return (line) => {
    const data = bodyOf({ mask }, [line]);
    if (data === undefined || !('dir' in line)) return [];
    return [
      {
        type: line.dir === 'c2s' ? 'send' : 'receive',
        time: (started + line.t) / 1000,
        opcode: 1,
        data,
      },
    ];
  };
}
