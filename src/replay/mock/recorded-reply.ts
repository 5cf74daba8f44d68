import { type HeaderLine, type HttpEntry, headerIn, WAS_CLOSED } from '../../session/frame.ts';
import type { Log } from '../../session/log/log.ts';
import type { RecordedRequest } from '../conversation.ts';
import { hasHidden } from '../hidden.ts';

/** How HTTP answered a request of a recording. */
export interface RecordedReply {
  readonly status: number;
  /** Those that say something beside what HTTP itself needs, in order. */
  readonly headers: readonly HeaderLine[];
  /** Whether the answer came as an event stream. */
  readonly isStream: boolean;
  /** The body, where it was no message; empty where there was none, or where the redaction has replaced something in it. */
  readonly body: Buffer;
  /** Read to its end, broken off, or still open when the recording ended. */
  readonly end: 'whole' | 'broken' | 'open';
}

/** No answer of HTTP at all: the connection could not be made, or was closed. */
export type RecordedExchange = RecordedReply | 'none';

/** What belongs to one connection, is made anew, or names a session that is not ours. */
const NOT_KEPT =
  /^(?:connection|keep-alive|date|transfer-encoding|content-length|content-encoding|mcp-session-id|set-cookie|proxy-.*|te|trailer|upgrade)$/i;

/**
 * The exchange that answered a request, or that should have; undefined where it did not cross HTTP. Of a request that was sent
 * again, as after an authorization, it is that of the answer.
 */
export function recordedExchange(log: Log, { line, end }: RecordedRequest): RecordedExchange | undefined {
  const x = (end.kind === 'answered' ? end.line.x : undefined) ?? line.x;
  const row = x === undefined ? undefined : log.exchange(x);
  if (row === undefined) return undefined;
  const response = row.response === undefined ? undefined : log.entry(row.response);
  const last = row.end === undefined ? undefined : log.entry(row.end);
  const closing = last?.type === 'http' ? last : undefined;
  // Who gave up waiting was the client: the server would have left it open.
  const isLeft = end.kind === 'timeout' || end.kind === 'cancelled' || closing?.detail === WAS_CLOSED;
  if (response?.type !== 'http') return isLeft ? undefined : 'none';
  const { status = 200, headers = [] } = response;
  return {
    status,
    headers: headers.filter(([name, value]) => !NOT_KEPT.test(name) && !hasHidden(value)),
    isStream: /^\s*text\/event-stream\b/i.test(headerIn(headers, 'content-type') ?? ''),
    body: closing === undefined ? Buffer.alloc(0) : bodyOf(closing),
    end: closing === undefined || isLeft ? 'open' : closing.phase === 'end' ? 'whole' : 'broken',
  };
}

function bodyOf({ base64, body }: HttpEntry): Buffer {
  const bytes = Buffer.from(base64 ?? body ?? '', base64 === undefined ? 'utf8' : 'base64');
  return hasHidden(bytes.toString('latin1')) ? Buffer.alloc(0) : bytes;
}

/** Whether a server has a stream for what belongs to no request; one that was never asked for it may have. */
export function offersStream(log: Log): boolean {
  let isRefused = false;
  for (let place = 0; place < log.output.length; place += 1) {
    const asked = log.entry(log.output.at(place));
    if (asked?.type !== 'http' || asked.method !== 'GET' || asked.for !== undefined) continue;
    const { response } = log.exchange(asked.x) ?? {};
    const answer = response === undefined ? undefined : log.entry(response);
    const status = answer?.type === 'http' ? (answer.status ?? 0) : 0;
    if (status >= 200 && status < 300) return true;
    isRefused ||= status >= 400;
  }
  return !isRefused;
}
