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

/** What an HTTP transport has to know of a text that it sends. */
export interface SentMessage {
  /** The ids of its requests; an answer is due to each. */
  readonly ids: readonly Id[];
  /** The method of a lone message. */
  readonly method: string;
  /** The params of a lone message. */
  readonly params?: unknown;
  /** The revision that a message of the modern era says it is of (basic#request-metadata, 2026-07-28). */
  readonly version?: string;
  /** The id of the request that it cancels: no answer is due any more (basic/utilities/cancellation). */
  readonly cancels?: Id;
}

/** Looks into a text as far as possible; it may be anything. */
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
 * Whether a message may be sent again at once when its connection was closed under it, although the server may have
 * begun with it: a notification, a response, or a request that does no harm twice.
 */
export function isHarmless({ method, ids }: SentMessage, retryCalls: boolean): boolean {
  if (ids.length === 0 || methodNamed(method)?.twice !== undefined) return true;
  return retryCalls && method === 'tools/call';
}

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
export const withinFor = ({ version }: SentMessage, session: HttpSession): HttpSession =>
  version === undefined ? session : { version };

/** What the headers say a message is about. */
export function aboutMessage(
  { method, params }: SentMessage,
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

/**
 * What of a message its headers repeat, for those between us and the server who do not read the body
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

/** The parameter that the header `Mcp-Name` repeats; of a task since who stands between has to find the server that holds it. */
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
 * A text as the value of a header. What a header cannot hold as it is (RFC 9110, 5.5), and what looks like this very
 * form, goes as Base64 of its UTF-8; so does the empty text, since an empty header gets lost on some ways.
 */
export function fieldValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  if (isPlain && !(text.startsWith('=?base64?') && text.endsWith('?='))) return text;
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
