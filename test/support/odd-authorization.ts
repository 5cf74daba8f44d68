import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBrowserConsent } from '../../src/auth/browser-consent.ts';
import { createFlow } from '../../src/auth/flow.ts';
import type { AuthorizationOptions } from '../../src/auth/options.ts';
import { systemClock } from '../../src/host/clock.ts';
import type { Challenge, Credentials } from '../../src/session/authorization.ts';
import type { Capture } from '../../src/session/frame.ts';
import type { Finding } from '../../src/spec/finding.ts';

/** The documents of a flow, by what asks for them. */
export type DocumentName = 'resource' | 'server' | 'openid' | 'registration' | 'token' | 'refresh';

/** What is answered in place of a sound document; `sound` is its JSON, `body` that of the request. */
export type Reply = (sound: string, response: ServerResponse, request: IncomingMessage, body: string) => void;

/** How a server is odd. `BASE` stands for its origin in all texts. */
export interface Oddity {
  /** Takes the place of a document. */
  readonly replies?: Partial<Record<DocumentName, Reply>>;
  /** Members of documents, in place of the sound ones; nothing leaves them out. */
  readonly members?: Partial<Record<DocumentName, Readonly<Record<string, unknown>>>>;
  /** Parameters of the redirect, in place of the sound ones. */
  readonly redirect?: Readonly<Record<string, string | undefined>>;
  readonly challenge?: Challenge;
  readonly options?: Partial<AuthorizationOptions>;
  /** It is refreshed what was granted earlier. */
  readonly refresh?: true;
  /** The client that was registered earlier. */
  readonly known?: string;
}

/** What came of it. */
export interface Outcome {
  readonly credentials?: Credentials;
  readonly failed?: string;
  readonly findings: readonly Finding[];
  readonly steps: readonly string[];
  readonly captures: readonly Capture[];
  /** The parameters of the page, when one was asked for. */
  readonly page?: URLSearchParams;
  /** Requests as the server has seen them: method, path with query, body, in order. */
  readonly seen: readonly (readonly [request: string, body: string, authorization: string | undefined])[];
}

/** A server that wants authorization, and is its own authorization server, odd as it is told. */
export async function authorizeAt(oddity: Oddity): Promise<Outcome> {
  const seen: [string, string, string | undefined][] = [];
  let base = '';
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      seen.push([`${request.method} ${request.url}`, body, request.headers.authorization]);
      const name = nameOf(request.url ?? '', body, oddity);
      if (name === undefined) return void response.writeHead(404).end();
      const members = { ...SOUND[name], ...oddity.members?.[name] };
      const sound = JSON.stringify(members).replaceAll('BASE', base);
      const reply = (request.url ?? '').includes('/elsewhere') ? undefined : oddity.replies?.[name];
      if (reply !== undefined) return reply(sound, response, request, body);
      response.writeHead(name === 'registration' ? 201 : 200, { 'Content-Type': 'application/json' });
      response.end(sound);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return await flow(base, oddity, seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const SOUND: Readonly<Record<DocumentName, object>> = {
  resource: { resource: 'BASE/mcp', authorization_servers: ['BASE'], scopes_supported: ['read'] },
  server: {
    issuer: 'BASE',
    authorization_endpoint: 'BASE/authorize',
    token_endpoint: 'BASE/token',
    registration_endpoint: 'BASE/register',
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  },
  openid: {
    issuer: 'BASE',
    authorization_endpoint: 'BASE/authorize',
    token_endpoint: 'BASE/token',
    registration_endpoint: 'BASE/register',
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    jwks_uri: 'BASE/keys',
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  },
  registration: { client_id: 'client-1', redirect_uris: ['http://127.0.0.1/callback'] },
  token: { access_token: 'token-of-a-person', token_type: 'Bearer', expires_in: 3600 },
  refresh: { access_token: 'token-refreshed', token_type: 'Bearer', expires_in: 3600 },
};

function nameOf(url: string, body: string, { replies, members }: Oddity): DocumentName | undefined {
  if (url.includes('oauth-protected-resource')) return 'resource';
  // Where the document of OpenID is the odd one, there is no other.
  const isOpenId = replies?.openid !== undefined || members?.openid !== undefined;
  if (url.includes('oauth-authorization-server')) return isOpenId ? undefined : 'server';
  if (url.includes('openid-configuration')) return isOpenId ? 'openid' : undefined;
  if (url.includes('/register')) return 'registration';
  if (url.includes('/token')) return body.includes('grant_type=refresh_token') ? 'refresh' : 'token';
  return undefined;
}

async function flow(base: string, oddity: Oddity, seen: Outcome['seen']): Promise<Outcome> {
  const captures: Capture[] = [];
  const steps: string[] = [];
  const replaced = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('BASE', base)) as T;
  let exchanges = 0;
  let page: URLSearchParams | undefined;
  const world = {
    wall: systemClock.wall,
    later: systemClock.later,
    emit: (capture: Capture) => captures.push(capture),
    nextExchange: () => ++exchanges,
    learn() {},
    hold() {},
    vault: {
      find: () => undefined,
      known: () => (oddity.known === undefined ? undefined : earlier(base, oddity.known)),
      keep: () => undefined,
      forget: () => 0,
      remarks: () => [],
    },
    registered: new Map(),
  };
  const options: AuthorizationOptions = {
    ...{ grant: 'person', consentTimeout: 20_000, proxyFor: () => undefined },
    ...replaced(oddity.options ?? {}),
  };
  const consent = createBrowserConsent({ ...world, tell }, options);
  function tell(step: string, detail: string, url?: string): void {
    steps.push(`${step}: ${detail}`);
    if (url === undefined) return;
    page = new URL(url).searchParams;
    void fetch(redirectFor(new URL(url), replaced(oddity.redirect ?? {})));
  }
  const target = {
    transport: 'http',
    chosen: true,
    url: `${base}/mcp`,
    headers: [],
    insecure: false,
  } as const;
  const made = createFlow(target, options, { ...world, tell, consent }, '127.0.0.1');
  const result = await made
    .authorize({
      challenge: replaced(oddity.challenge ?? {}),
      ...(oddity.refresh ? { refresh: earlier(base, 'client-0') } : {}),
    })
    .then(
      (credentials) => ({ credentials }),
      (error: Error) => ({ failed: error.message }),
    );
  made.close();
  const findings = captures.flatMap((capture) => ('findings' in capture ? (capture.findings ?? []) : []));
  const plain = JSON.parse(JSON.stringify({ findings, steps, ...result }).replaceAll(base, 'BASE'));
  return { ...plain, captures, seen, ...(page === undefined ? {} : { page }) };
}

/** What was granted earlier. */
const earlier = (base: string, client: string): Credentials => ({
  ...{ issuer: base, resource: `${base}/mcp`, client: { client_id: client } },
  redirect: 'http://127.0.0.1:0/callback',
  tokens: { access_token: 'token-of-before', token_type: 'Bearer', refresh_token: 'refresh-of-before' },
});

/** Where a browser is led that opens a page. */
function redirectFor(
  { searchParams: asked }: URL,
  odd: Readonly<Record<string, string | undefined>>,
): string {
  const back = new URL(asked.get('redirect_uri') ?? '');
  const sound = { code: 'code-1', state: asked.get('state') ?? '' };
  for (const [name, value] of Object.entries({ ...sound, ...odd })) {
    if (value !== undefined) back.searchParams.set(name, value);
  }
  return back.href;
}
