import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LARGEST, readContent } from '../../../src/tui/terminal/file.ts';

/** A folder with a text, bytes that are none, and a file that is too large. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'loupe-file-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  writeFileSync(join(path, 'note.txt'), 'grüße\n');
  writeFileSync(join(path, 'bytes'), Uint8Array.from([0xff, 0x00]));
  writeFileSync(join(path, 'large'), '');
  truncateSync(join(path, 'large'), LARGEST + 1);
  return path;
}

describe('a file for a field', () => {
  it.each([
    ['note.txt', 'text', 'grüße\n'],
    ['note.txt', 'base64', 'Z3LDvMOfZQo='],
    ['~/note.txt', 'text', 'grüße\n'],
    ['bytes', 'base16', 'ff00'],
  ] as const)('%s as %s', async (path, encoding, text) => {
    const cwd = folder();
    expect(await readContent(path, encoding, { cwd, home: cwd })).toEqual({ kind: 'text', text });
  });

  it.each([
    ['bytes', 'is no UTF-8 text'],
    ['large', 'it has more than 4.0 MB'],
    ['gone', 'no such file'],
    ['.', 'is a folder'],
    ['/dev/zero', 'it is a device, not a file'],
  ])('%s fails with the reason', async (path, why) => {
    const cwd = folder();
    const read = await readContent(path, 'text', { cwd, home: cwd });
    expect(read).toMatchObject({ kind: 'failed', why: expect.stringContaining(why) });
  });
});
