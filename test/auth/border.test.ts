import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bordered, createBorder, type Use } from '../../src/auth/border.ts';
import { createFetch } from '../../src/transport/fetch.ts';

const REMOTE = { url: 'https://mcp.example.com/mcp', address: '93.184.216.34', allowed: [] };
const LOCAL = { url: 'http://localhost:3000/mcp', address: '127.0.0.1', allowed: [] };
const INTRANET = { url: 'https://10.1.1.1/mcp', address: '10.1.1.1', allowed: [] };

const why = (from: Bordered, url: string, use: Use = 'post') => {
  const border = createBorder(from);
  border.meet(new URL('http://127.0.0.1:9000/'));
  return border.whyNot(new URL(url), use);
};

/** Ways to write what a server elsewhere may not name. */
const NEAR = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '017700000001', '0', '[::1]', '[::ffff:127.0.0.1]'],
  ...['localhost', 'localhost.', 'LOCALHOST', 'a.localhost', '[::]', '169.254.169.254', '0xa9fea9fe'],
  ...['10.0.0.1', '192.168.1.1:8080', '172.20.0.1', '100.64.0.1', '[fd00::1]', '[fe80::1]', '[::ffff:a00:1]'],
];

describe('a server elsewhere', () => {
  it.each(NEAR)('may not name https://%s', (host) => {
    expect(why(REMOTE, `https://${host}/x`)).toMatch(
      /^a remote server may not point to .* — --allow-host \S+ allows it$/,
    );
    const { host: written, hostname } = new URL(`https://${host}/`);
    expect(why({ ...REMOTE, allowed: [written] }, `https://${host}/x`)).toBeUndefined();
    expect(why({ ...REMOTE, allowed: [hostname] }, `http://${host}/x`)).toBeUndefined();
    expect(why({ ...REMOTE, allowed: [`${hostname}:1`] }, `https://${host}/x`)).toBeDefined();
  });

  it.each(['own', 'read', 'show', 'post'] as const)('may not name what is not https, to %s', (use) => {
    expect(why(REMOTE, 'http://login.example.com/', use)).toMatch(
      /^only https is allowed — --allow-host login/,
    );
    expect(why(REMOTE, 'http://127.0.0.1/', use)).toMatch(/^only https is allowed/);
    expect(why(REMOTE, 'ftp://login.example.com/', use)).toBe('only https is allowed');
    expect(why(REMOTE, 'javascript:alert(1)', use)).toBe('only https is allowed');
  });

  it('may name any public host over https, and is read itself', () => {
    expect(why(REMOTE, 'https://login.example.com/token')).toBeUndefined();
    expect(
      why({ ...REMOTE, url: 'http://mcp.example.com/mcp' }, 'http://mcp.example.com/x', 'own'),
    ).toBeUndefined();
    expect(why({ ...REMOTE, url: 'http://mcp.example.com/mcp' }, 'http://mcp.example.com/x')).toBeDefined();
  });

  it('may name its own private address, and no other', () => {
    expect(why(INTRANET, 'https://10.1.1.1:8443/token')).toBeUndefined();
    expect(why(INTRANET, 'https://10.1.1.2/token')).toMatch(/which is a private address/);
    expect(why(INTRANET, 'https://127.0.0.1/token')).toMatch(/which is this machine itself/);
  });
});

describe('a server on this machine', () => {
  it('may name itself, its authorization server here, and public hosts', () => {
    for (const url of [
      'http://localhost:3000/token',
      'http://127.0.0.1:9000/token',
      'https://login.example.com/',
    ])
      expect(why(LOCAL, url)).toBeUndefined();
    expect(why(LOCAL, 'http://127.0.0.1:2375/containers', 'read')).toBeUndefined();
  });

  it.each([
    [
      'http://127.0.0.1:2375/containers/create',
      /^it is neither the server nor its authorization server, but something/,
    ],
    ['https://169.254.169.254/', /a link-local address/],
    ['https://10.0.0.1/', /a private address/],
    ['http://login.example.com/', /^only https is allowed/],
  ])('may have nothing sent to %s', (url, expected) => {
    expect(why(LOCAL, url)).toMatch(expected);
  });

  it('may be behind a socket, or a name that stands for this machine', () => {
    const socket = { url: 'http://localhost/mcp', socket: '/run/x.sock', address: undefined, allowed: [] };
    expect(why(socket, 'http://127.0.0.1:9000/token')).toBeUndefined();
    const named = { url: 'http://dev.test:3000/mcp', address: '127.0.0.1', allowed: [] };
    expect(why(named, 'http://dev.test:9000/token')).toBeUndefined();
  });

  it('is not one that only says so through a proxy', () => {
    expect(why({ ...REMOTE, address: undefined }, 'https://127.0.0.1/')).toBeDefined();
  });
});

describe('a name', () => {
  let base = 0;
  const server = createServer((_, response) => response.end('here'));
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  /** Asks a host whose name stands for these addresses. */
  async function ask(from: Bordered, host: string, ...addresses: readonly string[]): Promise<string> {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const lookup = ((_: string, options: { all?: boolean }, done: (...all: unknown[]) => void) =>
      options.all ? done(null, found) : done(null, found[0]?.address, found[0]?.family)) as never;
    const url = new URL(`http://${host}:${base}/`);
    const target = { transport: 'http', chosen: true, url: url.href, headers: [], insecure: false } as const;
    const world = { emit() {}, nextExchange: () => 1 };
    const fetch = createFetch(target, world, createBorder(from, lookup).lookupFor(url));
    const answer = await fetch({ method: 'GET', url: url.href, headers: [] }).response.then(
      ({ status, address }) => `${status} from ${address}`,
      (error: Error) => error.message,
    );
    fetch.close();
    return answer;
  }

  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['fe80::1'],
    ['93.184.216.34', '127.0.0.1'],
  ])('that stands for %s when it is connected to is not asked', async (...addresses) => {
    expect(await ask(REMOTE, 'rebound.example.com', ...addresses)).toMatch(
      /^a remote server may not point to rebound\.example\.com, which is \S+, .* — --allow-host rebound\.example\.com:\d+ allows it$/,
    );
  });

  it('is asked where the person allows it, or the server is there itself', async () => {
    const allowed = { ...REMOTE, allowed: ['rebound.example.com'] };
    expect(await ask(allowed, 'rebound.example.com', '127.0.0.1')).toBe('200 from 127.0.0.1');
    expect(await ask(LOCAL, 'dev.test', '127.0.0.1')).toBe('200 from 127.0.0.1');
  });
});
