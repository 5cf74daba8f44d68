import type { HeaderLine } from '../session/frame.ts';
import type { Finding } from '../spec/finding.ts';
import { methodNamed } from '../spec/methods.ts';
import { createSpacing, type Spacing, STREAMS } from '../time/spacing.ts';
import { kindOf, restOf, wholeBytes } from './body.ts';
import { readEvents, type StreamEnd } from './event-stream.ts';
import type { Exchange, HttpResponse } from './fetch.ts';
import type { SentMessage } from './http-message.ts';
import { begin, bodyOf, emit, type Http, lose, pause, waiting } from './http-session.ts';
import { forgotten } from './http-verdict.ts';

/** ms before a stream that was cut is resumed, unless the server asks for another time. */
const RETRY = 1_000;
/** A server that asks for so many ms between two streams may end them as often as it likes. */
const SLOW = 1_000;
/** ms before the stream without a request is opened again; longer each time it was silent, up to the maximum. */
const AGAIN = 1_000;
const MOST = 30_000;
/** How often in a row it may be silent. */
const SILENT = 5;

const ACCEPT_EVENTS: HeaderLine = ['Accept', 'text/event-stream'];

/** Reads an event stream to its end, and resumes it while an answer is due and the server gave an event id. */
export async function follow(
  h: Http,
  exchange: Exchange,
  response: HttpResponse,
  sent: SentMessage,
  findings: readonly Finding[],
): Promise<void> {
  const spacing = createStreamSpacing(h, sent.method);
  spacing.done();
  let end = await readStream(h, exchange, response);
  let [current, retry]: [Exchange, number] = [exchange, RETRY];
  for (let lastId = end.lastId; ; lastId = end.lastId ?? lastId) {
    retry = end.retry ?? retry;
    const isOver = waiting(h, sent.ids).length === 0;
    if (!isOver && sent.version !== undefined) return cut(h, current, end, sent);
    if (isOver || (lastId !== undefined && (current === exchange || end.events > 0))) {
      over(h, current, end, findings);
    } else {
      const what =
        current === exchange ? 'the event stream ended' : 'the event stream was resumed, and ended';
      return cut(h, current, end, sent, what);
    }
    if (isOver || lastId === undefined || !(await pause(h, spaced(spacing, retry)))) return;
    if (waiting(h, sent.ids).length === 0) return;
    current = begin(h, 'GET', [ACCEPT_EVENTS, ['Last-Event-ID', lastId]]);
    const resumed = await resume(h, current, sent, spacing);
    if (resumed === undefined) return;
    end = resumed;
  }
}

/** Reads a resumed stream; undefined when the server refuses to resume it. */
async function resume(
  h: Http,
  exchange: Exchange,
  sent: SentMessage,
  spacing: Spacing,
): Promise<StreamEnd | undefined> {
  const response = await exchange.response.catch((error: Error) => lose(h, sent.ids, error.message));
  if (response === undefined) return undefined;
  if (response.status === 200 && kindOf(response) === 'events') {
    spacing.done();
    return readStream(h, exchange, response);
  }
  const why = `the event stream ended before the response, and resuming it was refused: ${response.statusLine}`;
  const bytes = await bodyOf(h, exchange, response, sent);
  exchange.end(bytes === undefined ? {} : restOf(bytes), [{ rule: 'http/cut-stream', message: why }]);
  lose(h, sent.ids, why);
  return undefined;
}

const readStream = (h: Http, exchange: Exchange, response: HttpResponse): Promise<StreamEnd> =>
  readEvents(exchange, response, (capture) => emit(h, capture), undefined, h.arrivals.hold);

function over(h: Http, exchange: Exchange, { broken }: StreamEnd, findings: readonly Finding[]): void {
  h.running.delete(exchange);
  if (broken === undefined) exchange.end({}, findings);
  else exchange.broke(broken, findings);
}

function cut(
  h: Http,
  exchange: Exchange,
  end: StreamEnd,
  sent: SentMessage,
  what = 'the event stream ended',
): void {
  const why = `${what} before the response`;
  // A subscription may end like this (basic/patterns/subscriptions#cancellation).
  const isFine = methodNamed(sent.method)?.staysOpen;
  over(h, exchange, end, isFine ? [] : [{ rule: 'http/cut-stream', message: why }]);
  lose(h, sent.ids, end.broken === undefined ? why : `${why}: ${end.broken}`, { status: 200 });
}

/**
 * Keeps the stream open for messages that belong to no request: when it ends it is opened again, from the last event
 * with an id, until the server refuses or it was silent several times in a row.
 */
export async function keepListening(h: Http): Promise<void> {
  if (h.listening !== 'not begun') return;
  h.listening = 'open';
  const spacing = createStreamSpacing(h, 'GET');
  let lastId: string | undefined;
  let wait = AGAIN;
  for (let silent = 0; silent <= SILENT; ) {
    const end = await listen(h, spacing, lastId);
    if (end === undefined) break;
    lastId = end.lastId ?? lastId;
    silent = end.events > 0 ? 0 : silent + 1;
    wait = end.events > 0 ? AGAIN : Math.min(MOST, wait * 1.5);
    if (!(await pause(h, spaced(spacing, end.retry ?? wait)))) break;
  }
  h.listening = 'over';
}

/** Reads that stream to its end; undefined when the server has none, which 405 says. */
async function listen(h: Http, spacing: Spacing, lastId: string | undefined): Promise<StreamEnd | undefined> {
  const resumes: readonly HeaderLine[] = lastId === undefined ? [] : [['Last-Event-ID', lastId]];
  const within = h.session;
  const exchange = begin(h, 'GET', [ACCEPT_EVENTS, ...resumes]);
  const response = await exchange.response.catch(() => undefined);
  if (response === undefined) return { events: 0 };
  if (response.status === 200 && kindOf(response) === 'events') {
    h.listened = true;
    spacing.done();
    const end = await readStream(h, exchange, response);
    over(h, exchange, end, []);
    return end;
  }
  const bytes = await wholeBytes(response).catch(() => Buffer.alloc(0));
  h.running.delete(exchange);
  const gone = h.listened && within.id !== undefined ? forgotten(response, bytes) : undefined;
  const message = `GET was answered ${response.statusLine}; a server without a stream of its own answers 405`;
  const finding =
    gone === undefined ? { rule: 'http/no-stream', message } : { rule: 'http/session-lost', message: gone };
  exchange.end(restOf(bytes), response.status === 405 ? [] : [finding]);
  if (gone !== undefined && h.session.id === within.id) lose(h, [], gone, { session: true });
  return undefined;
}

/** Spaces out streams that the server ends as soon as they are open, each to be resumed at once. */
function createStreamSpacing(h: Http, what: string): Spacing {
  const at = (): string => new Date(h.deps.wall()).toISOString();
  return createSpacing(h.deps, STREAMS, (loop) =>
    emit(h, {
      ...{ type: 'life', event: 'throttled', at: at() },
      detail: `the server ends the event stream of ${what} whenever it is resumed: ${loop}`,
    }),
  );
}

const spaced = (spacing: Spacing, ms: number): number => (ms >= SLOW ? ms : Math.max(ms, spacing.wait()));
