import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { makeFolders } from '../../src/disk/folders.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-folders-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});
const at = (name: string): string => join(folder, name);

it('makes what is missing, for the user alone, and says which was the first', () => {
  expect(makeFolders(at('a/b/c'))).toBe(at('a'));
  expect(makeFolders(at('a/b/d'))).toBe(at('a/b/d'));
  expect(makeFolders(at('a/b/'))).toBeUndefined();
  expect(makeFolders('/')).toBeUndefined();
  for (const name of ['a', 'a/b', 'a/b/c']) expect(statSync(at(name)).mode & 0o777).toBe(0o700);
});

it('says what the system says of a path that leads through a file', () => {
  writeFileSync(at('file'), '');
  expect(() => makeFolders(at('file'))).toThrow(/EEXIST/);
  expect(() => makeFolders(at('file/a/b'))).toThrow(/ENOTDIR/);
});

// In a process of its own, as the way of Node.js does not end there.
it.skipIf(!existsSync('/proc/self'))('ends where no folder can be made, and the session goes on', () => {
  const server = ['-e', 'process.stdin.pipe(process.stdout)'];
  const args = ['tap', '--record', '/proc/x/y/z.jsonl', '--', process.execPath, ...server];
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    ...{ input: '{}\n', encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' },
    env: { ...process.env, XDG_STATE_HOME: folder },
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '{}\n' });
  expect(stderr).toContain('cannot record to /proc/x/y/z.jsonl: no such file');
});
