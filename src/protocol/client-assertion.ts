import { createPrivateKey, type KeyObject } from 'node:crypto';
import { createPrivateKeyJwtAuth } from '@modelcontextprotocol/client';
import { AuthorizationError } from './authorization-error.ts';

/** Signs assertions of a client with its private key in PEM (RFC 7523, 2.2), as the official client library does. */
export function signAssertion(id: string, pem: string): ReturnType<typeof createPrivateKeyJwtAuth> {
  const key = readKey(pem);
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  return createPrivateKeyJwtAuth({ issuer: id, subject: id, privateKey, alg: algorithmOf(key) });
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AuthorizationError(`--client-key holds no private key in PEM that can be read: ${why}`);
  }
}

const CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

/** The algorithm that a key is for (RFC 7518, 3.1). */
function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): string {
  const curve = CURVES[details?.namedCurve ?? ''];
  if (type === 'rsa') return 'RS256';
  if (type === 'ec' && curve !== undefined) return curve;
  throw new AuthorizationError(
    `--client-key is of the kind ${type}; RSA keys and those of P-256, P-384 and P-521 sign`,
  );
}
