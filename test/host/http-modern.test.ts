import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EraChoice } from '../../src/connection/ports.ts';
import { systemClock } from '../../src/host/clock.ts';
import { type LiveHost, openLive } from '../../src/host/live.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import { remoteTarget } from '../../src/transport/target.ts';
import { type HttpServer, type SeenRequest, seenAt, startHttpServer } from '../support/http-server.ts';
import { nobody } from '../support/nobody.ts';
import { listed } from '../support/ready-host.ts';

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer([
    fileURLToPath(new URL('../support/servers/modern-http.mjs', import.meta.url)),
  ]);
});
afterAll(() => server.close());

const open: LiveHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

interface How {
  readonly era?: EraChoice;
  readonly protocolVersion?: string;
  readonly listen?: boolean;
}

/** A host on the server of a kind, which is its path. */
function hostAt(path: string, { era, protocolVersion, listen = false }: How = {}): LiveHost {
  const host = openLive({
    target: remoteTarget(server.base + path, {
      ...{ transport: undefined, headers: [], ca: undefined, insecure: false, env: {} },
    }),
    connection: {
      client: { name: 'test', version: '0' },
      ...{
        timeout: 20_000,
        maxTimeout: 60_000,
        connectTimeout: 20_000,
        answerer: nobody,
        rounds: 10,
        tasks: true,
        listen,
      },
      ...(era === undefined ? {} : { era }),
      ...(protocolVersion === undefined ? {} : { protocolVersion }),
    },
    checks: { spec: false, sdk: false },
    redactorFor,
    redact: true,
    clock: systemClock,
    id: 'test',
  });
  open.push(host);
  return host;
}

const state = (host: LiveHost) => host.store.state();
const rules = (host: LiveHost) => state(host).findings.map(({ rule }) => rule);
const call = (host: LiveHost, name: string, given: object = {}) =>
  host.connection.request('tools/call', { name, arguments: given });

const methodOf = ({ method, body }: SeenRequest): string =>
  body === '' ? method : String((JSON.parse(body) as { method?: string }).method);
const methodsAt = async (path: string) => (await seenAt(server, path)).map(methodOf);
const lastAt = async (path: string, method: string) =>
  (await seenAt(server, path)).findLast((request) => methodOf(request) === method);

describe('which era a URL is of', () => {
  const MODERN = ['server/discover', 'tools/list', 'prompts/list'];
  const LEGACY = ['server/discover', 'initialize', 'notifications/initialized'];

  it.each([
    ['plain', MODERN],
    ['version-once', ['server/discover', ...MODERN]],
  ])('%s: modern', async (kind, asked) => {
    const host = hostAt(`/${kind}`);
    expect(await host.connection.connect()).toBe('ready');
    expect(state(host)).toMatchObject({ era: 'modern', negotiated: '2026-07-28', why: [] });
    expect(await methodsAt(`/${kind}`)).toEqual(asked);
    expect(rules(host)).toEqual([]);
  });

  it.each([
    ['legacy-listed', []],
    ['legacy-400', []],
    ['legacy-404', []],
    ['legacy-500', []],
    ['legacy-method', []],
    ['legacy-empty', ['init/version']],
    ['legacy-accepts', ['http/accepted-request']],
  ])('%s: legacy', async (kind, found) => {
    const host = hostAt(`/${kind}`);
    expect(await host.connection.connect()).toBe('ready');
    expect(state(host)).toMatchObject({ era: 'legacy', negotiated: '2025-11-25', why: [] });
    expect((await methodsAt(`/${kind}`)).slice(0, 3)).toEqual(LEGACY);
    expect(rules(host)).toEqual(found);
    const initialize = await lastAt(`/${kind}`, 'initialize');
    expect(initialize?.headers).not.toHaveProperty('mcp-protocol-version');
    expect(initialize?.headers).not.toHaveProperty('mcp-method');
    expect(initialize?.body).not.toContain('_meta');
  });

  it.each([
    ['future', ['server/discover'], /-32022/],
    ['version-never', ['server/discover', 'server/discover'], /-32022/],
    ['needs', ['server/discover'], /-32021/],
    ['mismatch', ['server/discover'], /-32020/],
    ['denied', ['server/discover'], /requires authorization/],
  ])('%s: neither', async (kind, asked, why) => {
    const host = hostAt(`/${kind}`);
    expect(await host.connection.connect()).toBe('failed');
    expect(await methodsAt(`/${kind}`)).toEqual(asked);
    expect(state(host).why.at(-1)).toMatch(why);
  });

  it('is not asked where the user says it', async () => {
    await hostAt('/legacy-400/chosen', { era: 'legacy' }).connection.connect();
    expect((await methodsAt('/legacy-400/chosen'))[0]).toBe('initialize');
    await hostAt('/legacy-400/older', { protocolVersion: '2025-06-18' }).connection.connect();
    expect((await methodsAt('/legacy-400/older'))[0]).toBe('initialize');
    expect(await hostAt('/legacy-400/modern', { era: 'modern' }).connection.connect()).toBe('failed');
    expect(await methodsAt('/legacy-400/modern')).toEqual(['server/discover']);
  });
});

describe('a modern exchange', () => {
  it('says in its headers what it is about', async () => {
    const host = hostAt('/plain/headers');
    await host.connection.connect();
    await listed(host);
    const given = {
      ...{ region: ' Zürich', count: 42, sure: false, other: 'kept back', deep: { er: '=?base64?eA==?=' } },
    };
    expect(await call(host, 'place', given).done).toMatchObject({ kind: 'result' });
    const sent = await lastAt('/plain/headers', 'tools/call');
    expect(sent?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'place',
      'mcp-param-region': '=?base64?IFrDvHJpY2g=?=',
      'mcp-param-count': '42',
      'mcp-param-sure': 'false',
      'mcp-param-deeper': '=?base64?PT9iYXNlNjQ/ZUE9PT89?=',
    });
    expect(Object.keys(sent?.headers ?? {}).filter((name) => name.startsWith('mcp-param-'))).toHaveLength(4);
    // The server holds them against the body.
    for (const [method, params] of [
      ['tools/call', { name: '天気 予報', arguments: {} }],
      ['prompts/get', { name: 'ask' }],
      ['resources/read', { uri: 'file:///a b/ü' }],
    ] as const) {
      expect(await host.connection.request(method, params).done).toMatchObject({ kind: 'result' });
    }
  });

  it('knows no session, and no GET', async () => {
    const host = hostAt('/plain/session');
    await host.connection.connect();
    await call(host, 'echo').done;
    await host.close();
    const seen = await seenAt(server, '/plain/session');
    expect(seen.map(({ method }) => method).filter((method) => method !== 'POST')).toEqual([]);
    expect(seen.some(({ headers }) => 'mcp-session-id' in headers)).toBe(false);
  });

  it('is cancelled by closing it', async () => {
    const host = hostAt('/waits');
    await host.connection.connect();
    const running = call(host, 'echo');
    await expect.poll(() => methodsAt('/waits')).toContain('tools/call');
    running.cancel('enough');
    expect(await running.done).toEqual({ kind: 'cancelled', why: 'tools/call echo was cancelled: enough' });
    await expect.poll(async () => (await lastAt('/waits', 'tools/call'))?.closed).toBe(true);
    expect(await methodsAt('/waits')).not.toContain('notifications/cancelled');
    expect(host.store.state().unreachable).toBeUndefined();
    expect(rules(host)).toEqual([]);
    expect(state(host).running).toEqual([]);
  });

  it('is not blamed for an event that was half there when it was cancelled', async () => {
    const host = hostAt('/halfway');
    await host.connection.connect();
    const running = call(host, 'echo');
    // What stands before that half.
    await expect.poll(() => rules(host)).toEqual(['modern/log']);
    running.cancel('enough');
    await running.done;
    await expect.poll(async () => (await lastAt('/halfway', 'tools/call'))?.closed).toBe(true);
    await host.close();
    expect(rules(host)).toEqual(['modern/log']);
  });

  it('is not resumed when its stream ends', async () => {
    const host = hostAt('/cut');
    await host.connection.connect();
    const why = 'tools/call echo: the event stream ended before the response';
    expect(await call(host, 'echo').done).toMatchObject({ kind: 'closed', why });
    expect(rules(host)).toEqual(['http/cut-stream']);
    expect((await seenAt(server, '/cut')).every(({ method }) => method === 'POST')).toBe(true);
  });

  it('may be answered 404 and "method not found"', async () => {
    const host = hostAt('/gone');
    await host.connection.connect();
    expect(await call(host, 'echo').done).toMatchObject({ kind: 'error', error: { code: -32601 } });
    expect(state(host).phase).toBe('ready');
  });
});

describe('the headers of a tool', () => {
  it('are made anew from a fresh list when they are refused', async () => {
    const host = hostAt('/changed');
    await host.connection.connect();
    expect(await call(host, 'move', { region: 'north' }).done).toMatchObject({ kind: 'result' });
    expect((await methodsAt('/changed')).slice(3)).toEqual(['tools/call', 'tools/list', 'tools/call']);
  });

  it('are made anew once', async () => {
    const host = hostAt('/stubborn');
    await host.connection.connect();
    expect(await call(host, 'echo').done).toMatchObject({ kind: 'error', error: { code: -32020 } });
    expect((await methodsAt('/stubborn')).slice(3)).toEqual(['tools/call', 'tools/list', 'tools/call']);
  });

  it('that are wrong keep it from being called', async () => {
    const host = hostAt('/marks');
    await host.connection.connect();
    await listed(host);
    expect(state(host).lists.tools.items.map(({ name }) => name)).toEqual(['place', 'bad']);
    expect(await call(host, 'bad', { n: 1 }).done).toMatchObject({
      kind: 'cancelled',
      why: expect.stringMatching(
        /^tools\/call was not sent: x-mcp-header of n is on a parameter of type "number"/,
      ),
    });
    expect(await call(host, 'place').done).toMatchObject({ kind: 'result' });
    expect((await methodsAt('/marks')).filter((method) => method === 'tools/call')).toHaveLength(1);
  });
});

describe('news of changes', () => {
  const listening = (path: string) => expect.poll(() => methodsAt(path)).toContain('subscriptions/listen');

  it('come on a stream of their own', async () => {
    const host = hostAt('/news', { listen: true });
    await host.connection.connect();
    await listening('/news');
    expect(JSON.parse((await lastAt('/news', 'subscriptions/listen'))?.body ?? '')).toMatchObject({
      params: { notifications: { toolsListChanged: true } },
    });
    await call(host, 'echo').done;
    await expect.poll(() => state(host).lists.tools.items.map(({ name }) => name)).toEqual(['echo', 'grown']);
    expect(rules(host)).toEqual([]);
    await host.close();
    await expect.poll(async () => (await lastAt('/news', 'subscriptions/listen'))?.closed).toBe(true);
  });

  it('are asked for again when the server ends the stream', async () => {
    const host = hostAt('/news-ends', { listen: true });
    await host.connection.connect();
    const asked = async () => (await methodsAt('/news-ends')).filter((one) => one === 'subscriptions/listen');
    await expect.poll(asked).toHaveLength(2);
    expect(rules(host)).toEqual([]);
  });

  it('are not asked for where nobody looks, or none are announced', async () => {
    const alone = hostAt('/news/alone');
    const without = hostAt('/plain/quiet', { listen: true });
    for (const host of [alone, without]) {
      await host.connection.connect();
      await call(host, 'echo').done;
    }
    expect(await methodsAt('/news/alone')).not.toContain('subscriptions/listen');
    expect(await methodsAt('/plain/quiet')).not.toContain('subscriptions/listen');
  });

  it('may be refused', async () => {
    const host = hostAt('/news-refused', { listen: true });
    await host.connection.connect();
    await listening('/news-refused');
    await expect.poll(() => state(host).running).toEqual([]);
    expect(state(host).phase).toBe('ready');
  });
});
