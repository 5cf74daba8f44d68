import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { documentsOf } from '../../src/cli/documents.ts';

const CARD = { name: 'com.example/weather', version: '1', description: 'Forecasts', remotes: [] };
const HEADERS = { 'content-type': 'application/json' };

/** A server that answers some paths, and what it was asked for. */
async function serving(answers: Readonly<Record<string, (response: ServerResponse) => void>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else answer(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { asked, url: `http://127.0.0.1:${port}/mcp` };
}

const target = (url: string) =>
  ({
    transport: 'http',
    chosen: true,
    url,
    headers: [['Authorization', 'Bearer x']],
    insecure: false,
  }) as const;

const card = (response: ServerResponse): void =>
  void response.writeHead(200, HEADERS).end(JSON.stringify(CARD));

it.each(['/.well-known/mcp/server-card.json', '/mcp/server-card'])(
  'reads the card at %s, without what it was given to log in',
  async (path) => {
    const { asked, url } = await serving({ [path]: card });
    expect(await documentsOf(target(url), 'http', '/')).toEqual([
      { kind: 'server card', from: path, value: CARD, at: { url, transport: 'http' } },
    ]);
    expect(asked.sort()).toEqual(['GET /.well-known/mcp/server-card.json', 'GET /mcp/server-card']);
  },
);

it.each(['//mcp', '//', '//[', '//mcp?x#y'])('stays at the origin of a server at %s', async (path) => {
  const { asked, url } = await serving({});
  expect(await documentsOf(target(url.replace('/mcp', path)), 'http', '/')).toEqual([]);
  const [own] = path.replace(/\/+$/, '').split('?');
  expect(asked.sort()).toEqual([`GET ${own}/server-card`, 'GET /.well-known/mcp/server-card.json'].sort());
});

it('takes the same card at both places for one', async () => {
  const { url } = await serving({ '/.well-known/mcp/server-card.json': card, '/mcp/server-card': card });
  expect(await documentsOf(target(url), 'http', '/')).toHaveLength(1);
});

it('leaves out what is no card, and follows nothing to another origin', async () => {
  const other = await serving({ '/.well-known/mcp/server-card.json': card });
  const { url } = await serving({
    '/.well-known/mcp/server-card.json': (response) =>
      response
        .writeHead(302, { location: other.url.replace('/mcp', '/.well-known/mcp/server-card.json') })
        .end(),
    '/mcp/server-card': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  });
  expect(await documentsOf(target(url), 'http', '/')).toEqual([]);
  expect(other.asked).toEqual([]);
});

it('says of a card that is too long, or is not JSON, that there is one', async () => {
  const { url } = await serving({
    '/.well-known/mcp/server-card.json': (response) =>
      response.writeHead(200, HEADERS).end(`"${'a'.repeat(1_100_000)}"`),
    '/mcp/server-card': (response) => response.writeHead(200, HEADERS).end('{'),
  });
  expect((await documentsOf(target(url), 'http', '/')).map(({ value }) => value)).toEqual([
    undefined,
    undefined,
  ]);
});

/** A folder with a server in it, and a server.json. */
function repository(entry: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'dist', 'index.js'), '');
  writeFileSync(join(folder, 'server.json'), JSON.stringify(entry));
  return folder;
}

const stdio = (cwd: string, command: string, ...args: readonly string[]) =>
  ({ transport: 'stdio', command, args, cwd, env: {}, given: [], beyondClient: [] }) as const;

const ENTRY = { ...CARD, packages: [{ identifier: '@example/weather', transport: { type: 'stdio' } }] };

it('finds the server.json of the repository that the command names a file of', async () => {
  const folder = repository(ENTRY);
  const found = await documentsOf(stdio('/', 'node', join(folder, 'dist', 'index.js')), 'stdio', folder);
  expect(found).toEqual([{ kind: 'registry entry', from: 'server.json', value: ENTRY }]);
  expect(await documentsOf(stdio(folder, 'npm', 'start'), 'stdio', folder)).toHaveLength(1);
});

it('leaves a server.json out that is of something else', async () => {
  const folder = repository({ port: 80 });
  expect(await documentsOf(stdio(folder, 'npm', 'start'), 'stdio', folder)).toEqual([]);
});

it('takes it for a program that is fetched only where it names that', async () => {
  const folder = repository(ENTRY);
  expect(await documentsOf(stdio(folder, 'npx', '-y', 'other'), 'stdio', folder)).toEqual([]);
  expect(await documentsOf(stdio(folder, 'npx', '-y', '@example/weather@1'), 'stdio', folder)).toHaveLength(
    1,
  );
});

it('compares a server on this machine with the server.json here, but for its address', async () => {
  const folder = repository({
    ...CARD,
    remotes: [{ type: 'streamable-http', url: 'https://weather.example/mcp' }],
  });
  const { url } = await serving({});
  expect(await documentsOf(target(url), 'http', folder)).toMatchObject([
    { kind: 'registry entry', isElsewhere: true },
  ]);
});
