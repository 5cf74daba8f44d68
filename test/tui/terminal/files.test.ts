import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LARGEST, read, save } from '../../../src/tui/terminal/files.ts';

/** A folder with a text and a file that is too large. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'loupe-read-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  writeFileSync(join(path, 'note.txt'), 'grüße\n');
  writeFileSync(join(path, 'large'), '');
  truncateSync(join(path, 'large'), LARGEST + 1);
  return path;
}

describe('read', () => {
  it.each(['note.txt', '~/note.txt'])('%s', async (path) => {
    const cwd = folder();
    expect(await read(path, { cwd, home: cwd })).toEqual({
      kind: 'read',
      path: join(cwd, 'note.txt'),
      bytes: Buffer.from('grüße\n'),
    });
  });

  it.each([
    ['large', 'it has more than 4.0 MB'],
    ['gone', 'no such file'],
    ['.', 'is a folder'],
    ['/dev/zero', 'it is a device, not a file'],
  ])('%s fails with the reason', async (path, why) => {
    const cwd = folder();
    expect(await read(path, { cwd, home: cwd })).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining(why),
    });
  });
});

describe('save', () => {
  it('writes a text while it is made, whole or not at all', async () => {
    const stopping = new AbortController();
    function* pieces(stopsAt: number): Generator<string> {
      for (let at = 0; at < 9; at += 1) {
        if (at === stopsAt) stopping.abort();
        yield `${at}`.repeat(50_000);
      }
    }
    const { signal: stop } = stopping;
    const path = join(folder, 'made', 'big.txt');
    const whole = { pieces: pieces(-1), stop };
    expect(await save('made/big.txt', whole, false, options())).toMatchObject({ kind: 'saved', path });
    expect(readFileSync(path, 'utf8')).toHaveLength(450_000);
    expect(await save('made/big.txt', whole, false, options())).toEqual({ kind: 'exists', path });
    expect(await save('stopped.txt', { pieces: pieces(4), stop }, true, options())).toEqual({
      kind: 'stopped',
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
    expect(readdirSync(join(folder, 'made'))).toEqual(['big.txt']);
  });

  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-save-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const options = () => ({ cwd: folder, home: join(folder, 'home') });

  it('writes text and bytes for the owner alone, relative to the folder', async () => {
    const path = join(folder, 'a.txt');
    expect(await save('a.txt', 'é\n', false, options())).toEqual({ kind: 'saved', path });
    expect(readFileSync(path, 'utf8')).toBe('é\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await save('b.bin', Uint8Array.of(0, 255), false, options());
    expect([...readFileSync(join(folder, 'b.bin'))]).toEqual([0, 255]);
  });

  it('knows the home folder', async () => {
    mkdirSync(join(folder, 'home'));
    expect(await save('~/c.txt', 'c', false, options())).toEqual({
      kind: 'saved',
      path: join(folder, 'home', 'c.txt'),
    });
    expect(await save('~c.txt', 'c', false, options())).toEqual({
      kind: 'saved',
      path: join(folder, '~c.txt'),
    });
  });

  it('leaves what is there until it is told to overwrite', async () => {
    const path = join(folder, 'd.txt');
    writeFileSync(path, 'mine');
    expect(await save('d.txt', 'yours', false, options())).toEqual({ kind: 'exists', path });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(await save('d.txt', 'yours', true, options())).toEqual({ kind: 'saved', path });
    expect(readFileSync(path, 'utf8')).toBe('yours');
  });

  it('makes the folders that are missing, for the owner alone, as a recording does', async () => {
    const path = join(folder, 'new', 'inner', 'e.txt');
    const made = join(folder, 'new');
    expect(await save('new/inner/e.txt', 'e', false, options())).toEqual({ kind: 'saved', path, made });
    expect(readFileSync(path, 'utf8')).toBe('e');
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['home', /could not be written: it is a folder; s asks for another path$/],
    ['home/c.txt/x', /could not be written: a part of its path is not a folder; s asks for another path$/],
  ])('says why not: %s', async (path, why) => {
    expect(await save(path, 'x', true, options())).toEqual({
      kind: 'failed',
      why: expect.stringMatching(why),
    });
  });
});
