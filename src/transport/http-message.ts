import { parse } from '../json/parse.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import type { HeaderLine } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { headerMarks } from '../spec/check/header-marks.ts';
import { classify, type Id } from '../spec/envelope.ts';
import { isInRevision, methodNamed } from '../spec/methods.ts';
import { MODERN_VERSION } from '../spec/revision.ts';
import { version as ours } from '../version.ts';
import type { RemoteDeps } from './remote.ts';

/** What an HTTP transport needs to know about a text that it sends. */
export interface SentMessage {
  /** The ids of its requests; an answer is due to each. */
  readonly ids: readonly Id[];
  /** The method of a single message. */
  readonly method: string;
  /** The params of a single message. */
  readonly params?: unknown;
  /** The revision in the metadata of a message of the modern era (basic#request-metadata, 2026-07-28). */
  readonly version?: string;
  /** The id of the request that it cancels, which is no longer to be answered (basic/utilities/cancellation). */
  readonly cancels?: Id;
}

/** Reads a text as far as possible; it may be anything. */
export function readSent(text: string): SentMessage {
  const value = parse(text);
  const envelopes = (Array.isArray(value) ? value : [value]).map(classify);
  const ids = envelopes.flatMap((envelope) => (envelope.kind === 'request' ? [envelope.id] : []));
  const [only, ...others] = envelopes;
  const isLone = others.length === 0 && (only?.kind === 'request' || only?.kind === 'notification');
  if (!isLone) return { ids, method: '' };
  const { method, params } = only;
  const cancelled =
    method === 'notifications/cancelled' && isObject(params) ? params['requestId'] : undefined;
  const isId = typeof cancelled === 'string' || typeof cancelled === 'number';
  const version = versionOf(params);
  return {
    ...{ ids, method, params },
    ...(version === undefined ? {} : { version }),
    ...(isId ? { cancels: cancelled } : {}),
  };
}

function versionOf(params: unknown): string | undefined {
  const meta = isObject(params) ? params['_meta'] : undefined;
  const version = isObject(meta) ? meta['io.modelcontextprotocol/protocolVersion'] : undefined;
  return typeof version === 'string' ? version : undefined;
}

/**
 * Whether a message may be sent again when its connection was closed, although the server may have begun with it: a
 * notification, a response, or a request that is harmless to repeat.
 */
export function isHarmless({ method, ids }: SentMessage, retryCalls: boolean): boolean {
  if (ids.length === 0 || methodNamed(method)?.twice !== undefined) return true;
  return retryCalls && method === 'tools/call';
}

/** The state of a session that goes into the headers of its requests. */
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

/** Whether a revision belongs to the era without sessions, where each message is an exchange by itself. */
export const isModern = (version: string | undefined): boolean =>
  version !== undefined && version >= MODERN_VERSION;

/** The session that a message is sent in: one of the modern era has its own revision, and no session. */
export const withinFor = ({ version }: SentMessage, session: HttpSession): HttpSession =>
  version === undefined ? session : { version };

/** The headers that say what a message is about. */
export function aboutMessage(
  { method, params }: SentMessage,
  { version }: HttpSession,
  { inputSchema }: Pick<RemoteDeps, 'inputSchema'>,
): readonly HeaderLine[] {
  if (method === '' || !isModern(version)) return [];
  return mirroredHeaders(method, params, inputSchema);
}

/**
 * The headers of a request: those about the message, those of the session, and those of the user, which replace any
 * other with the same name.
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

/**
 * The parts of a message that its headers repeat, for intermediaries that do not read the body
 * (basic/transports/streamable-http#request-metadata, 2026-07-28).
 *
 * @param inputSchema of the tool with a name: its `x-mcp-header` marks say which arguments are repeated
 */
export function mirroredHeaders(
  method: string,
  params: unknown,
  inputSchema: (tool: string) => unknown,
): HeaderLine[] {
  const given = isObject(params) ? params : {};
  const name = given[namedBy(method) ?? ''];
  return [
    ['Mcp-Method', fieldValue(method)],
    ...(typeof name === 'string' ? ([['Mcp-Name', fieldValue(name)]] as const) : []),
    ...(method === 'tools/call' && typeof name === 'string'
      ? argumentHeaders(given['arguments'], inputSchema(name))
      : []),
  ];
}

/** The parameter that the header `Mcp-Name` repeats; that of a task lets intermediaries find its server. */
function namedBy(name: string): string | undefined {
  const method = methodNamed(name);
  return method !== undefined && isInRevision(method, MODERN_VERSION) ? method.subject : undefined;
}

function argumentHeaders(values: unknown, inputSchema: unknown): readonly HeaderLine[] {
  return headerMarks(inputSchema).marks.flatMap(({ path, header }) => {
    const value = textOf(valueAt(values, path));
    return value === undefined ? [] : [[`Mcp-Param-${header}`, fieldValue(value)]];
  });
}

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      isObject(value) && Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined,
    values,
  );
}

/** Null, objects and integers beyond the exact range of a double have no header. */
function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return String(value);
    case 'number':
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
    default:
      return undefined;
  }
}

/**
 * A text as the value of a header. A text that a header cannot hold (RFC 9110, 5.5), or that looks like an encoded one,
 * is sent as Base64 of its UTF-8; so is the empty text, since some intermediaries drop empty headers.
 */
export function fieldValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  if (isPlain && !(text.startsWith('=?base64?') && text.endsWith('?='))) return text;
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
