import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from '../../json/parse.ts';
import { memberText, withMember } from '../../json/parts.ts';
import { isObject } from '../../json/shape.ts';
import type { HeaderLine } from '../../session/frame.ts';
import { classify, type Envelope } from '../../spec/envelope.ts';
import type { Era } from '../../spec/revision.ts';
import { VERSION } from './call.ts';
import { type PostedMessage, read } from './http-body.ts';
import {
  type HttpRefusal,
  headRefusal,
  METHODS,
  mirrorRefusal,
  NO_MESSAGE,
  PATH,
  versionRefusal,
} from './http-checks.ts';
import { createReply, refuse, write } from './http-reply.ts';
import {
  type HttpFault,
  type HttpMockSession,
  type MockBehind,
  openHttpSession,
  openStream,
} from './http-session.ts';
import type { Mock } from './mock.ts';
import { dropOldest } from './tasks.ts';

/** A mock over HTTP that listens. */
export interface MockHttp {
  /** Where clients reach it. */
  readonly url: string;
  /** Ends all connections. */
  end(): Promise<void>;
}

/** What is served where. */
export interface MockHttpOptions extends MockBehind {
  readonly mock: Pick<Mock, 'session' | 'eras'>;
  /** 0 = any that is free. */
  readonly port: number;
}

/** ms that a connection is kept for the next request. */
const KEPT = 65_000;

/**
 * Serves a mock over Streamable HTTP on this machine alone, in the era of its recording: answers come as JSON or as events as they
 * were recorded, with the status of the recording. Rejects with the error of the system when the port cannot be listened at.
 *
 *   legacy   POST ─▶ session ─▶ mock     messages of a request on its POST, all else on the GET of the session
 *   modern   POST ─▶ mock                one for all clients: ids are the mock's own, and become the client's again
 */
export async function serveMock({ port, ...behind }: MockHttpOptions): Promise<MockHttp> {
  const { eras } = behind.mock;
  const isLegacy = eras.includes('legacy');
  const methods = METHODS[isLegacy ? 'legacy' : 'modern'].filter(
    (one) => one !== 'GET' || behind.hasStream !== false,
  );
  const legacy = createLegacy(behind);
  const modern = createModern(behind);
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method !== 'POST') return legacy.other(req, res);
    const posted = await read(req, res);
    if (posted === undefined) return;
    const isModern =
      !isLegacy || (eras.includes('modern') && posted.some(({ envelope }) => namesVersion(envelope)));
    if (isModern) modern.post(posted, req, res);
    else legacy.post(posted, req, res);
  };
  const server = createServer({ keepAliveTimeout: KEPT }, (req, res) => {
    // Whoever is written to may have gone.
    res.on('error', () => {});
    const refusal = headRefusal(
      { method: req.method ?? '', url: req.url ?? '', headers: req.headers },
      methods,
    );
    if (refusal === undefined) answer(req, res).catch(() => res.destroy());
    else if (refusal.status === 405) refuse(res, refusal, null, ['Allow', methods.join(', ')]);
    else refuse(res, refusal);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    async end() {
      const closed = once(server, 'close');
      server.close();
      legacy.end();
      modern.end();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sessions that clients have left open; then the oldest are closed. */
const MOST_SESSIONS = 1_000;

function createLegacy(behind: MockBehind) {
  const sessions = new Map<string, HttpMockSession>();
  /** Whose clients have lost them as the recording has it: who opens one next goes on in one of them. */
  const lost: HttpMockSession[] = [];

  const forget = (session: HttpMockSession): void => {
    sessions.delete(session.id);
    session.stream?.end();
  };
  const lose = (session: HttpMockSession): void => {
    forget(session);
    lost.push(session);
    if (lost.length > MOST_SESSIONS) lost.shift()?.mock.close();
  };
  const begin = (): HttpMockSession => {
    const id = randomUUID();
    const session = lost.shift() ?? openHttpSession(id, behind, lose);
    session.id = id;
    sessions.set(id, session);
    dropOldest(sessions, MOST_SESSIONS, (oldest) => {
      oldest.stream?.end();
      oldest.mock.close();
    });
    return session;
  };
  const found = (req: IncomingMessage, res: ServerResponse): HttpMockSession | undefined => {
    const id = req.headers['mcp-session-id'];
    const session = typeof id === 'string' ? sessions.get(id) : undefined;
    const refusal = id === undefined ? NO_ID : session === undefined ? UNKNOWN : versionRefusal(req.headers);
    if (refusal === undefined) return session;
    refuse(res, refusal);
    return undefined;
  };

  return {
    /** A GET or a DELETE. */
    other(req: IncomingMessage, res: ServerResponse): void {
      const session = found(req, res);
      if (session === undefined) return;
      if (req.method === 'GET') openStream(session, res);
      else {
        forget(session);
        session.mock.close();
        write(res, 200, []);
      }
    },
    post(posted: readonly PostedMessage[], req: IncomingMessage, res: ServerResponse): void {
      if (posted.length > 1 && !BATCHED.includes(req.headers['mcp-protocol-version'])) {
        refuse(res, NO_MESSAGE);
        return;
      }
      const isOpening = req.headers['mcp-session-id'] === undefined && posted.some(opensSession);
      const session = isOpening ? begin() : found(req, res);
      if (session === undefined) return;
      const { fault } = behind;
      if (fault?.forgets && posted.some(callsTool)) for (const one of [...sessions.values()]) lose(one);
      take(posted.map(asPosted), res, session, { era: 'legacy', fault }, (text) => {
        if (!isOpening || !sessions.has(session.id)) return [];
        if (classify(parse(text)).kind !== 'error') return [['Mcp-Session-Id', session.id]];
        // One that is refused as it is opened never was.
        forget(session);
        session.mock.close();
        return [];
      });
    },
    end(): void {
      for (const session of [...sessions.values()]) forget(session);
    },
  };
}

const opensSession = ({ envelope }: PostedMessage): boolean =>
  envelope.kind === 'request' && envelope.method === 'initialize';

/** Whether a request names its revision, as those of the modern era do. */
function namesVersion(envelope: Envelope): boolean {
  const meta =
    envelope.kind === 'request' && isObject(envelope.params) ? envelope.params['_meta'] : undefined;
  return isObject(meta) && VERSION in meta;
}

/** The one revision in which several messages are one body, and that of clients that do not say theirs. */
const BATCHED: readonly unknown[] = ['2025-03-26', undefined];

const NO_ID: HttpRefusal = {
  ...{ status: 400, code: -32000 },
  message: 'Bad Request: Mcp-Session-Id header is required',
};
const UNKNOWN: HttpRefusal = { status: 404, code: -32001, message: 'Session not found' };

function createModern(behind: MockBehind) {
  const how: How = { era: 'modern', fault: behind.fault };
  let shared: HttpMockSession | undefined;
  let ids = 0;
  return {
    post(posted: readonly PostedMessage[], req: IncomingMessage, res: ServerResponse): void {
      const session = shared ?? openHttpSession('', behind);
      shared = session;
      const [only, ...others] = posted;
      if (only === undefined || others.length > 0 || !asks(only.envelope)) {
        refuse(res, NO_MESSAGE);
        return;
      }
      const { envelope, text } = only;
      if (envelope.kind !== 'request') {
        // Who cancels closes the stream; by its id another client's request might be meant.
        const isCancelling = envelope.kind === 'notification' && envelope.method === CANCELLED;
        take(isCancelling ? [] : [asPosted(only)], res, session, how);
        return;
      }
      const refusal = mirrorRefusal(req.headers, envelope.method, envelope.params);
      if (refusal !== undefined) {
        refuse(res, refusal, memberText(text, 'id'));
        return;
      }
      ids += 1;
      const id = `${ids}`;
      take([{ ...asPosted(only), id, text: withMember(text, 'id', id) }], res, session, how);
      res.once('close', () => {
        if (session.waiting.delete(id)) session.mock.receive(cancellation(id));
      });
    },
    end(): void {
      shared?.mock.close();
    },
  };
}

const asks = ({ kind }: Envelope): boolean => kind === 'request' || kind === 'notification';

const CANCELLED = 'notifications/cancelled';

const cancellation = (id: string): string =>
  `{"jsonrpc":"2.0","method":"${CANCELLED}","params":{"requestId":${id}}}`;

/** A message as the mock is given it. */
interface Given {
  readonly text: string;
  /** Of a request: its id as the mock knows it and as the client does, exact texts. */
  readonly id?: string;
  readonly own?: string;
  readonly method?: string;
}

function asPosted({ text, envelope }: PostedMessage): Given {
  if (envelope.kind !== 'request') return { text };
  const id = memberText(text, 'id') ?? '';
  return { text, id, own: id, method: envelope.method };
}

const callsTool = ({ envelope }: PostedMessage): boolean =>
  envelope.kind === 'request' && envelope.method === 'tools/call';

/** In which era something is answered, and what is done wrong then. */
interface How {
  readonly era: Era;
  readonly fault: HttpFault | undefined;
}

/** Has the mock take what was posted, and answers with what it says to it. */
function take(
  given: readonly Given[],
  res: ServerResponse,
  session: HttpMockSession,
  { era, fault }: How,
  more: (text: string) => readonly HeaderLine[] = () => [],
): void {
  const ids = given.flatMap(({ id }) => id ?? []);
  const isFaulty = fault !== undefined && given.some(({ method }) => method === 'tools/call');
  const reply = createReply(res, ids, era, more);
  if (isFaulty && !fault.isAnswered) {
    reply.fail(fault.exchange);
    return;
  }
  for (const { id, own = '', method } of given) {
    const listens = method === 'subscriptions/listen';
    if (id !== undefined)
      session.waiting.set(id, { reply, own, listens, faulty: isFaulty ? fault.exchange : undefined });
  }
  for (const { text } of given) session.mock.receive(text);
  if (ids.length === 0) write(res, 202, []);
}
