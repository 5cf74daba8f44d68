import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headOf, kindOf, LOG_KINDS } from '../../../src/transcript/foreign/kinds.ts';
import { unknownLog } from '../../../src/transcript/foreign/unknown.ts';

const SAMPLES = new URL('../../fixtures/logs/samples', import.meta.url).pathname;

interface Sample {
  readonly tool: string;
  readonly file: string;
  readonly text: string;
}

/** The samples that lie there, of kinds that are read. */
const samples = readdirSync(SAMPLES).flatMap((name): readonly Sample[] => {
  const { tool, files, made } = JSON.parse(readFileSync(join(SAMPLES, name, 'expected.json'), 'utf8'));
  if (made === true || !LOG_KINDS.some((kind) => kind.tool === tool)) return [];
  return files.map((file: string) => ({
    tool,
    file,
    text: readFileSync(join(SAMPLES, name, file), 'utf8').slice(0, 64 * 1024),
  }));
});

/** What takes any JSON-RPC, with any prefix: it comes last. */
const GENERAL = 'json-rpc';

describe('the kind of a log', () => {
  it.each(samples)('$tool: $file', ({ tool, file, text }) => {
    const head = headOf(file, text);
    expect(kindOf(file, text)?.tool).toBe(tool);
    const others = LOG_KINDS.filter((kind) => kind.recognizes(head)).map((kind) => kind.tool);
    expect(new Set([tool, ...others.filter((other) => other !== GENERAL)])).toEqual(new Set([tool]));
  });

  it('is known by its last lines of 64 kB', () => {
    const noise = 'INFO [server] [info] 2026-03-10 a line of the server: {"a":[1]} {\n'.repeat(900);
    for (const { tool, text } of samples.filter((one) => /^(?:claude-desktop|vscode)$/.test(one.tool)))
      expect(kindOf('x.log', noise + text.replace(/^\ufeff/, ''))?.tool).toBe(tool);
  });

  it('is known by a first line that is longer than what is looked at', () => {
    const begun = `{"jsonrpc":"2.0","id":1,"result":{"text":"${'x'.repeat(64 * 1024)}`;
    const kind = (line: string) => kindOf('x.log', `${line}${begun}`.slice(0, 64 * 1024))?.tool;
    expect(kind('2026-03-10T15:18:27.783Z [notes] [info] Message from server: ')).toBe('claude-desktop');
    expect(kind('2026-07-24 02:03:14.089 [debug] [server -> editor] ')).toBe('vscode');
  });

  it.each([
    ['nothing', ''],
    ['no text', '\u0000\u0001'],
    ['a diary', 'Dear diary\n'],
    ['JSON lines with a time', '{"error":"no","timestamp":"2026-08-11T06:19:12.814Z"}\n'],
    [
      'JSON lines of a logger',
      '{"level":30,"debug":"x","timestamp":"2026-08-11T06:19:12.814Z","sessionId":"1"}\n',
    ],
    ['an array with times', '[{"error":"no","timestamp":"2026-08-11T06:19:12.814Z"}]'],
    [
      'a log with levels',
      '2026-08-11 06:19:12.814 [info] crm: ready\n2026-08-11T06:19:12.814Z [info] [crm] ready\n',
    ],
    ['a log with names', '2026-08-11T06:19:12.814Z [crm] [info] ready\n'],
  ])('is none: %s', (_, text) => {
    expect(kindOf('x.log', text)).toBeUndefined();
  });
});

it.each([
  ['', 'it is empty'],
  [Buffer.from([0x1f, 0x8b, 8, 0]), 'it is compressed: gunzip it first'],
  [Buffer.from([0x89, 0x50, 0, 1]), 'it is not text'],
  [
    Buffer.from('Dear diary', 'utf16le'),
    'it is a text in UTF-16LE: convert it first, iconv -f UTF-16LE -t UTF-8',
  ],
  [
    Buffer.from([0xfe, 0xff, 0, 0x44]),
    'it is a text in UTF-16BE: convert it first, iconv -f UTF-16BE -t UTF-8',
  ],
  [
    '{\n  "name": "crm"\n}',
    'it begins with "{ "name": "crm" }", which is neither a recording nor a log that is known (docs/logs.md): HAR, mcpsnoop',
  ],
])('what is none is told with what to do: %s', (head, said) => {
  const told = unknownLog(Buffer.from(head));
  expect(told.slice(0, said.length)).toBe(said);
  expect(told.length).toBeLessThan(400);
});
