import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  exchangeAuthorization,
  registerClient,
} from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { isStrict, STRICT, type StrictDocument } from '../../src/auth/strict-clients.ts';

const SERVER = 'https://as.example';

/** A sound document of each kind. */
const SOUND: Readonly<Record<StrictDocument, Readonly<Record<string, unknown>>>> = {
  'the protected resource metadata': { resource: 'https://mcp.example/mcp', authorization_servers: [SERVER] },
  'the authorization server metadata': {
    issuer: SERVER,
    authorization_endpoint: `${SERVER}/authorize`,
    token_endpoint: `${SERVER}/token`,
    response_types_supported: ['code'],
  },
  'the OpenID discovery document': {
    issuer: SERVER,
    authorization_endpoint: `${SERVER}/authorize`,
    token_endpoint: `${SERVER}/token`,
    response_types_supported: ['code'],
    jwks_uri: `${SERVER}/keys`,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  },
  'the registration response': { client_id: 'c', redirect_uris: ['http://127.0.0.1:1/callback'] },
  'the token response': { access_token: 't', token_type: 'Bearer' },
};

/** Whether the SDK refuses a document. */
async function refuses(kind: StrictDocument, document: object): Promise<boolean> {
  const answer = async () => Response.json(document);
  const openId = async (url: string | URL) =>
    String(url).includes('openid') ? Response.json(document) : new Response('', { status: 404 });
  try {
    switch (kind) {
      case 'the protected resource metadata':
        await discoverOAuthProtectedResourceMetadata('https://mcp.example/mcp', {}, answer);
        return false;
      case 'the authorization server metadata':
        await discoverAuthorizationServerMetadata(SERVER, { fetchFn: answer });
        return false;
      case 'the OpenID discovery document':
        await discoverAuthorizationServerMetadata(SERVER, { fetchFn: openId });
        return false;
      case 'the registration response':
        await registerClient(SERVER, { clientMetadata: { redirect_uris: [] }, fetchFn: answer });
        return false;
      case 'the token response':
        await exchangeAuthorization(SERVER, {
          ...{ clientInformation: { client_id: 'c' }, authorizationCode: 'x', codeVerifier: 'y' },
          ...{ redirectUri: 'http://127.0.0.1:1/callback', fetchFn: answer },
        });
        return false;
    }
  } catch {
    return true;
  }
}

/** Members that the SDK does not know, or takes for what they are. */
const UNKNOWN = [
  'end_session_endpoint',
  'x',
  'authorization_response_iss_parameter_supported',
  'ext_expires_in',
];

describe.each(Object.keys(SOUND) as StrictDocument[])('%s', (kind) => {
  const sound = SOUND[kind];
  const { needs, knows }: { readonly needs: readonly string[]; readonly knows: readonly string[] } =
    STRICT[kind];

  it('is taken by the SDK when it is sound', async () => {
    expect(await refuses(kind, sound)).toBe(false);
  });

  it.each(needs)('without %s', async (name) => {
    const { [name]: _, ...rest } = sound;
    expect([await refuses(kind, rest), isStrict(kind, name, undefined)]).toEqual([true, true]);
  });

  it.each([...needs, ...knows, ...UNKNOWN])('with an odd %s', async (name) => {
    for (const value of [null, 5, '3600', { a: 1 }]) {
      const isMeant = typeof value === 'string' && isText(name);
      const isSound = isMeant || (typeof value === 'number' && /_(?:at|in)$/.test(name));
      if (isSound) continue;
      const odd = { ...sound, [name]: value };
      expect([name, value, isStrict(kind, name, value)]).toEqual([name, value, await refuses(kind, odd)]);
    }
  });
});

/** Whether a string is just what a member should be, or was not looked at any closer. */
const isText = (name: string): boolean =>
  !/_supported$|_uris$|_(?:at|in)$|contacts|grant_types|response_types/.test(name);
