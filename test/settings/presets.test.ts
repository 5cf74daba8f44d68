import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Preset } from '../../src/settings/preset.ts';
import { readPresets, writePreset } from '../../src/settings/presets.ts';
import { scratch } from '../support/cli.ts';

const preset = (label: string, args: string, more: Partial<Preset> = {}): Preset => ({
  server: 'everything',
  tool: 'echo',
  label,
  arguments: args,
  ...more,
});

/** A folder with such a file, its path, and the file's path. */
function folderWith(text: string) {
  const folder = scratch();
  const path = join(folder, '.mcp-loupe.json');
  writeFileSync(path, text);
  return { folder, path };
}

describe('reading presets', () => {
  it('looks in the folder, then above it, and names the folder where there is none', () => {
    const { folder, path } = folderWith('{"version":1,"presets":[]}');
    const below = join(folder, 'a', 'b');
    mkdirSync(below, { recursive: true });
    expect(readPresets(below)).toEqual({ path, exists: true, presets: [], remarks: [] });
    writeFileSync(join(folder, 'a', '.mcp-loupe.json'), '{"version":1}');
    expect(readPresets(below).path).toBe(join(folder, 'a', '.mcp-loupe.json'));
    const bare = scratch();
    expect(readPresets(bare)).toMatchObject({ path: join(bare, '.mcp-loupe.json'), exists: false });
  });

  it('takes the arguments as they are written, comments aside', () => {
    const { folder } = folderWith(`// of the team
      {"version": 1, "presets": [
        {"server": "s", "tool": "t", "label": "one", "owner": "me", "arguments": {
          "id": 12345678901234567890, // exact
          "list": [1.0, "a // b", ],
        }},
      ]}`);
    expect(readPresets(folder).presets).toEqual([
      {
        server: 's',
        tool: 't',
        label: 'one',
        arguments: '{"id":12345678901234567890,"list":[1.0,"a // b"]}',
      },
    ]);
  });

  it('names the place of what is wrong and uses the rest', () => {
    const good = { server: 's', tool: 't', label: 'good', arguments: {} };
    const { folder, path } = folderWith(
      JSON.stringify({ version: 1, presets: [{ ...good, label: 7, arguments: [] }, good, null] }),
    );
    const { presets, remarks } = readPresets(folder);
    expect(presets.map(({ label }) => label)).toEqual(['good']);
    expect(remarks).toEqual([
      `${path}: presets.0.label: must be a string`,
      `${path}: presets.0.arguments: must be an object`,
      `${path}: presets.2: must be an object`,
    ]);
  });

  it.each([
    ['{"version":1,\n<<<<<<< HEAD', ':2:1: '],
    ['[]', ' is not a JSON object'],
    ['{"presets":[]}', ': version: must be 1'],
    ['{"version":2}', ': version: must be 1'],
    ['{"version":1,"presets":{}}', ': presets: must be an array'],
  ])('neither uses nor touches %j', (text, complaint) => {
    const { folder, path } = folderWith(text);
    expect(readPresets(folder)).toMatchObject({
      presets: [],
      remarks: [expect.stringContaining(path + complaint)],
    });
    expect(writePreset(path, preset('x', '{}'))).toContain(
      'nothing is written to a file that cannot be read',
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['.mcp-loupe.json']);
  });
});

describe('writing a preset', () => {
  it('creates the file', () => {
    const path = join(scratch(), '.mcp-loupe.json');
    expect(writePreset(path, preset('big', '{"n":12345678901234567890,"l":[]}'))).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toBe(`{
  "version": 1,
  "presets": [
    {
      "server": "everything",
      "tool": "echo",
      "label": "big",
      "arguments": {
        "n": 12345678901234567890,
        "l": []
      }
    }
  ]
}
`);
  });

  it('adds at the end and leaves all else as it is', () => {
    const text = `{
\t// what the team tries
\t"version": 1,
\t"owner": {"team":  "x"},
\t"presets": [
\t\t{"server": "everything", "tool": "echo", "label": "a", "by": "me", "arguments": {"m":  1.0}}
\t]
}
`;
    const { folder, path } = folderWith(text);
    expect(writePreset(path, preset('b', '{"m":[2]}'))).toBeUndefined();
    const after = readFileSync(path, 'utf8');
    expect(after.startsWith(text.slice(0, text.indexOf('}}') + 2))).toBe(true);
    expect(after.endsWith('\n\t]\n}\n')).toBe(true);
    expect(after).toContain('\n\t\t\t"arguments": {\n\t\t\t\t"m": [\n\t\t\t\t\t2\n');
    expect(readPresets(folder).presets.map((one) => one.arguments)).toEqual(['{"m":1.0}', '{"m":[2]}']);
  });

  it('replaces the arguments under the same label', () => {
    const { folder, path } = folderWith(
      '{"version":1,"presets":[null,{"server":"everything","tool":"echo","label":"a","by":"me","arguments":{"m":1}}]}',
    );
    expect(writePreset(path, preset('a', '{}'))).toBeUndefined();
    expect(writePreset(path, preset('a', '{"m":2}', { tool: 'other' }))).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toContain('"label":"a","by":"me","arguments":{}');
    expect(readPresets(folder).presets).toEqual([
      preset('a', '{}'),
      preset('a', '{"m":2}', { tool: 'other' }),
    ]);
  });

  it('ends lines as the file does', () => {
    const { path } = folderWith('{\r\n  "version": 1\r\n}\r\n');
    expect(writePreset(path, preset('a', '{"m":1}'))).toBeUndefined();
    expect(readFileSync(path, 'utf8').replaceAll('\r\n', '')).not.toContain('\n');
  });

  it.each([
    ['{"version": 1, "presets": [\n  // none yet\n]}\n'],
    ['{\n  "version": 1, // of the format\n}\n'],
    ['{"version":1,"presets":[{"server":"s","tool":"t","label":"l","arguments":{}},]}'],
  ])('into %j', (text) => {
    const { folder, path } = folderWith(text);
    const before = readPresets(folder).presets;
    expect(writePreset(path, preset('a', '{"m":{"n":[1,2]}}'))).toBeUndefined();
    expect(readPresets(folder)).toMatchObject({
      presets: [...before, preset('a', '{"m":{"n":[1,2]}}')],
      remarks: [],
    });
    for (const comment of text.match(/\/\/.*/g) ?? []) expect(readFileSync(path, 'utf8')).toContain(comment);
  });

  it('says why it cannot be written', () => {
    const file = join(scratch(), 'file');
    writeFileSync(file, '');
    const path = join(file, '.mcp-loupe.json');
    expect(writePreset(path, preset('a', '{}'))).toContain(`${path} cannot be written: `);
  });
});
