import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from '../../json/shape.ts';
import { type Era, LEGACY_VERSIONS } from '../../spec/revision.ts';
import { mirroredHeaders } from '../../transport/http-message.ts';
import { VERSION } from './call.ts';

/** Why a request is refused before it is read as MCP. */
export interface HttpRefusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

/** The one place that is served. */
export const PATH = '/mcp';

/** Of the specification (basic/transports/streamable-http, 2026-07-28): headers that say something else than the body. */
const HEADER_MISMATCH = -32020;
const INVALID = -32600;
const SERVER = -32000;

const HERE = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/** What the head of a request tells. */
export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * What speaks against a request by its head alone. A web page may lead a browser here under a name of its own: names that are not
 * this machine's are refused, as where a request comes from and as where it went to (basic/transports#security-warning).
 */
export function headRefusal(
  { method, url, headers }: RequestHead,
  methods: readonly string[],
): HttpRefusal | undefined {
  if (!HERE.test(headers.host ?? '')) return refusal(403, SERVER, 'Forbidden: the Host is not this machine');
  if (headers.origin !== undefined && !isFromHere(headers.origin))
    return refusal(403, SERVER, 'Forbidden: the Origin is not this machine');
  if (url.split('?', 1)[0] !== PATH) return refusal(404, SERVER, `Not Found: the mock is served at ${PATH}`);
  if (!methods.includes(method)) return refusal(405, SERVER, 'Method not allowed');
  if (method === 'GET' && !accepts(headers, 'text/event-stream'))
    return refusal(406, SERVER, 'Not Acceptable: Client must accept text/event-stream');
  if (method !== 'POST') return undefined;
  if (!accepts(headers, 'application/json') || !accepts(headers, 'text/event-stream'))
    return refusal(
      406,
      SERVER,
      'Not Acceptable: Client must accept both application/json and text/event-stream',
    );
  if (!/^\s*application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    return refusal(415, SERVER, 'Unsupported Media Type: Content-Type must be application/json');
  return undefined;
}

/** The methods of HTTP of an era, as the header Allow names them. */
export const METHODS: Readonly<Record<Era, readonly string[]>> = {
  legacy: ['GET', 'POST', 'DELETE'],
  modern: ['POST'],
};

/** A page that was opened from a file, or without an origin, says null: it is nobody. */
function isFromHere(origin: string): boolean {
  return URL.canParse(origin) && HERE.test(new URL(origin).host);
}

/** Whether a client takes a type; `*` stands for any (RFC 9110, 12.5.1). */
function accepts({ accept = '' }: IncomingHttpHeaders, type: string): boolean {
  const [kind = ''] = type.split('/');
  return accept
    .split(',')
    .map((one) => one.split(';', 1)[0]?.trim().toLowerCase())
    .some((one) => one === type || one === `${kind}/*` || one === '*/*');
}

/** What speaks against the revision that a request of a legacy session names. */
export function versionRefusal(headers: IncomingHttpHeaders): HttpRefusal | undefined {
  const version = headers['mcp-protocol-version'];
  if (version === undefined || (LEGACY_VERSIONS as readonly unknown[]).includes(version)) return undefined;
  return refusal(
    400,
    SERVER,
    `Bad Request: Unsupported protocol version (supported versions: ${LEGACY_VERSIONS.join(', ')})`,
  );
}

/** What the headers of a request of the modern era must repeat, and do not (basic/transports/streamable-http#request-metadata). */
export function mirrorRefusal(
  headers: IncomingHttpHeaders,
  method: string,
  params: unknown,
): HttpRefusal | undefined {
  const given = isObject(params) ? params : {};
  const meta = isObject(given['_meta']) ? given['_meta'] : {};
  const version = meta[VERSION];
  // One of the other era, which is answered as such.
  if (typeof version !== 'string') return undefined;
  const wanted = [
    ['MCP-Protocol-Version', version] as const,
    ...mirroredHeaders(method, params, () => undefined),
  ];
  for (const [name, value] of wanted) {
    const found = headers[name.toLowerCase()];
    if (typeof found !== 'string') return mismatch(`the header ${name} is missing`);
    if (decoded(found) !== decoded(value))
      return mismatch(
        `${name} is ${JSON.stringify(found)}, and the body says ${JSON.stringify(decoded(value))}`,
      );
  }
  return undefined;
}

const mismatch = (message: string): HttpRefusal =>
  refusal(400, HEADER_MISMATCH, `Header mismatch: ${message}`);

/** The text that a header holds as it is or in Base64. */
function decoded(value: string): string {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value) ?? [];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString();
}

/** A body that is no message of JSON-RPC. */
export const NO_MESSAGE: HttpRefusal = {
  ...{ status: 400, code: INVALID },
  message: 'Bad Request: the body is not a JSON-RPC message',
};

const refusal = (status: number, code: number, message: string): HttpRefusal => ({ status, code, message });
