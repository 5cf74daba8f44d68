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
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { append, create, replace } from '../../src/disk/write.ts';

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

it('lines are appended', () => {
  append(at('lines'), 'a\n');
  append(at('lines'), 'b\n');
  expect(readFileSync(at('lines'), 'utf8')).toBe('a\nb\n');
});
