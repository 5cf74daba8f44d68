import type { HeaderLine } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { MODERN_VERSION } from '../spec/revision.ts';
import { version as ours } from '../version.ts';
import type { Sent } from './http-sent.ts';
import { mirroredHeaders } from './mirrored-headers.ts';
import type { RemoteDeps } from './remote-deps.ts';

/** What of a connection stands in the headers of its requests. */
export interface HttpSession {
  /** The session id that the server gave with its answer to `initialize`. */
  readonly id?: string | undefined;
  /** The revision that was negotiated. */
  readonly version?: string | undefined;
}

/** The first revision with the header MCP-Protocol-Version (basic/transports#protocol-version-header). */
const SINCE = '2025-06-18';

/** The revision that the header MCP-Protocol-Version names, if there is one. */
export const sentVersion = ({ version = '' }: HttpSession): string | undefined =>
  version >= SINCE ? version : undefined;

/** Whether a revision is of the era without sessions, where each message is an exchange by itself. */
export const isModern = (version: string | undefined): boolean =>
  version !== undefined && version >= MODERN_VERSION;

/** Where a message is sent in: one of the modern era tells its revision itself, and knows no session. */
export const withinFor = ({ version }: Sent, session: HttpSession): HttpSession =>
  version === undefined ? session : { version };

/** What the headers say a message is about. */
export function aboutMessage(
  { method, params }: Sent,
  { version }: HttpSession,
  { inputSchema }: Pick<RemoteDeps, 'inputSchema'>,
): readonly HeaderLine[] {
  if (method === '' || !isModern(version)) return [];
  return mirroredHeaders(method, params, inputSchema);
}

/**
 * The headers of a request: what it is about, what the session asks for, and what the user gave, which replaces any
 * other of the same name.
 */
export function headersFor(
  target: Pick<HttpTarget, 'headers'>,
  session: HttpSession,
  about: readonly HeaderLine[],
): HeaderLine[] {
  const { id } = session;
  const sent = sentVersion(session);
  const given = new Set(target.headers.map(([name]) => name.toLowerCase()));
  const own: readonly HeaderLine[] = [
    ['User-Agent', `mcp-loupe/${ours}`],
    ...about,
    ...(id === undefined ? [] : ([['Mcp-Session-Id', id]] as const)),
    ...(sent === undefined ? [] : ([['MCP-Protocol-Version', sent]] as const)),
  ];
  return [...own.filter(([name]) => !given.has(name.toLowerCase())), ...target.headers];
}
