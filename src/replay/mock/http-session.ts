import type { ServerResponse } from 'node:http';
import { parse } from '../../json/parse.ts';
import { memberText, withMember } from '../../json/parts.ts';
import { classify } from '../../spec/envelope.ts';
import type { RecordedRequest } from '../conversation.ts';
import { type Peer, SUBSCRIPTION } from './client.ts';
import { type HttpReply, refuse, startEvents, writeEvent } from './http-reply.ts';
import type { Mock } from './mock.ts';
import type { RecordedExchange, RecordedReply } from './recorded-reply.ts';
import type { MockSession } from './session.ts';

/** What stands behind HTTP. */
export interface MockBehind {
  readonly mock: Pick<Mock, 'session'>;
  /** How HTTP answered a request of the recording. */
  readonly exchangeOf: (request: RecordedRequest) => RecordedExchange | undefined;
  readonly fault?: HttpFault | undefined;
  /** Whether there is a stream for what belongs to no request; there is, unless this says otherwise. */
  readonly hasStream?: boolean;
}

/** What HTTP does wrong on purpose with every call of a tool. */
export interface HttpFault {
  readonly exchange: RecordedReply;
  /** The right answer is sent so; else there is none. */
  readonly isAnswered: boolean;
  /** All sessions are forgotten. */
  readonly forgets: boolean;
}

/** A request that is to be answered. */
interface Waiting {
  readonly reply: HttpReply;
  /** The exact text of its id as the client has it. */
  readonly own: string;
  /** It opened a stream of news, which are told by its id. */
  readonly listens: boolean;
  /** The request of the recording that it is answered as. */
  recorded?: RecordedRequest;
  /** How HTTP answers it, whatever the recording has. */
  readonly faulty?: RecordedReply | undefined;
}

/** Those who share their requests: a session of the legacy era, all clients of the modern one. */
export interface HttpMockSession {
  /** That clients name it by; another one once a client has lost it, and empty in the modern era. */
  id: string;
  readonly mock: MockSession;
  /** By the exact texts of the ids that the mock knows. */
  readonly waiting: Map<string, Waiting>;
  /** The stream for what belongs to no request, and what waits for it. */
  stream?: ServerResponse;
  readonly unsent: string[];
}

/** Messages that wait for a client to open its stream; then the oldest are dropped. */
const MOST_UNSENT = 1_000;

/** @param lost told when the recording says that a session is not known any more */
export function openHttpSession(
  id: string,
  { mock, exchangeOf }: MockBehind,
  lost: (session: HttpMockSession) => void = () => {},
): HttpMockSession {
  const waiting = new Map<string, Waiting>();
  const peer: Peer = {
    matched(re, recorded) {
      const found = waiting.get(re);
      if (found !== undefined) found.recorded = recorded;
    },
    send(text, re) {
      const found = re === undefined ? undefined : waiting.get(re);
      const isAnswer = re !== undefined && ['result', 'error'].includes(classify(parse(text)).kind);
      const exchange = found?.faulty ?? (found?.recorded && exchangeOf(found.recorded));
      if (found === undefined) {
        if (!isAnswer && session.id !== '') sendAside(session, text);
      } else if (isAnswer) {
        waiting.delete(re);
        found.reply.answer(re, restored(text, re, found, true), exchange);
      } else if (session.stream !== undefined && exchange !== undefined && isJson(exchange)) {
        // What came within an answer of JSON had come on the stream of the session.
        writeEvent(session.stream, text);
      } else found.reply.message(restored(text, re ?? '', found, false), exchange);
    },
    silent(re, recorded) {
      const found = waiting.get(re);
      const exchange = exchangeOf(recorded);
      if (found === undefined || exchange === undefined) return;
      waiting.delete(re);
      found.reply.fail(exchange);
      if (exchange !== 'none' && exchange.status === 404) lost(session);
    },
  };
  const session: HttpMockSession = { id, mock: mock.session(peer), waiting, unsent: [] };
  return session;
}

const isJson = (exchange: RecordedExchange): boolean => exchange !== 'none' && !exchange.isStream;

/** A text of the mock with the client's own id again. */
function restored(text: string, re: string, { own, listens }: Waiting, isAnswer: boolean): string {
  // One with another id on purpose keeps it.
  const isOwn = isAnswer && re !== own && memberText(text, 'id') === re;
  const answer = isOwn ? withMember(text, 'id', own) : text;
  if (!listens) return answer;
  return withWithin(answer, [isAnswer ? 'result' : 'params', '_meta', SUBSCRIPTION], own);
}

/** A text with another value for a member within its members, where there is one. */
function withWithin(text: string, [name = '', ...rest]: readonly string[], value: string): string {
  const found = memberText(text, name);
  if (found === undefined) return text;
  return withMember(text, name, rest.length === 0 ? value : withWithin(found, rest, value));
}

function sendAside(session: HttpMockSession, text: string): void {
  if (session.stream !== undefined) {
    writeEvent(session.stream, text);
    return;
  }
  session.unsent.push(text);
  if (session.unsent.length > MOST_UNSENT) session.unsent.shift();
}

/** The stream of a session for what belongs to no request; one at a time. */
export function openStream(session: HttpMockSession, res: ServerResponse): void {
  if (session.stream !== undefined) {
    refuse(res, {
      status: 409,
      code: -32000,
      message: 'Conflict: Only one SSE stream is allowed per session',
    });
    return;
  }
  session.stream = res;
  startEvents(res, [['Mcp-Session-Id', session.id]]);
  for (const text of session.unsent.splice(0)) writeEvent(res, text);
  res.once('close', () => {
    if (session.stream === res) delete session.stream;
  });
}
