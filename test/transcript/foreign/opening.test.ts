import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { writeLine } from '../../../src/transcript/line.ts';
import type { ReadEntry } from '../../../src/transcript/read.ts';
import { openAllWritten, openAsOne, openWritten } from '../../../src/transcript/written.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcp-loupe-opening-'));
const SAMPLES = new URL('../../fixtures/logs/samples/', import.meta.url).pathname;
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const at = (second: number): string => `2026-07-24 02:03:${String(second).padStart(2, '0')}.000`;
const ask = (id: number, method: string, params = '{}'): string =>
  `[editor -> server] {"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
const answer = (id: number, result: string): string =>
  `[server -> editor] {"jsonrpc":"2.0","id":${id},"result":${result}}`;
const LINES = [
  `${at(1)} [info] Starting server crm`,
  `${at(2)} [debug] ${ask(1, 'initialize', '{"clientInfo":{"name":"Code","version":"1"},"capabilities":{"roots":{}}}')}`,
  `${at(3)} [debug] ${answer(1, '{"serverInfo":{"name":"crm","version":"2"}}')}`,
  `${at(4)} [debug] ${ask(2, 'tools/list')}`,
  `${at(5)} [debug] ${answer(2, `{"tools":[],"big":12345678901234567890}`)}`,
];

async function read(path: string) {
  const transcript = await openWritten(path);
  const entries: ReadEntry[] = [];
  for await (const batch of transcript.batches()) entries.push(...batch.entries);
  const again = entries.flatMap(({ place }) =>
    place === undefined ? [] : [transcript.source.entry(place.offset, place.length)],
  );
  transcript.close();
  return { ...transcript, entries: entries.map(({ entry }) => entry), again };
}

describe('a log of another program', () => {
  it('opens as if it were a transcript, whose lines are read back as they were', async () => {
    const before = new Set(readdirSync(tmpdir()));
    const { header, log, entries, again } = await read(file('crm.log', `\ufeff${LINES.join('\r\n')}\r\n`));
    expect(log).toEqual({ name: 'a log of VS Code', server: 'crm' });
    expect(header.tool.name).toBe('vscode');
    expect(header.client).toEqual({ name: 'Code', version: '1', capabilities: { roots: {} } });
    expect(new Date(header.started).getSeconds()).toBe(1);
    expect(entries.map(({ type, seq, t }) => [type, seq, t])).toEqual([
      ['life', 1, 0],
      ['finding', 2, 0],
      ['stderr', 3, 0],
      ['frame', 4, 1000],
      ['frame', 5, 2000],
      ['frame', 6, 3000],
      ['frame', 7, 4000],
    ]);
    expect(entries[6]).toMatchObject({ re: 6, ms: 1000 });
    expect(again.map((entry) => entry && writeLine(entry))).toEqual(entries.map(writeLine));
    const left = readdirSync(tmpdir()).filter((name) => !before.has(name) && /^mcp-loupe-\w{6}$/.test(name));
    expect(left.filter((name) => readdirSync(join(tmpdir(), name)).includes('log.mcp.jsonl'))).toEqual([]);
  });

  it('may be UTF-16, as Windows PowerShell writes it', async () => {
    const utf16 = Buffer.from(`\ufeff${LINES.join('\r\n')}\r\n`, 'utf16le');
    const { entries } = await read(file('wide.log', utf16));
    const { entries: same } = await read(file('narrow.log', `${LINES.join('\n')}\n`));
    expect(entries).toEqual(same);
  });

  it('of several servers is a session for each, from its own first line on, by either form of its name', async () => {
    const path = join(SAMPLES, 'claude-desktop-mcplog-2', 'mcp.log');
    const all = await openAllWritten([path]);
    for (const one of all) one.close();
    expect(all.map(({ log, header }) => [log?.server, header.started.slice(17)])).toEqual([
      ['sqlite', '00.000Z'],
      ['a [1]', '00.021Z'],
      ['info', '00.022Z'],
    ]);
    for (const name of ['a [1]', 'a-1-']) {
      const one = await openAsOne([path], [name]);
      one.close();
      expect(one.name).toBe('a [1]');
    }
  });

  it('says where it begins in the middle of a session, once', async () => {
    const said = ({ entries }: Awaited<ReturnType<typeof read>>) =>
      entries.flatMap((one) =>
        one.type === 'life' ? [one.event] : one.type === 'finding' ? [one.message] : [],
      );
    const MIDDLE = expect.stringContaining('begins in the middle of a session');
    const part = await read(join(SAMPLES, 'claude-desktop-merge-1', 'mcp-server-notes.log'));
    expect(said(part)).toEqual(['unrecorded', MIDDLE]);
    const whole = await read(join(SAMPLES, 'claude-desktop-merge-1', 'mcp-server-notes1.log'));
    expect(said(whole)).toEqual(['spawn']);
  });

  it('lacks bodies of the server alone whose messages it does not have', async () => {
    const line = (name: string, said: string) => `2026-03-12T17:53:14.656Z [info] [${name}] ${said}\n`;
    const from = 'Message from client: ';
    const all = await openAllWritten([
      file(
        'mcp.log',
        line('whole', `${from}{"jsonrpc":"2.0","id":0,"method":"initialize"}`) +
          line('bare', `${from}{"jsonrpc":"2.0","id":0,"method":"initialize"}`) +
          line('bare', `${from}method="tools/list" id=1 params`) +
          line('whole', `${from}{"jsonrpc":"2.0","id":1,"method":"tools/list"}`),
      ),
    ]);
    const lacking = all.map(async ({ log, batches, close }) => {
      const types: string[] = [];
      for await (const { entries } of batches())
        types.push(...entries.map(({ entry }) => entry.type).filter((type) => /life|finding/.test(type)));
      close();
      return [log?.server, ...types];
    });
    expect(await Promise.all(lacking)).toEqual([['whole'], ['bare', 'life', 'finding']]);
  });

  it('goes on in the files beside it that are called so, and says so', async () => {
    const later = LINES.map((line) => line.replace('02:03', '02:04')).join('\n');
    const paths = ['run1', 'run2'].flatMap((name) => {
      mkdirSync(join(folder, name));
      return [file(`${name}/out1.log`, LINES.join('\n')), file(`${name}/out.log`, later)];
    });
    const all = await openAllWritten(paths);
    const notes: string[] = [];
    for (const { batches, close } of all) {
      for await (const batch of batches()) notes.push(...batch.notes);
      close();
    }
    const said = 'out1.log, out.log: taken for one log, which goes on in the next file';
    expect(notes).toEqual([said, said]);
  });

  it('may have a first line, or other lines before it, longer than what is looked at first', async () => {
    const long = `{"jsonrpc":"2.0","id":1,"method":"a","params":{"text":"${'x'.repeat(200_000)}"}}\n`;
    const noise = 'INFO a line of something else\n'.repeat(5000);
    for (const content of [long, noise + LINES.join('\n')]) {
      const { entries } = await read(file('long.log', content));
      expect(entries.some(({ type }) => type === 'frame')).toBe(true);
    }
  });

  it('is read a chunk at a time, wherever a line is cut by that', async () => {
    const many = Array.from(
      { length: 400 },
      (_, id) => `${at(6)} [debug] ${ask(id + 3, 'ping', `{"ü":"${'x'.repeat(id)}"}`)}`,
    );
    const whole = [...LINES, ...many];
    const { entries } = await read(file('many.log', `${whole.join('\n')}\n`));
    const told = entries.flatMap((entry) => (entry.type === 'frame' ? [entry.msg] : []));
    expect(told).toEqual(whole.slice(1).map((line) => line.slice(line.indexOf('{'))));
  });
});

/** A file, and what is said of it. */
const strangers: readonly (readonly [name: string, content: string | Buffer, said: string])[] = [
  ['empty.log', '', 'it is empty'],
  ['notes.txt', 'Dear diary\n', 'VS Code'],
  ['notes.txt', 'Dear diary\n', 'it begins with "Dear diary"'],
  ['x.log.gz', gzipSync(LINES.join('\n')), 'it is compressed: gunzip it first'],
  ['x.zip', 'PK\u0003\u0004xx', 'it is a zip archive: unpack it first'],
  ['x.bin', Buffer.from([1, 0, 2]), 'it is not text'],
  ['crm.lock.json', '{"format":"mcp-lock"}', 'it is a lock'],
  ['steps.jsonl', '{"call":"echo"}\n', 'mcp-loupe run takes it'],
  ['other.mcp.jsonl', '{"format":"mcp-transcript","version":9}\n', 'it is an mcp-transcript of version 9'],
];

describe('a file that is none', () => {
  it.each(strangers)('%s', async (name, content, said) => {
    const path = file(name, content);
    await expect(openWritten(path)).rejects.toThrow(`cannot open ${path}: `);
    await expect(openWritten(path)).rejects.toThrow(said);
  });
});

it.each([
  ['eth_blockNumber', 1],
  ['textDocument/hover', 1],
  ['tools/list', 0],
] as const)('messages of %s are of MCP, or it is said that they are not', async (method, times) => {
  const lines = ['initialize', method].map((name, id) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: name }),
  );
  const transcript = await openWritten(file('rpc.jsonl', `${lines.join('\n')}\n`));
  const told: string[] = [];
  for await (const { entries } of transcript.batches())
    for (const { entry } of entries) if (entry.type === 'finding') told.push(entry.message);
  transcript.close();
  expect(told.filter((message) => message.startsWith('no method in it is one of MCP'))).toHaveLength(times);
});
