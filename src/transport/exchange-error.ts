import type { HttpTarget } from '../session/target.ts';

/** An HTTP exchange broke off, or we refused it. The message says what, why, and the next step. */
export class ExchangeError extends Error {
  override name = 'ExchangeError';
}

/** What is known about an exchange that broke off. */
export interface BreakOff {
  /** Bytes of the response that arrived, if known. */
  readonly came?: number;
  /** The body of the response broke off; `of` is its announced length in bytes. */
  readonly body?: { readonly of: number | undefined };
  /** The server has answered before, or accepted the connection. */
  readonly isKnown?: boolean;
  /** It broke off during the TLS handshake. */
  readonly isHandshake?: boolean;
}

const TRUST = 'trust its certificate with --ca FILE, or skip the check with --insecure';

/** The next step for error codes of TLS; others explain themselves. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: TRUST,
  SELF_SIGNED_CERT_IN_CHAIN: TRUST,
  UNABLE_TO_GET_ISSUER_CERT: TRUST,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: TRUST,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: TRUST,
  CERT_UNTRUSTED: TRUST,
  CERT_HAS_EXPIRED: 'renew it, or skip the check with --insecure',
  CERT_NOT_YET_VALID: 'check both clocks, or skip the check with --insecure',
  ERR_TLS_CERT_ALTNAME_INVALID: 'use a name that it covers, or skip the check with --insecure',
};

/** What is wrong with an answer that the parser of Node.js refuses. */
const HTTP_FAULTS: Readonly<Record<string, string>> = {
  HPE_CR_EXPECTED: 'a line ends in LF, not in CR LF',
  HPE_LF_EXPECTED: 'a line ends in CR, not in CR LF',
  HPE_INVALID_TRANSFER_ENCODING: 'it has both Content-Length and Transfer-Encoding',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'it has more than one Content-Length',
  HPE_INVALID_CONTENT_LENGTH: 'its Content-Length is not a number',
  HPE_INVALID_STATUS: 'its status is not a number of three digits',
  HPE_INVALID_VERSION: 'it is not HTTP/1.1 or HTTP/1.0',
  HPE_INVALID_HEADER_TOKEN: 'a header is malformed',
  HPE_INVALID_CHUNK_SIZE: 'the size of a chunk is not a hexadecimal number',
  HPE_STRICT: 'a chunk is not as long as it says',
  HPE_HEADER_OVERFLOW: 'its headers are longer than 256 kB',
};

/** Explains an error of Node.js: why a server could not be reached, or its answer broke off. */
export function exchangeErrorOf(
  error: unknown,
  url: URL,
  target: HttpTarget,
  broken: BreakOff = {},
): ExchangeError {
  if (error instanceof ExchangeError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  return new ExchangeError(sentence(cause, url, target, broken), { cause });
}

function sentence(error: NodeJS.ErrnoException, url: URL, { socket, proxy }: HttpTarget, broken: BreakOff) {
  const { host, hostname } = url;
  const { code = '', message } = error;
  const next = CERTIFICATES[code];
  if (next !== undefined) return `the certificate of ${host} is refused: ${message} (${code}) — ${next}`;
  const place = socket ?? (proxy === undefined ? host : `${host} through the proxy ${new URL(proxy).host}`);
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${place} (ECONNREFUSED) — is the server running?`;
    case 'ENOENT':
      return `no such socket: ${place}`;
    case 'EACCES':
      return `no permission for ${place}`;
    case 'ENOTFOUND':
      return `no such host: ${proxy === undefined ? hostname : place} (ENOTFOUND)`;
    case 'EAI_AGAIN':
      return `the name ${hostname} cannot be looked up now (EAI_AGAIN) — is there a network?`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return `${place} cannot be reached (${code})`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return closed(error, url, broken);
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return tlsFault(message, code, url, place);
  if (code.startsWith('HPE_')) return httpFault(error, url, place, broken);
  return message === '' ? code : code === '' ? message : `${message} (${code})`;
}

const schemes = ({ protocol }: URL): { readonly plain: string; readonly secure: string } =>
  protocol.startsWith('ws') ? { plain: 'ws://', secure: 'wss://' } : { plain: 'http://', secure: 'https://' };

/** The connection ended before the answer. */
function closed({ message }: Error, url: URL, broken: BreakOff): string {
  const { protocol, host } = url;
  const { came = 0, body, isKnown, isHandshake } = broken;
  const did = /ECONNRESET|EPIPE/.test(message) ? 'reset' : 'closed';
  const what = `the server ${did} the connection`;
  if (body !== undefined) {
    const size = body.of === undefined ? `${came} bytes, before its end` : `${came} of ${body.of} bytes`;
    return `${what} in the middle of its answer, after ${size}`;
  }
  if (isHandshake)
    return `${host} ${did} the connection while TLS was negotiated — if it does not speak TLS, use ${schemes(url).plain}`;
  if (came > 0) return `${what} in the middle of its headers, after ${came} bytes`;
  const hint =
    isKnown || protocol === 'https:' || protocol === 'wss:'
      ? ''
      : ` — if it speaks TLS, use ${schemes(url).secure}`;
  return `${what} without an answer${hint}`;
}

/**
 * The reason that OpenSSL gives between the colons: `error:0A00010B:SSL routines:ssl3_get_record:wrong version
 * number:…`.
 */
function tlsFault(message: string, code: string, url: URL, place: string): string {
  const [, said = message] = /SSL routines:[^:]*:([^:]+)/.exec(message) ?? [];
  if (/wrong version number|packet length too long|http request|record layer failure/.test(said))
    return `${place} does not speak TLS (${code}) — try ${schemes(url).plain} instead of ${schemes(url).secure}`;
  if (/protocol version|unsupported protocol|no protocols available/.test(said))
    return `${place} speaks neither TLS 1.2 nor TLS 1.3 (${code})`;
  if (/unrecognized name/.test(said)) return `${place} has no certificate for ${url.hostname} (${code})`;
  const hint = /certificate required|handshake failure|bad certificate/.test(said)
    ? ' — does it want a client certificate? mcp-loupe cannot send one'
    : '';
  return `TLS with ${place} failed: ${said.trim()} (${code})${hint}`;
}

/** The parser provides what it could not read as `rawPacket`. */
function httpFault(
  error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer },
  url: URL,
  place: string,
  { body }: BreakOff,
): string {
  const { code = '', message, rawPacket: raw = Buffer.alloc(0) } = error;
  // A TLS record of an alert or a handshake, and the settings that HTTP/2 begins with.
  if (raw[0] === 0x15 || raw[0] === 0x16)
    return `${place} speaks TLS — try ${schemes(url).secure} instead of ${schemes(url).plain}`;
  if (raw[0] === 0 && raw[3] === 4) return `${place} speaks only HTTP/2; mcp-loupe speaks HTTP/1.1`;
  const [line = ''] = raw
    .toString('latin1', 0, 60)
    .trimStart()
    .split(/[\r\n]/, 1);
  const begins = body !== undefined || line === '' ? '' : `; it begins with ${JSON.stringify(line)}`;
  if (code === 'HPE_INVALID_CONSTANT') return `what ${place} sends is not HTTP${begins}`;
  const fault = HTTP_FAULTS[code] ?? message.replace(/^Parse Error: /, '');
  return `the answer is not valid HTTP: ${fault} (${code})${begins}`;
}
