import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { append, begin, create, replace } from '../../src/disk/write.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-write-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});
const at = (name: string): string => join(folder, name);
const mode = (path: string): number => statSync(path).mode & 0o777;

describe.each([
  ['append', append],
  ['replace', replace],
  ['create', create],
] as const)('%s', (name, write) => {
  it('makes a file and its folder for the owner alone', () => {
    write(at('new/inner/file'), 'é');
    expect(readFileSync(at('new/inner/file'), 'utf8')).toBe('é');
    expect([mode(at('new/inner/file')), mode(at('new/inner')), mode(at('new'))]).toEqual([
      0o600, 0o700, 0o700,
    ]);
    expect(readdirSync(at('new/inner'))).toEqual(['file']);
  });

  it.skipIf(name === 'create').each([
    ['a pipe', 'pipe', 'it is a pipe'],
    ['a folder', 'folder', 'it is a folder'],
    ['a link to a device', 'device', 'it is a device'],
  ])('does not write into %s', (_, path, why) => {
    execFileSync('mkfifo', [at('pipe')]);
    mkdirSync(at('folder'));
    symlinkSync('/dev/full', at('device'));
    expect(() => write(at(path), 'x')).toThrow(why);
    expect(readdirSync(folder).sort()).toEqual(['device', 'folder', 'pipe']);
  });
});

it('a file that is replaced keeps its mode, and a link to it', () => {
  writeFileSync(at('team.json'), 'old');
  chmodSync(at('team.json'), 0o644);
  symlinkSync(at('team.json'), at('link'));
  replace(at('link'), 'new');
  expect(readFileSync(at('team.json'), 'utf8')).toBe('new');
  expect(mode(at('team.json'))).toBe(0o644);
  expect(readdirSync(folder).sort()).toEqual(['link', 'team.json']);
});

it.each([
  ['replace', (path: string): void => void replace(path, 'new')],
  [
    'begin',
    (path: string): void => {
      const file = begin(path);
      file.write(Buffer.from('new'));
      file.end();
      file.undo();
    },
  ],
] as const)('%s keeps the mode of a file, and writes where a link leads', (_, write) => {
  writeFileSync(at('old'), 'old');
  chmodSync(at('old'), 0o644);
  symlinkSync('far/new', at('dangling'));
  symlinkSync('dangling', at('link'));
  write(at('old'));
  write(at('link'));
  expect([mode(at('old')), mode(at('far/new'))]).toEqual([0o644, 0o600]);
  for (const path of ['old', 'far/new']) expect(readFileSync(at(path), 'utf8')).toBe('new');
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
    ...['dangling', 'far', 'far/new', 'link', 'old'],
  ]);
});

it('of files that are begun nothing is left, also where the program ends before', () => {
  const source = new URL('../../src/disk/write.ts', import.meta.url).pathname;
  const contents = `import { begin } from '${source}'; for (const _ of [1, 2]) begin('${at('a')}').write(Buffer.from('x')); process.exit(0)`;
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: '/' },
    ...{ bundle: true, platform: 'node', format: 'esm', write: false },
  });
  execFileSync(process.execPath, ['--input-type=module', '-e', outputFiles[0]?.text ?? '']);
  expect(readdirSync(folder)).toEqual([]);
});

it('lines are appended', () => {
  append(at('lines'), 'a\n');
  append(at('lines'), 'b\n');
  expect(readFileSync(at('lines'), 'utf8')).toBe('a\nb\n');
});
