import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { AuthorizationError } from './error.ts';

/** Seconds that an assertion is good for. */
const LIFETIME = 300;

/**
 * An assertion of a client, signed with its private key in PEM (RFC 7523, 2.2 and 3).
 *
 * @param audience the authorization server
 */
export function assertionOf(id: string, pem: string, audience: string): string {
  const key = readKey(pem);
  const [alg, hash] = algorithmOf(key);
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: id, sub: id, aud: audience, iat: now, exp: now + LIFETIME, jti: randomUUID() };
  const text = [{ alg, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AuthorizationError(`--client-key holds no private key in PEM that can be read: ${why}`);
  }
}

const CURVES: Readonly<Record<string, readonly [alg: string, hash: string]>> = {
  prime256v1: ['ES256', 'sha256'],
  secp384r1: ['ES384', 'sha384'],
  secp521r1: ['ES512', 'sha512'],
};

/** The algorithm that a key is for, and its hash (RFC 7518, 3.1). */
function algorithmOf({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details,
}: KeyObject): readonly [string, string] {
  const curve = CURVES[details?.namedCurve ?? ''];
  if (type === 'rsa') return ['RS256', 'sha256'];
  if (type === 'ec' && curve !== undefined) return curve;
  throw new AuthorizationError(
    `--client-key is of the kind ${type}; RSA keys and those of P-256, P-384 and P-521 sign`,
  );
}
