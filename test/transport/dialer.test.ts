import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Capture } from '../../src/session/frame.ts';
import type { HttpTarget } from '../../src/session/target.ts';
import { createFetch } from '../../src/transport/fetch.ts';
import { certificate, echo, listen, proxyTo, socksTo } from '../support/ways.ts';

interface Answered {
  readonly text: string;
  readonly captures: readonly Capture[];
}

/** What fetches from a target, and what came of it. */
function dialed(url: string, how: Partial<HttpTarget> = {}) {
  const captures: Capture[] = [];
  let x = 0;
  const target = { transport: 'http', chosen: true, url, headers: [], insecure: false, ...how } as const;
  const fetch = createFetch(target, { emit: (capture) => captures.push(capture), nextExchange: () => ++x });
  onTestFinished(fetch.close);
  return { fetch, captures };
}

async function asked(fetch: ReturnType<typeof createFetch>, url: string): Promise<string> {
  const response = await fetch({ method: 'GET', url, headers: [['X-Mine', '1']] }).response;
  let text = '';
  await response.read((chunk) => {
    text += chunk.toString();
  });
  return text;
}

/** Asks for a URL, and reads the answer. */
async function get(url: string, how: Partial<HttpTarget> = {}): Promise<Answered> {
  const { fetch, captures } = dialed(url, how);
  return { text: await asked(fetch, url), captures };
}

describe('a server is reached', () => {
  it('at its address', async () => {
    const port = await listen(createServer(echo));
    expect((await get(`http://127.0.0.1:${port}/a?b`)).text).toBe(`127.0.0.1:${port}/a?b 1`);
  });

  it.skipIf(!Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1')))(
    'over IPv6',
    async () => {
      const port = await listen(createServer(echo), { port: 0, host: '::1' });
      expect((await get(`http://[::1]:${port}/`)).text).toBe(`[::1]:${port}/ 1`);
    },
  );

  it.skipIf(process.platform === 'win32')('through a socket', async () => {
    const socket = join(mkdtempSync(join(tmpdir(), 'loupe-sock-')), 's');
    await listen(createServer(echo), { path: socket });
    expect((await get('http://localhost/mcp', { socket })).text).toBe('localhost/mcp 1');
  });

  it('through a proxy, which is asked for the whole URL', async () => {
    const proxy = await proxyTo(await listen(createServer(echo)));
    const { text, captures } = await get('http://server.test/a', {
      proxy: proxy.base.replace('//', '//me:p%40w@'),
    });
    expect(text).toBe('server.test/a 1');
    expect(proxy.asked).toEqual([`GET http://server.test/a Basic ${btoa('me:p@w')}`]);
    expect(JSON.stringify(captures)).not.toMatch(/proxy-authorization/i);
  });

  it('through a SOCKS proxy, which looks the name up', async () => {
    const proxy = await socksTo(await listen(createServer(echo)));
    const { text } = await get('http://server.test/a', { proxy: `socks5h://me:p%40w@${proxy.place}` });
    expect([text, proxy.asked]).toEqual(['server.test/a 1', ['me:p@w server.test:80']]);
  });

  it('through a SOCKS proxy that is given its address', async () => {
    const proxy = await socksTo(await listen(createServer(echo)));
    const { text } = await get('http://127.0.0.1:8080/a', { proxy: `socks5://${proxy.place}` });
    expect([text, proxy.asked]).toEqual(['127.0.0.1:8080/a 1', ['127.0.0.1:8080']]);
  });

  it('not through a SOCKS proxy that refuses, and the reason is told', async () => {
    const proxy = await socksTo(1, 5);
    await expect(get('http://server.test/a', { proxy: `socks5h://${proxy.place}` })).rejects.toThrow(
      /the proxy 127\.0\.0\.1:\d+ does not connect: .*refused/i,
    );
    await expect(get('http://server.test/a', { proxy: 'socks5h://127.0.0.1:1' })).rejects.toThrow(
      /the proxy 127\.0\.0\.1:1 does not connect: connect ECONNREFUSED/,
    );
  });

  it('through as many connections as there are requests, and none is left', async () => {
    // Answers when all have asked, so that no request can wait for the connection of another.
    const waiting: (() => void)[] = [];
    const server = createServer((req, res) => {
      waiting.push(() => echo(req, res));
      if (waiting.length === 20) for (const answer of waiting) answer();
    });
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    const port = await listen(server);
    const { fetch } = dialed(`http://127.0.0.1:${port}/`);
    const texts = Promise.all(
      Array.from({ length: 20 }, (_, at) => asked(fetch, `http://127.0.0.1:${port}/${at}`)),
    );
    await expect.poll(() => sockets.size).toBe(20);
    expect(await texts).toContain(`127.0.0.1:${port}/19 1`);
    fetch.close();
    await expect.poll(() => sockets.size).toBe(0);
  });
});

const files = certificate();

describe.skipIf(files === undefined)('TLS', () => {
  const secure = () => listen(createTlsServer({ ...files }, echo));
  it('is refused when nobody has signed the certificate', async () => {
    await expect(get(`https://127.0.0.1:${await secure()}/`)).rejects.toThrow(
      /self-signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\) — trust its certificate with --ca FILE/,
    );
  });
  it('is trusted when told so', async () => {
    expect((await get(`https://127.0.0.1:${await secure()}/a`, { ca: files?.cert ?? '' })).text).toMatch(
      /\/a 1$/,
    );
  });
  it('is refused when the certificate is for another name', async () => {
    const url = `https://localhost:${await secure()}/a`;
    await expect(get(url, { ca: files?.cert ?? '' })).rejects.toThrow(
      /ERR_TLS_CERT_ALTNAME_INVALID.* use a name/,
    );
  });
  it('is not looked at when told so, which is found', async () => {
    const { text, captures } = await get(`https://127.0.0.1:${await secure()}/a`, { insecure: true });
    expect(text).toMatch(/\/a 1$/);
    expect(captures[0]).toMatchObject({ phase: 'request', findings: [{ rule: 'http/insecure' }] });
  });
  it('goes through a proxy as it is', async () => {
    const proxy = await proxyTo(await secure());
    const { text } = await get('https://server.test/a', { proxy: proxy.base, ca: files?.cert ?? '' });
    expect(text).toBe('server.test/a 1');
    expect(proxy.asked).toEqual(['CONNECT server.test:443']);
  });
  it('goes through a SOCKS proxy as it is', async () => {
    const proxy = await socksTo(await secure());
    const options = { proxy: `socks5h://${proxy.place}`, ca: files?.cert ?? '' };
    expect((await get('https://server.test/a', options)).text).toBe('server.test/a 1');
    expect(proxy.asked).toEqual(['server.test:443']);
  });
  it('is not spoken with a proxy that refuses', async () => {
    const proxy = await proxyTo(await secure(), 407);
    await expect(get('https://server.test/a', { proxy: proxy.base })).rejects.toThrow(
      /the proxy 127\.0\.0\.1:\d+ refused with 407 Proxy Authentication Required/,
    );
  });
  it('needs a server that speaks it', async () => {
    const port = await listen(createServer(echo));
    await expect(get(`https://127.0.0.1:${port}/`)).rejects.toThrow(/does not speak TLS .* try http:\/\//);
  });
});

describe('what goes wrong is told', () => {
  it('when it is no HTTP', async () => {
    const port = await listen(createRawServer((socket) => socket.end('hello there\r\n\r\n')));
    await expect(get(`http://127.0.0.1:${port}/`)).rejects.toThrow(
      /^what 127\.0\.0\.1:\d+ sends is not HTTP; it begins with "hello there"$/,
    );
  });
  it('when nobody is there', async () => {
    await expect(get('http://127.0.0.1:1/')).rejects.toThrow(
      /^nothing listens at 127\.0\.0\.1:1 \(ECONNREFUSED\)/,
    );
  });
  it('when the socket is missing', async () => {
    await expect(get('http://localhost/', { socket: '/nowhere/s' })).rejects.toThrow(
      /^no such socket: \/nowhere\/s$/,
    );
  });
  it('when there is no such host', async () => {
    await expect(get('http://no-such-host.invalid/')).rejects.toThrow(
      /no such host: no-such-host\.invalid|EAI_AGAIN/,
    );
  });
});
