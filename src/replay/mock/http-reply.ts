import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { parse } from '../../json/parse.ts';
import { isObject } from '../../json/shape.ts';
import type { HeaderLine } from '../../session/frame.ts';
import type { Era } from '../../spec/revision.ts';
import type { HttpRefusal } from './http-checks.ts';
import type { RecordedExchange, RecordedReply } from './recorded-reply.ts';

/** Bytes that may wait for a client that does not read; then its connection is closed. */
const MOST_WAITING = 64 * 1024 * 1024;

/** What is answered to one POST with requests in it: JSON, or an event stream as soon as there is more than the answer to say. */
export interface HttpReply {
  /** Sends what belongs to a request and is not its answer. */
  message(text: string, recorded: RecordedExchange | undefined): void;
  /** Sends the answer to a request; behind the last one it ends. */
  answer(id: string, text: string, recorded: RecordedExchange | undefined): void;
  /** Ends without an answer, as the recording has it. */
  fail(recorded: RecordedExchange): void;
  /** Whether all has been said. */
  readonly isOver: boolean;
}

/**
 * @param ids of the requests that are to be answered, as exact texts
 * @param more headers that go out with what is said first
 */
export function createReply(
  res: ServerResponse,
  ids: readonly string[],
  era: Era,
  more: (text: string) => readonly HeaderLine[],
): HttpReply {
  const open = new Set(ids);
  let isStream = false;
  let isOver = false;

  const begin = (recorded: RecordedExchange | undefined, text: string): void => {
    if (isStream) return;
    isStream = true;
    const kept = isReply(recorded) && recorded.isStream ? recorded.headers : [];
    startEvents(res, [...withoutType(kept), ...more(text)]);
  };
  const event = (text: string): void => writeEvent(res, text);

  return {
    message(text, recorded) {
      if (isOver) return;
      begin(recorded, text);
      event(text);
    },
    answer(id, text, recorded) {
      if (isOver || !open.delete(id)) return;
      const isLast = open.size === 0;
      const wantsStream = isReply(recorded) && recorded.isStream;
      if (isStream || wantsStream || !isLast) {
        begin(recorded, text);
        event(text);
        if (isLast) res.end();
      } else {
        const { status, headers } = jsonHead(text, recorded, era);
        write(res, status, [...headers, ...more(text)], text);
      }
      isOver = isLast;
    },
    fail(recorded) {
      if (isOver) return;
      if (recorded === 'none') {
        res.destroy();
      } else if (recorded.isStream || isStream) {
        begin(recorded, '');
        if (recorded.end === 'open') return;
        if (recorded.body.length > 0) res.write(recorded.body);
        if (recorded.end === 'whole') res.end();
        else cutOff(res, Buffer.alloc(0));
      } else if (recorded.end === 'broken') {
        head(res, recorded.status, recorded.headers);
        res.flushHeaders();
        cutOff(res, recorded.body);
      } else if (recorded.end !== 'open') {
        write(res, recorded.status, recorded.headers, recorded.body);
      }
      isOver = true;
    },
    get isOver() {
      return isOver;
    },
  };
}

const isReply = (recorded: RecordedExchange | undefined): recorded is RecordedReply =>
  recorded !== undefined && recorded !== 'none';

const withoutType = (headers: readonly HeaderLine[]): readonly HeaderLine[] =>
  headers.filter(([name]) => !/^(?:content-type|cache-control)$/i.test(name));

/** The statuses that errors of the modern era have where they are all that is said (basic/transports/streamable-http, 2026-07-28). */
const STATUSES: Readonly<Record<number, number>> = {
  [-32700]: 400,
  [-32600]: 400,
  [-32601]: 404,
  [-32020]: 400,
  [-32021]: 400,
  [-32022]: 400,
};

function jsonHead(
  text: string,
  recorded: RecordedExchange | undefined,
  era: Era,
): { readonly status: number; readonly headers: readonly HeaderLine[] } {
  if (isReply(recorded) && recorded.status !== 202) {
    const hasType = recorded.headers.some(([name]) => name.toLowerCase() === 'content-type');
    return {
      status: recorded.status,
      headers: hasType ? recorded.headers : [...recorded.headers, JSON_TYPE],
    };
  }
  return { status: era === 'modern' ? statusOf(text) : 200, headers: [JSON_TYPE] };
}

/** What is no error is not looked through. */
function statusOf(text: string): number {
  if (!/"error"\s*:/.test(text.slice(0, 400))) return 200;
  const message = parse(text);
  const error = isObject(message) ? message['error'] : undefined;
  return (isObject(error) ? STATUSES[Number(error['code'])] : undefined) ?? 200;
}

const JSON_TYPE: HeaderLine = ['Content-Type', 'application/json'];

/** Begins an event stream that is passed on at once. */
export function startEvents(res: ServerResponse, more: readonly HeaderLine[]): void {
  head(res, 200, [
    ['Content-Type', 'text/event-stream'],
    ['Cache-Control', 'no-cache, no-transform'],
    ...more,
  ]);
  res.flushHeaders();
}

/** Sends a message as an event; whoever leaves too much of it unread is left. */
export function writeEvent(res: ServerResponse, text: string): void {
  // A line break would end the data. JSON has them between its tokens alone.
  res.write(`event: message\ndata: ${text.replace(/[\r\n]/g, ' ')}\n\n`);
  if (res.writableLength > MOST_WAITING) res.destroy();
}

/** Answers with a body. */
export function write(
  res: ServerResponse,
  status: number,
  headers: readonly HeaderLine[],
  body: string | Buffer = '',
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  head(res, status, [
    ...headers,
    ...(bytes.length === 0 ? [] : [['Content-Length', `${bytes.length}`] as const]),
  ]);
  res.end(bytes);
}

/**
 * Answers with an error of HTTP and of JSON-RPC.
 *
 * @param id the exact text of that of the request, where it was read
 */
export function refuse(
  res: ServerResponse,
  { status, code, message }: HttpRefusal,
  id: string | null = null,
  ...more: readonly HeaderLine[]
): void {
  const body = `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}`;
  write(res, status, [JSON_TYPE, ...more], body);
}

/** Once what was written has gone out. */
function cutOff(res: ServerResponse, rest: Buffer): void {
  res.write(rest, () => res.destroy());
}

/** What a recording has may be what Node.js does not send. */
function head(res: ServerResponse, status: number, headers: readonly HeaderLine[]): void {
  res.statusCode = status >= 200 && status < 600 ? status : 502;
  for (const [name, value] of headers) if (isSendable(name, value)) res.appendHeader(name, value);
}

function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
