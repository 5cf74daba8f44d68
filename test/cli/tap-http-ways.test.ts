import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ended, type Started, transcripts } from '../support/relayed.ts';
import { tapBefore } from '../support/tapped-http.ts';
import { certificate, echo, listen, proxyTo, socksTo } from '../support/ways.ts';

/** What a client gets through a tap, which is ended then; and the lines of its transcript. */
async function through(tap: Started & { readonly url: string }) {
  const response = await fetch(tap.url, { headers: { 'X-Mine': '1' } });
  const text = await response.text();
  tap.child.kill();
  expect(await tap.seen).toMatchObject({ end: 0 });
  return { text, status: response.status, lines: await ended(tap) };
}

const files = certificate();
const trusted = (): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'loupe-ca-')), 'ca.pem');
  writeFileSync(file, files?.cert ?? '');
  return file;
};

describe.skipIf(files === undefined)('a tap before a server that is secured', { timeout: 60_000 }, () => {
  const secure = async (): Promise<string> =>
    `https://127.0.0.1:${await listen(createTlsServer({ ...files }, echo))}/mcp`;

  it.each<[string, () => readonly string[]]>([
    ['--ca', () => ['--ca', trusted()]],
    ['--insecure', () => ['--insecure']],
  ])('reaches it with %s', async (_, options) => {
    const url = await secure();
    const { text, lines } = await through(await tapBefore(url, options()));
    expect(text).toBe(`${new URL(url).host}/mcp 1`);
    const told = lines.filter(({ type, x }) => type === 'http' && x === 1);
    expect(told.map(({ phase }) => phase)).toEqual(['request', 'response', 'end']);
    expect(told[0].url).toBe(url);
  });

  it('tells the client why not, where nobody has signed its certificate', async () => {
    const { status, text, lines } = await through(await tapBefore(await secure()));
    expect([status, text]).toEqual([502, expect.stringMatching(/^mcp-loupe tap: .*--ca FILE/)]);
    expect(lines.find(({ phase }) => phase === 'error')).toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
  });

  it('goes through the proxy of the environment', async () => {
    const port = Number(new URL(await secure()).port);
    const proxy = await proxyTo(port);
    const tap = await tapBefore('https://server.test/mcp', ['--ca', trusted()], { HTTPS_PROXY: proxy.base });
    const { text } = await through(tap);
    expect([text, proxy.asked]).toEqual(['server.test/mcp 1', ['CONNECT server.test:443']]);
  });
});

describe('a tap', { timeout: 60_000 }, () => {
  it('goes through the proxy of the environment, whose password is not recorded', async () => {
    const proxy = await proxyTo(await listen(createServer(echo)));
    const tap = await tapBefore('http://server.test/mcp', [], {
      HTTP_PROXY: proxy.base.replace('//', '//me:p%40w@'),
    });
    const { text } = await through(tap);
    const login = `Basic ${btoa('me:p@w')}`;
    expect([text, proxy.asked]).toEqual(['server.test/mcp 1', [`GET http://server.test/mcp ${login}`]]);
    const written = transcripts(tap.state).map((file) => readFileSync(file, 'utf8'));
    for (const secret of [login, 'p%40w', 'p@w']) expect(written.join()).not.toContain(secret);
  });

  it('goes through a SOCKS proxy', async () => {
    const proxy = await socksTo(await listen(createServer(echo)));
    const env = { ALL_PROXY: `socks5h://${proxy.place}` };
    const { text } = await through(await tapBefore('http://server.test/mcp', [], env));
    expect([text, proxy.asked]).toEqual(['server.test/mcp 1', ['server.test:80']]);
  });

  it.skipIf(process.platform === 'win32')('reaches a server at a socket', async () => {
    const socket = join(mkdtempSync(join(tmpdir(), 'loupe-sock-')), 's');
    await listen(createServer(echo), { path: socket });
    const { text } = await through(await tapBefore(`unix:${socket}:/mcp`));
    expect(text).toBe('localhost/mcp 1');
  });

  it.runIf(existsSync('/dev/full'))('goes on when the disk is full', async () => {
    const there = await listen(createServer((req, res) => void req.pipe(res)));
    const tap = await tapBefore(`http://127.0.0.1:${there}/mcp`, ['--record', '/dev/full', '--force']);
    for (const n of ['1', '2', '3']) {
      const body = n.repeat(100_000);
      expect(await (await fetch(tap.url, { method: 'POST', body })).text()).toBe(body);
    }
    tap.child.kill();
    const { end, stderr } = await tap.seen;
    expect(end).toBe(0);
    expect(stderr).toMatch(/mcp-loupe: not recorded(?: from here on)?, the session goes on: .*no space left/);
    expect(stderr.match(/not recorded/g)).toHaveLength(1);
  });
});
