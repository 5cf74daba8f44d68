import { isObject } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import type { Finding } from '../finding.ts';
import { isUse, methodNamed } from '../methods.ts';
import type { RuleId } from '../rules.ts';

/** What is known of the HTTP request that a message came in. */
export interface ClientRequest {
  /** Its headers, as they were sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The revision that was negotiated by `initialize`, once it was. */
  readonly negotiated?: string | undefined;
  /** The server gave a session id with its answer to `initialize`. */
  readonly hasSession: boolean;
}

/** A message as far as its headers say something of it. */
interface Sent {
  readonly method?: string | undefined;
  readonly params?: unknown;
  /** The revision that it names in itself, since 2026-07-28. */
  readonly version?: unknown;
}

/** The first revision with the header MCP-Protocol-Version. */
const SINCE = '2025-06-18';

/** What is wrong with the headers that a message was sent with (basic/transports#streamable-http). */
export function checkPost(message: Sent, request: ClientRequest): readonly Finding[] {
  const header = reader(request);
  return [
    ...accepts(header, ['application/json', 'text/event-stream']),
    ...checkType(header('content-type')),
    ...checkRevision(message, request),
    ...checkSession(message, request),
    ...checkMirrored(message, header),
  ];
}

/** What is wrong with a request for the stream of what the server sends by itself. */
export const checkGet = (request: ClientRequest): readonly Finding[] => [
  ...accepts(reader(request), ['text/event-stream']),
  ...checkRevision({}, request),
  ...checkSession({}, request),
];

const reader =
  ({ headers }: ClientRequest) =>
  (name: string): string | undefined =>
    headers.find(([own]) => own.toLowerCase() === name)?.[1];

const wrong = (rule: RuleId, message: string): readonly Finding[] => [{ rule, message }];

function accepts(header: (name: string) => string | undefined, types: readonly string[]): readonly Finding[] {
  const accept = header('accept')?.toLowerCase() ?? '';
  const lacking = types.filter((type) => !accept.includes(type));
  if (lacking.length === 0) return [];
  const found = accept === '' ? 'there is no Accept header' : `Accept is ${shortJson(accept)}`;
  return wrong('client/accept', `${found}; it has to list ${lacking.join(' and ')}`);
}

const checkType = (type: string | undefined): readonly Finding[] =>
  /^\s*application\/json\s*(?:;|$)/i.test(type ?? '')
    ? []
    : wrong('client/content-type', `Content-Type is ${type === undefined ? 'missing' : shortJson(type)}`);

function checkRevision({ method, version }: Sent, request: ClientRequest): readonly Finding[] {
  const sent = reader(request)('mcp-protocol-version');
  if (typeof version === 'string') {
    if (sent === version) return [];
    const found = sent === undefined ? 'is missing' : `is ${shortJson(sent)}`;
    return wrong('client/version-header', `MCP-Protocol-Version ${found}; the message names ${version}`);
  }
  const { negotiated = '' } = request;
  if (method === 'initialize' || negotiated < SINCE) return [];
  if (sent === undefined)
    return wrong(
      'client/version-header',
      `MCP-Protocol-Version is missing, although ${negotiated} was negotiated`,
    );
  if (sent === negotiated) return [];
  return wrong(
    'client/version-header',
    `MCP-Protocol-Version is ${shortJson(sent)}, although ${negotiated} was negotiated`,
  );
}

function checkSession({ method, version }: Sent, request: ClientRequest): readonly Finding[] {
  if (!request.hasSession || method === 'initialize' || version !== undefined) return [];
  if (reader(request)('mcp-session-id') !== undefined) return [];
  return wrong('client/session-header', 'Mcp-Session-Id is missing, which the server gave with its answer');
}

/** What of a message its headers have to repeat, since 2026-07-28. */
function checkMirrored(
  { method, params, version }: Sent,
  header: (name: string) => string | undefined,
): readonly Finding[] {
  if (method === undefined || typeof version !== 'string') return [];
  const subject = isUse(method) ? methodNamed(method)?.subject : undefined;
  const name = subject !== undefined && isObject(params) ? params[subject] : undefined;
  return [
    ...mirrors('Mcp-Method', method, header('mcp-method')),
    ...(typeof name === 'string' ? mirrors('Mcp-Name', name, header('mcp-name')) : []),
  ];
}

function mirrors(name: string, value: string, sent: string | undefined): readonly Finding[] {
  if (sent !== undefined && decoded(sent) === value) return [];
  const found = sent === undefined ? 'is missing' : `is ${shortJson(sent)}`;
  return wrong('client/mirrored', `${name} ${found}; the message says ${shortJson(value)}`);
}

/** What a header stands for that cannot hold every text. */
function decoded(value: string): string {
  const encoded = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}
