import { parse } from '../json/parse.ts';
import { isObject } from '../json/shape.ts';
import type { Capture, HttpPurpose } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import type { Direction } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import type { ClientSession, ClientSessions } from './client-sessions.ts';
import type { EventStream } from './event-stream.ts';
import type { HttpResponse } from './fetch.ts';
import type { ForwardedRequest } from './forwarded-head.ts';
import type { SentMessage } from './http-message.ts';
import type { InTurn, Sink } from './sink.ts';
import type { WsReader } from './ws-reader.ts';

/** What reading needs of what passes a reverse proxy. */
export interface ExchangeReaderDeps {
  readonly target: HttpTarget;
  /** Where clients reach it through us. */
  readonly url: () => string;
  readonly accept: (capture: Capture, conn: number) => void;
  readonly inTurn: InTurn;
  /** ms since 1970. */
  readonly wall: () => number;
}

/** An exchange as far as it has passed. */
export interface PassedExchange {
  readonly deps: ExchangeReaderDeps;
  readonly sessions: ClientSessions;
  readonly request: ForwardedRequest;
  readonly connection: number;
  readonly x: number;
  /** The body of the request, until it is told. */
  readonly sending: Bytes;
  /** Known once the request is told. */
  session: ClientSession | undefined;
  sent: SentMessage;
  response: HttpResponse | undefined;
  /** What takes the body of the answer. */
  sink: Sink | undefined;
  events: EventStream | undefined;
  readonly body: Bytes;
  /** What is wrong, told with the end. */
  readonly findings: Finding[];
  /** The endpoint that clients were given in place of another. */
  moved: string | undefined;
  /** What reads a WebSocket. */
  tunnels: Readonly<Record<Direction, WsReader>> | undefined;
  /** What was sent is no message, so that the server may refuse it. */
  isJunk: boolean;
  isOver: boolean;
}

/** Bytes of the longest body that is kept. */
export const LIMIT = 8 * 1024 * 1024;

/** A body that is put together. */
export interface Bytes {
  readonly chunks: Buffer[];
  size: number;
}

export const originOf = ({ url }: HttpTarget): string => {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};

/** Whether the request is for where messages go. */
export const isEndpoint = ({ deps, request: { path }, session }: PassedExchange): boolean =>
  session?.isSse === true || path.split('?')[0] === new URL(deps.target.url).pathname;

/** What a request is for when that is authorization, by its address and the names in its body. */
export function purposeOf({ method, path }: ForwardedRequest, text: string): { readonly for?: HttpPurpose } {
  const is = (purpose: HttpPurpose) => ({ for: purpose });
  if (/\/\.well-known\/oauth-protected-resource\b/.test(path)) return is('resource metadata');
  if (/\/\.well-known\/(?:oauth-authorization-server|openid-configuration)\b/.test(path))
    return is('server metadata');
  if (method !== 'POST') return {};
  if (/(?:^|&)grant_type=refresh_token\b/.test(text)) return is('refresh');
  if (/(?:^|&)grant_type=/.test(text)) return is('token');
  const body = parse(text);
  return isObject(body) && Array.isArray(body['redirect_uris']) ? is('registration') : {};
}
