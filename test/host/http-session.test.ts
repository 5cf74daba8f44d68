import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import type { LiveHost } from '../../src/host/live.ts';
import { openRecorded } from '../../src/host/recorded.ts';
import { call, DONE, entries, faultyHttp, lost, rules, state } from '../support/faulty-http.ts';
import { freePort, startEverything } from '../support/http-server.ts';
import { listed } from '../support/ready-host.ts';

const { hostAt, seen } = faultyHttp();

const messages = (host: LiveHost, rule: string) =>
  state(host).findings.flatMap((one) => (one.rule === rule ? one.places.map(({ message }) => message) : []));

describe('a session that the server has forgotten', () => {
  it('is begun anew, and what changes nothing is asked again', async () => {
    const host = hostAt('/forget-once');
    expect(await host.connection.connect()).toBe('ready');
    await listed(host);
    expect(state(host)).toMatchObject({ phase: 'ready', lists: { tools: { state: 'done' } }, session: 1 });
    expect(rules(host)).toEqual(['http/session-lost']);
    expect(await call(host)).toMatchObject(DONE);
    const begun = (await seen('/forget-once')).filter(({ body }) => body.includes('"initialize"'));
    expect(begun).toHaveLength(2);
    expect(begun.map(({ headers }) => headers['mcp-session-id'])).toEqual([undefined, undefined]);
  });

  it.each([
    ['/forget', '404 Not Found'],
    ['/forget-400', '400 Bad Request, which should be 404: .*No valid session ID'],
    ['/forget-text', '400 Bad Request, which should be 404: Bad Request: Server not initialized'],
  ])('does not take a call along: %s', async (path, why) => {
    const host = hostAt(path);
    await host.connection.connect();
    expect(await call(host)).toMatchObject(
      lost(`no longer knows the session \\(${why}.*\\); it was not retried: the server may have run it`),
    );
    await expect.poll(() => state(host).phase).toBe('ready');
    expect(state(host).session).toBe(1);
  });

  it('takes it along when that is wanted, but does not go round', async () => {
    const host = hostAt('/forget?retry', { retryCalls: true });
    await host.connection.connect();
    expect(await call(host)).toMatchObject(lost('no longer knows the session'));
    const requests = await seen('/forget?retry');
    expect(requests.filter(({ body }) => body.includes('tools/call'))).toHaveLength(2);
  });

  it('is begun anew at longer intervals where each is forgotten, and that is told once', async () => {
    const host = hostAt('/forget-after-tools');
    void host.connection.connect();
    await expect.poll(() => rules(host), { timeout: 20_000 }).toContain('server/loop');
    expect(messages(host, 'server/loop')).toEqual([
      expect.stringMatching(/^the server forgets its session as soon as it is begun: \d+ times in /),
    ]);
    const lists = (await seen('/forget-after-tools')).filter(({ body }) => body.includes('"resources/list"'));
    expect(lists.length).toBeLessThanOrEqual(state(host).session + 1);
  });

  it('is given up when the next one is forgotten, too', async () => {
    const host = hostAt('/forget-all');
    expect(await host.connection.connect()).toBe('ready');
    await listed(host);
    expect(state(host).lists.tools).toMatchObject({
      state: 'failed',
      why: expect.stringContaining('no longer knows'),
    });
    expect(state(host).session).toBe(1);
  });
});

describe('HTTP+SSE', () => {
  it('is tried where Streamable HTTP is refused', async () => {
    const host = hostAt('/older');
    expect(await host.connection.connect()).toBe('ready');
    expect(await call(host)).toMatchObject(DONE);
    const life = entries(host).filter((entry) => entry.type === 'life');
    expect(life.map(({ event }) => event)).toEqual(['lost', 'reconnect', 'ready']);
    expect(rules(host)).toEqual([]);
    expect(state(host)).toMatchObject({ why: [], transport: 'sse' });
  });

  it('says so when a message is refused', async () => {
    const host = hostAt('/older-deaf', { transport: 'sse', chosen: true });
    expect(await host.connection.connect()).toBe('ready');
    expect(await call(host)).toMatchObject(lost(/^tools\/call echo: 500 Internal Server Error: no$/));
    expect(rules(host)).toEqual(['http/status']);
    expect(state(host).phase).toBe('ready');
  });

  it('tells of an answer that came in the body of the POST, where other clients do not look', async () => {
    const host = hostAt('/older-in-post', { transport: 'sse', chosen: true });
    await host.connection.connect();
    expect(await call(host)).toMatchObject(DONE);
    expect(rules(host)).toEqual(['http/answer-in-post']);
  });

  it('is over when the stream is', async () => {
    const host = hostAt('/older-ends', { transport: 'sse', chosen: true });
    await host.connection.connect();
    expect(await call(host)).toMatchObject(
      lost('^the server closed its event stream while tools/call was running$'),
    );
    expect(state(host)).toMatchObject({ phase: 'failed', why: ['the server closed its event stream'] });
    expect(await host.connection.restart()).toBe('ready');
    expect(await host.connection.list('tools')).toMatchObject({ kind: 'items' });
  });

  it('is not tried where the user chose', async () => {
    const host = hostAt('/older?chosen', { chosen: true });
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host).why).toEqual([
      'initialize: 405 Method Not Allowed: use SSE — if it speaks HTTP+SSE, use --transport sse',
    ]);
    expect((await seen('/older?chosen')).map(({ method }) => method)).toEqual(['POST']);
  });

  it.each([
    ['/get-silent', 1_000, /^GET was not answered within 1 s$/],
    ['/get-endless', 20_000, /^GET did not return an event stream, but 200 OK without a content type$/],
  ] as const)('does not wait for ever for a stream: %s', async (path, connectTimeout, why) => {
    const host = hostAt(path, { transport: 'sse', chosen: true, connectTimeout });
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host).why.join()).toMatch(why);
  });

  it('needs an endpoint of its own origin', async () => {
    const host = hostAt('/away-endpoint', { transport: 'sse', chosen: true });
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host).why.join()).toMatch(/the endpoint .* is on another origin; nothing is sent there/);
    expect(rules(host)).toEqual(['http/endpoint']);
  });
});

describe('a server that ends', () => {
  it('is not reachable until it answers again, live and in the recording', async () => {
    const port = await freePort();
    const first = await startEverything('streamableHttp', port);
    const host = hostAt('', { url: `${first.base}/mcp` });
    expect(await host.connection.connect()).toBe('ready');
    await first.close();
    expect(await call(host)).toEqual(lost('nothing listens'));
    expect(state(host)).toMatchObject({
      phase: 'ready',
      unreachable: { why: expect.stringContaining('nothing listens') },
    });
    const second = await startEverything('streamableHttp', port);
    expect(await call(host)).toEqual({ ...lost('no longer knows the session'), status: 400 });
    await expect.poll(() => state(host)).toMatchObject({ phase: 'ready', session: 1 });
    expect(state(host).unreachable).toBeUndefined();
    await listed(host);
    await second.close();
    await call(host);
    await host.close();
    const { target: _, ...live } = state(host);
    expect(live.unreachable).toBeDefined();
    const again = await openRecorded(host.recording()?.path ?? '', systemClock);
    await again.whole;
    expect(again.store.state()).toMatchObject(live);
    await again.close();
  });
});

describe('a stream that the server ends as soon as it is there', () => {
  it('is asked for at longer intervals, which is told once', async () => {
    const host = hostAt('/get-short');
    expect(await host.connection.connect()).toBe('ready');
    await expect
      .poll(() => messages(host, 'server/loop'), { timeout: 20_000 })
      .toEqual([
        expect.stringMatching(
          /^the server ends the event stream of GET whenever it is resumed: 20 times in /,
        ),
      ]);
    expect(await call(host)).toMatchObject(DONE);
  });
});
