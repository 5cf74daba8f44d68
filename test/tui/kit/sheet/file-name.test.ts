import { describe, expect, it } from 'vitest';
import { extensionOf, fileName } from '../../../../src/tui/kit/sheet/file-name.ts';

describe('fileName', () => {
  it.each([
    ['get-sum', 12, 'get-sum-12'],
    ['file:///home/me/notes.txt', 3, 'notes-3'],
    ['../../etc/passwd', 3, 'passwd-3'],
    ['..', 3, '3'],
    ['', 3, '3'],
    ['a b\u0000c', 3, 'a-b-c-3'],
    ['C:\\x\\y', 3, 'y-3'],
    ['道具', 3, '道具-3'],
    ['.ssh', 3, 'ssh-3'],
  ])('%o', (subject, mark, expected) => {
    expect(fileName(subject, mark)).toBe(expected);
  });
});

describe('extensionOf', () => {
  it.each([
    ['image/png', '.png'],
    ['image/jpeg', '.jpg'],
    ['image/svg+xml; charset=utf-8', '.svg'],
    ['text/plain', '.txt'],
    ['text/x-very-rare', '.txt'],
    ['application/octet-stream', '.bin'],
    ['application/../../etc', '.bin'],
    ['', '.bin'],
  ])('%s', (mimeType, expected) => {
    expect(extensionOf(mimeType)).toBe(expected);
  });
});
