import type { HttpTarget } from '../session/target.ts';

/** An HTTP exchange broke off, or was refused by us. The message names what, why, and the next step. */
export class ExchangeError extends Error {
  override name = 'ExchangeError';
}

const TRUST = 'trust its certificate with --ca FILE, or leave it unchecked with --insecure';

/** What the codes of TLS mean for the one who reads them; the others stand for themselves. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: TRUST,
  SELF_SIGNED_CERT_IN_CHAIN: TRUST,
  UNABLE_TO_GET_ISSUER_CERT: TRUST,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: TRUST,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: TRUST,
  CERT_UNTRUSTED: TRUST,
  CERT_HAS_EXPIRED: 'renew it, or leave it unchecked with --insecure',
  CERT_NOT_YET_VALID: 'look at the clocks, or leave it unchecked with --insecure',
  ERR_TLS_CERT_ALTNAME_INVALID: 'use a name that it is for, or leave it unchecked with --insecure',
};

/** Says why a server could not be reached or broke off, from what Node.js says. */
export function exchangeErrorOf(error: unknown, url: URL, target: HttpTarget): ExchangeError {
  if (error instanceof ExchangeError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  return new ExchangeError(sentence(cause, url, target), { cause });
}

function sentence(error: NodeJS.ErrnoException, { host, hostname }: URL, { socket, proxy }: HttpTarget) {
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
      return `${place} cannot be reached (${code})`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `the server closed the connection: ${message === 'aborted' ? 'in the middle of its answer' : message}`;
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
      return `${place} does not speak TLS (${code}) — try http:// instead of https://`;
  }
  if (code.startsWith('HPE_')) return `what ${place} sends is no HTTP: ${message} (${code})`;
  if (/^(?:Z_|ERR_BROTLI|ERR__ERROR)/.test(code))
    return `the body cannot be decompressed: ${message} (${code}) — is it what its Content-Encoding says?`;
  return message === '' ? code : code === '' ? message : `${message} (${code})`;
}
