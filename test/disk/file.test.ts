import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOrdinary, readBytes, readGiven, readHead, textOf } from '../../src/disk/file.ts';
import { reason } from '../../src/text/reason.ts';

const folder = mkdtempSync(join(tmpdir(), 'loupe-disk-'));
const at = (name: string): string => join(folder, name);
const sockets = createServer();

beforeAll(async () => {
  writeFileSync(at('file'), '\ufeffgrüße\n');
  symlinkSync(at('file'), at('link'));
  mkdirSync(at('folder'));
  execFileSync('mkfifo', [at('pipe')]);
  symlinkSync(at('pipe'), at('link to a pipe'));
  symlinkSync('/dev/zero', at('link to a device'));
  symlinkSync(at('loop'), at('loop'));
  writeFileSync(at('large'), '');
  truncateSync(at('large'), 50_000_000_000);
  await new Promise<void>((done) => sockets.listen(at('socket'), done));
});
afterAll(async () => {
  await new Promise((done) => sockets.close(done));
  rmSync(folder, { recursive: true });
});

/** Why nothing could be read, as the end of a sentence. */
function whyNot(read: () => unknown): string {
  try {
    read();
    return 'it was read';
  } catch (error) {
    return reason(error);
  }
}

const READERS = { readBytes, readGiven, readHead, openOrdinary: (path: string) => openOrdinary(path) };

describe.each(Object.entries(READERS))('%s', (name, read) => {
  it.each([
    ['gone', 'no such file'],
    ['folder', 'it is a folder'],
    ['pipe', 'it is a pipe: save its output to a file first'],
    ['link to a pipe', 'it is a pipe: save its output to a file first'],
    ['link to a device', 'it is a device, not a file'],
    ['/dev/tty', 'it is a device, not a file'],
    ['socket', 'it is a socket, not a file'],
    ['file/x', 'a part of its path is not a folder'],
  ])('does not read %j', (path, why) => {
    expect(whyNot(() => read(path.startsWith('/') ? path : at(path), 1000))).toBe(why);
  });

  it('says of a loop of links what the system says', () => {
    expect(whyNot(() => read(at('loop'), 1000))).toContain('ELOOP');
  });

  it.skipIf(name === 'openOrdinary').each(['file', 'link'])('reads a %s', (path) => {
    expect(textOf(read(at(path), 1000) as Buffer)).toBe('grüße\n');
  });
});

describe('a large file', () => {
  it.each([readBytes, readGiven])('is not read beyond its limit', (read) => {
    expect(whyNot(() => read(at('large'), 16_000_000))).toBe(
      'it has more than 16 MB, the limit: use a smaller file',
    );
  });

  it('is read up to its limit', () => {
    expect(readBytes(at('file'), 11)).toHaveLength(11);
    expect(whyNot(() => readBytes(at('file'), 10))).toContain('it has more than 10 B');
    expect(readHead(at('large'), 5)).toEqual(Buffer.alloc(5));
  });

  it('is measured by what comes out of it where the system tells no size', () => {
    expect(readBytes('/proc/self/status', 100_000).length).toBeGreaterThan(100);
    expect(whyNot(() => readBytes('/proc/self/status', 100))).toContain('it has more than 100 B');
  });
});

it('/dev/null stands for an empty file that is given', () => {
  expect(readGiven('/dev/null', 10)).toHaveLength(0);
  expect(whyNot(() => readBytes('/dev/null', 10))).toBe('it is a device, not a file');
});
