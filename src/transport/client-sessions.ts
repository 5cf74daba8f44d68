import { isObject } from '../json/shape.ts';
import { type HeaderLine, headerIn } from '../session/frame.ts';
import type { ForwardedRequest } from './forwarded-head.ts';
import type { SentMessage } from './http-message.ts';

/** One session of a client, as far as it can be told from those of others. */
export interface ClientSession {
  /** From 1. */
  readonly conn: number;
  /** The ids of requests without an answer, by direction and as text. */
  readonly awaited: Set<string>;
  /** The handshakes it began with; nothing else was asked before `isOpen`. */
  readonly openings: Set<string>;
  isOpen: boolean;
  /** It is over HTTP+SSE: an event named its endpoint. */
  isSse: boolean;
  /** Its own event stream is open. */
  isListening: boolean;
  /** It was told which headers of its requests are changed. */
  isChangeTold: boolean;
  /** Client and server agreed on this revision. */
  version: string | undefined;
}

/** Which session a request belongs to. */
export interface ClientSessions {
  /** @param connection the number of the connection that it came on */
  of(request: ForwardedRequest, sent: SentMessage, connection: number): ClientSession;
  /** The server gave a session this id. */
  named(session: ClientSession, id: string): void;
  /** The server named this path, with its query, for the messages of a session over HTTP+SSE. */
  endpoint(session: ClientSession, path: string): void;
}

/** Sessions that are remembered. */
const MOST = 1000;

/**
 * Tells sessions apart: by the id that the server gave them, by the endpoint of HTTP+SSE, and without both by the connection, or else
 * by what clients say of themselves. A handshake begins a session.
 */
export function createClientSessions(): ClientSessions {
  let conns = 0;
  const known = new Map<string, ClientSession>();
  const keep = (key: string, session: ClientSession): void => {
    known.delete(key);
    known.set(key, session);
    if (known.size > MOST) known.delete(known.keys().next().value ?? '');
  };
  const begin = (): ClientSession => ({
    conn: ++conns,
    ...{ awaited: new Set(), openings: new Set() },
    ...{ isOpen: false, isSse: false, isListening: false, isChangeTold: false, version: undefined },
  });

  return {
    of(request, sent, connection) {
      const { method, path, headers } = request;
      const id = headerIn(headers, 'mcp-session-id');
      const named = id === undefined ? known.get(`path ${path}`) : known.get(`id ${id}`);
      if (named !== undefined) return named;
      const who = `who ${whoAsks(headers, sent)}`;
      const socket = `socket ${connection}`;
      const before = isTold(sent)
        ? (known.get(who) ?? known.get(socket))
        : (known.get(socket) ?? known.get(who));
      const isOpening = sent.method === 'initialize' || sent.method === 'server/discover';
      const listens = method === 'GET' && /\btext\/event-stream\b/.test(headerIn(headers, 'accept') ?? '');
      const isNew =
        before === undefined ||
        id !== undefined ||
        (isOpening && (before.isOpen || before.openings.has(sent.method))) ||
        (listens && before.isSse);
      const session = isNew ? begin() : before;
      if (isOpening) session.openings.add(sent.method);
      else if (sent.method !== '') session.isOpen = true;
      if (id !== undefined) keep(`id ${id}`, session);
      keep(socket, session);
      keep(who, session);
      return session;
    },
    named: (session, id) => keep(`id ${id}`, session),
    endpoint(session, path) {
      session.isSse = true;
      keep(`path ${path}`, session);
    },
  };
}

const INFO = 'io.modelcontextprotocol/clientInfo';

/** In the modern era each message says who sends it (basic#request-metadata, 2026-07-28). */
function infoOf({ params }: SentMessage): unknown {
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) ? meta[INFO] : undefined;
}

const isTold = (sent: SentMessage): boolean => infoOf(sent) !== undefined;

const whoAsks = (headers: readonly HeaderLine[], sent: SentMessage): string =>
  JSON.stringify([
    headerIn(headers, 'user-agent') ?? '',
    headerIn(headers, 'authorization') ?? '',
    infoOf(sent) ?? '',
  ]);
