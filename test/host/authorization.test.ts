import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AuthorizationChoice } from '../../src/host/authorization.ts';
import { type HostClock, systemClock } from '../../src/host/clock.ts';
import { type LiveHost, openLive } from '../../src/host/live.ts';
import { openRecorded } from '../../src/host/recorded.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import { remoteTarget } from '../../src/transport/target.ts';
import { MACHINE_SECRET, redirectOf, startAuthorizing } from '../support/authorizing.ts';
import { type HttpServer, seenAt } from '../support/http-server.ts';
import { nobody } from '../support/nobody.ts';
import { refusedLines } from '../support/transcript-schema.ts';

const MACHINE = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const KEY = MACHINE.privateKey.export({ type: 'sec1', format: 'pem' }).toString();

let server: HttpServer;
beforeAll(async () => {
  server = await startAuthorizing(MACHINE.publicKey.export({ type: 'spki', format: 'pem' }).toString());
});
afterAll(() => server.close());

const open: LiveHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

interface How extends Partial<AuthorizationChoice> {
  readonly headers?: readonly (readonly [string, string])[];
  /** Does what a person would do with the page; goes there and hands over where it leads, unless told otherwise. */
  readonly person?: (page: string, host: LiveHost) => void;
  readonly transport?: 'sse';
  readonly clock?: HostClock;
}

const folderOf = (): string => mkdtempSync(join(tmpdir(), 'loupe-auth-'));

function visit(page: string, { authorization }: LiveHost): void {
  void redirectOf(page).then((back) => authorization?.answer(back));
}

/** A host on a server of the fixture, and how often a person was asked. */
function hostAt(
  name: string,
  { headers = [], transport, person = visit, clock = systemClock, ...choice }: How = {},
) {
  const host = openLive({
    target: remoteTarget(`${server.base}/${name}/mcp`, {
      ...{ transport, headers, ca: undefined, insecure: false, env: {} },
    }),
    connection: {
      client: { name: 'test', version: '0' },
      era: 'legacy',
      ...{ timeout: 20_000, maxTimeout: 60_000, connectTimeout: 20_000 },
      ...{ answerer: nobody, rounds: 10, tasks: false },
    },
    authorization: {
      folder: folderOf(),
      grant: 'person',
      consentTimeout: 0,
      proxyFor: () => undefined,
      ...choice,
    },
    record: { path: join(folderOf(), 'live.mcp.jsonl'), overwrite: false },
    checks: { spec: false, sdk: false },
    redactorFor,
    redact: true,
    clock,
    id: 'test',
  });
  open.push(host);
  const pages: string[] = [];
  host.store.subscribe(() => {
    const { phase, url } = host.store.state().authorization ?? {};
    if (phase !== 'waiting' || url === undefined || url === pages.at(-1)) return;
    pages.push(url);
    person(url, host);
  });
  return { host, pages };
}

const state = (host: LiveHost) => host.store.state();
const call = (host: LiveHost) =>
  host.connection.request('tools/call', { name: 'whoami', arguments: {} }).done;
const steps = (host: LiveHost) => state(host).authorization?.steps.map(({ what }) => what);

describe('a server that wants authorization', () => {
  it.each(['plain', 'with-iss', 'step-up', 'expiring', 'refresh-refused'])(
    'is called after it: %s',
    async (name) => {
      const { host } = hostAt(name);
      expect(await host.connection.connect()).toBe('ready');
      expect(await call(host)).toMatchObject({
        kind: 'result',
        result: { content: [{ text: `you may, at ${name}` }] },
      });
      expect(state(host).authorization?.phase).toBe('granted');
      expect(state(host).findings).toEqual([]);
    },
  );

  it.each([
    [
      'wrong-iss',
      /the redirect is of another issuer: its iss is https:\/\/attacker\.example, and .*\/as was asked/,
      1,
    ],
    ['denied', /authorization was denied \(access_denied: not today\)/, 1],
    [
      'broken-token',
      /no token was granted: POST .*\/token was answered 200 OK, without an access_token: it holds token_type/,
      1,
    ],
    ['never', /a token was granted, but the server rejects it/, 1],
    ['never-enough', /the scope all was asked for 2 times without success/, 3],
    ['no-registration', /does not register clients — give one with --client-id/, 0],
    [
      'other-resource',
      /metadata at .* is for another server: its resource is https:\/\/elsewhere\.example/,
      0,
    ],
    [
      'other-issuer',
      /cannot be used: its issuer is .*\/somebody\/as, and .*\/other-issuer\/as was asked for \(authorization_servers /,
      0,
    ],
    [
      'broken-metadata',
      /protected resource metadata at .* cannot be used: the answer is not valid JSON \(200 OK: /,
      0,
    ],
    [
      'no-resource-metadata',
      /no metadata was found \(GET .*: 404 .*did not register this client: .*\/register was answered 404/,
      0,
    ],
  ])('is not, and the reason is told: %s', async (name, why, asked) => {
    const { host, pages } = hostAt(name, { person: throughTheBrowser });
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host).why.join('\n')).toMatch(why);
    expect(pages).toHaveLength(asked);
  });

  it('goes on waiting when an answer with another state comes', async () => {
    let guessed: string | undefined;
    const { host } = hostAt('plain', {
      person: (page, there) => {
        const callback = new URL(page).searchParams.get('redirect_uri') ?? '';
        void fetch(`${callback}?code=evil&state=guess`).then(async (response) => {
          guessed = `${response.status} ${await response.text()}`;
          visit(page, there);
        });
      },
    });
    expect(await host.connection.connect()).toBe('ready');
    expect(guessed).toMatch(/^400 .*so it was ignored/s);
    const remarks = state(host).authorization?.steps.filter(({ what }) => what === 'remark');
    expect(remarks).toMatchObject([
      { text: expect.stringContaining('an answer came back with a different state') },
    ]);
  });

  it('says that answers with another state alone came', async () => {
    const { host } = hostAt('wrong-state', { person: throughTheBrowser, consentTimeout: 1500 });
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host).why.join()).toMatch(
      /nobody has authorized within 1\.5 s: .*1 with a different state were ignored/,
    );
  });

  /** The page is opened, and the browser goes where it leads. */
  function throughTheBrowser(page: string): void {
    void fetch(page).then((response) => response.text());
  }

  it('is reached over HTTP+SSE, too', async () => {
    const { host, pages } = hostAt('events', { transport: 'sse' });
    expect(await host.connection.connect()).toBe('ready');
    expect(await call(host)).toMatchObject({ kind: 'result' });
    expect(pages).toHaveLength(1);
  });

  it('is told what it does not say', async () => {
    const { host } = hostAt('bare');
    expect(await host.connection.connect()).toBe('ready');
    expect(state(host).findings.map(({ rule }) => rule)).toEqual(['auth/challenge', 'auth/pkce']);
  });

  it('is not asked for tokens where it wants something else', async () => {
    const { host, pages } = hostAt('basic');
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host).why.join()).toContain('WWW-Authenticate: Basic realm="x") — put USER:PASSWORD@');
    expect([pages, state(host).authorization]).toEqual([[], undefined]);
  });

  it('runs no call that was cancelled meanwhile', async () => {
    const called = hostAt('step-up', { person: () => {} });
    const connected = called.host.connection.connect();
    const page = async (): Promise<string> => {
      await expect.poll(() => state(called.host).authorization?.phase).toBe('waiting');
      return redirectOf(state(called.host).authorization?.url ?? '');
    };
    called.host.authorization?.answer(await page());
    await connected;
    const running = called.host.connection.request('tools/call', { name: 'whoami', arguments: {} });
    const back = await page();
    running.cancel('enough');
    expect(await running.done).toMatchObject({ kind: 'cancelled' });
    const before = (await seenAt(server, '/step-up/mcp')).filter(({ body }) =>
      body.includes('tools/call'),
    ).length;
    expect(called.host.authorization?.answer(back)).toBeUndefined();
    await expect.poll(() => state(called.host).authorization?.phase).toBe('granted');
    expect(await called.host.connection.request('tools/list', {}).done).toMatchObject({ kind: 'result' });
    const after = (await seenAt(server, '/step-up/mcp')).filter(({ body }) =>
      body.includes('tools/call'),
    ).length;
    expect(after).toBe(before);
  });

  it('is asked again for a call after the person gave up once', async () => {
    let asked = 0;
    const { host, pages } = hostAt('step-up', {
      person: (page, there) => {
        asked += 1;
        if (asked === 2) there.authorization?.giveUp();
        else visit(page, there);
      },
    });
    await host.connection.connect();
    expect(await call(host)).toMatchObject({
      kind: 'closed',
      why: expect.stringContaining('cancelled'),
    });
    expect(await call(host)).toMatchObject({ kind: 'result' });
    expect(pages).toHaveLength(3);
  });

  it('is known with what another process was granted meanwhile', async () => {
    const folder = folderOf();
    const one = hostAt('expiring', { folder });
    await one.host.connection.connect();
    const other = hostAt('expiring', { folder });
    await other.host.connection.connect();
    await call(other.host);
    expect(await call(one.host)).toMatchObject({ kind: 'result' });
    expect([one.pages.length, other.pages.length]).toEqual([1, 0]);
  });

  it('has its steps and exchanges in the recording, without what is secret, and the same after reopening', async () => {
    const { host, pages } = hostAt('expiring', { person: throughTheBrowser });
    await host.connection.connect();
    await call(host);
    const live = state(host).authorization;
    expect(steps(host)).toEqual([
      'wanted',
      'resource metadata',
      'server metadata',
      'client',
      'refresh',
      'granted',
    ]);
    await host.close();
    const path = host.recording()?.path ?? '';
    const text = readFileSync(path, 'utf8');
    const seen = (await seenAt(server, '/expiring/as/token')).map(({ body }) => new URLSearchParams(body));
    const secrets = seen.flatMap((form) => [
      form.get('code'),
      form.get('code_verifier'),
      form.get('refresh_token'),
    ]);
    expect(secrets.filter((secret) => secret !== null).length).toBeGreaterThan(2);
    for (const secret of secrets) if (secret !== null) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/access-[0-9a-f]{8}|refresh-[0-9a-f]{8}/);
    expect(text).toContain('grant_type=authorization_code&code=[redacted]&code_verifier=[redacted]');
    expect(text).toContain('"for":"callback"');
    expect(pages).toHaveLength(1);
    expect(refusedLines(path)).toEqual([]);
    const again = await openRecorded(path, systemClock);
    await again.whole;
    expect(again.store.state().authorization).toEqual(live);
    await again.close();
  });

  it('is not asked for again with what is kept, until that is forgotten', async () => {
    const folder = folderOf();
    const first = hostAt('plain', { folder });
    await first.host.connection.connect();
    await first.host.close();
    const second = hostAt('plain', { folder });
    expect(await second.host.connection.connect()).toBe('ready');
    expect(second.pages).toEqual([]);
    expect(steps(second.host)).toEqual(['kept']);
    await second.host.authorization?.forget();
    expect(readdirSync(folder)).toEqual([]);
    expect(await second.host.connection.restart()).toBe('ready');
    expect(second.pages).toHaveLength(1);
  });

  it('is known as the client that was registered before', async () => {
    const folder = folderOf();
    await hostAt('refresh-refused', { folder }).host.connection.connect();
    const before = (await seenAt(server, '/refresh-refused/as/register')).length;
    const { host } = hostAt('refresh-refused', { folder });
    await host.connection.connect();
    await call(host);
    expect(await seenAt(server, '/refresh-refused/as/register')).toHaveLength(before);
  });

  it('has what is corrupt told, and asks anew', async () => {
    const folder = folderOf();
    writeFileSync(join(folder, 'x.json'), '{');
    const { host } = hostAt('plain', { folder });
    expect(await host.connection.connect()).toBe('ready');
    const [remark] = state(host).authorization?.steps ?? [];
    expect(remark).toMatchObject({ what: 'remark', text: expect.stringContaining('it was renamed') });
  });

  it('waits for a person beyond every time-out', async () => {
    const timers = new Set<object>();
    const clock: HostClock = {
      ...systemClock,
      later(ms, task) {
        const timer = { ms };
        timers.add(timer);
        const stop = systemClock.later(ms, () => {
          timers.delete(timer);
          task();
        });
        return () => {
          timers.delete(timer);
          stop();
        };
      },
    };
    const { host } = hostAt('plain', { clock, person: () => {} });
    const connected = host.connection.connect();
    await expect.poll(() => state(host).authorization?.phase).toBe('waiting');
    const page = state(host).authorization?.url ?? '';
    await expect.poll(() => [...timers]).toEqual([]);
    expect(host.authorization?.answer(await redirectOf(page))).toBeUndefined();
    expect(await connected).toBe('ready');
  });

  it('takes the right redirect URL alone from a person who pastes', async () => {
    const said: (string | undefined)[] = [];
    const { host } = hostAt('plain', {
      person: (page) => {
        const { authorization } = host;
        void redirectOf(page).then((back) => {
          const other = new URL(back);
          other.searchParams.set('state', 'another');
          for (const text of ['', 'https://a.example/', other.href, ` ${back}\n`, back])
            said.push(authorization?.answer(text));
        });
      },
    });
    expect(await host.connection.connect()).toBe('ready');
    expect(said).toEqual([
      'This is not a redirect URL: it has neither a code nor an error.',
      'This is not a redirect URL: it has neither a code nor an error.',
      'This redirect URL belongs to another attempt: its state does not match.',
      undefined,
      'No redirect URL is expected.',
    ]);
  });

  it('is left when the person gives up, or does not come', async () => {
    const given = hostAt('plain', { person: (_, { authorization }) => authorization?.giveUp() });
    expect(await given.host.connection.connect()).toBe('failed');
    expect(state(given.host).why.join()).toContain('cancelled');
    const late = hostAt('plain', { person: () => {}, consentTimeout: 200 });
    expect(await late.host.connection.connect()).toBe('failed');
    expect(state(late.host).why.join()).toContain('nobody has authorized within 0.2 s');
  });

  it('is closed while it waits', async () => {
    const { host } = hostAt('plain', { person: () => {} });
    const connected = host.connection.connect();
    await expect.poll(() => state(host).authorization?.phase).toBe('waiting');
    const page = new URL(state(host).authorization?.url ?? '');
    await host.close();
    expect(await connected).toBe('failed');
    await expect(fetch(page.searchParams.get('redirect_uri') ?? '')).rejects.toThrow();
  });

  it('is left alone where a header is given', async () => {
    const { host, pages } = hostAt('plain', { headers: [['authorization', 'Bearer mine-0123456789']] });
    expect(host.authorization).toBeUndefined();
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host).why.join()).toContain('the server refused the Authorization header you gave');
    expect(pages).toEqual([]);
  });

  it('asks for the scopes of the challenge and what was granted before, in one flow for all that wait', async () => {
    const { host, pages } = hostAt('step-up');
    await host.connection.connect();
    await Promise.all([call(host), call(host)]);
    expect(pages.map((page) => new URL(page).searchParams.get('scope'))).toEqual(['read', 'read write']);
  });
});

describe('a client that is known', () => {
  const person = (): void => {
    throw new Error('nobody is to be asked');
  };

  it.each([
    ['secret', { secret: MACHINE_SECRET }],
    ['key', { key: KEY }],
  ])('has tokens of its own by its %s, which are not kept', async (_, proof) => {
    const folder = folderOf();
    const { host } = hostAt('plain', {
      folder,
      grant: 'client',
      client: { id: 'machine', ...proof },
      person,
    });
    expect(await host.connection.connect()).toBe('ready');
    expect(readdirSync(folder)).toEqual([]);
    await host.close();
    expect(readFileSync(host.recording()?.path ?? '', 'utf8')).not.toContain(MACHINE_SECRET);
  });

  it.each([
    [{ id: 'machine', secret: 'not the secret' }, 'no token was granted: invalid_client: who are you?'],
    [{ id: 'machine', key: 'no key' }, '--client-key holds no private key in PEM that can be read'],
  ])('does not with %j', async (client, why) => {
    const { host } = hostAt('plain', { grant: 'client', client, person });
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host).why.join()).toContain(why);
  });

  it('goes to its own authorization server alone', async () => {
    const client = { id: 'machine', secret: MACHINE_SECRET };
    const { host } = hostAt('plain', { grant: 'client', client, issuer: 'https://as.example', person });
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host).why.join()).toMatch(
      /sends us to .*\/plain\/as, and --issuer allows only https:\/\/as\.example/,
    );
  });

  it.each([
    ['no-registration', { client: { id: 'known-client' } }, 'known-client'],
    ['by-document', { metadataUrl: 'https://mine.example/client.json' }, 'https://mine.example/client.json'],
  ])('is asked for as such: %s', async (name, choice, id) => {
    const { host, pages } = hostAt(name, choice);
    expect(await host.connection.connect()).toBe('ready');
    expect(pages.map((page) => new URL(page).searchParams.get('client_id'))).toEqual([id]);
  });
});
