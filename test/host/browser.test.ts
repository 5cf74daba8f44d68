import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browse, openerFor } from '../../src/host/browser.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-browser-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const script = (body: string) => {
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, 'xdg-open'), 0o755);
};
const opened = (url: string, path = `${folder}:/usr/bin:/bin`) =>
  browse(url, { env: { PATH: path }, platform: 'linux' });

test('a page is given to the program as it is, without a shell', async () => {
  script(`printf '%s' "$1" > ${folder}/opened`);
  const url = `https://x.example/?a=1&b=$(touch ${folder}/harm);c`;
  expect(await opened(url)).toBeUndefined();
  // A program that is slow to start counts as the browser itself, which is not waited for.
  await expect.poll(() => readFileSync(join(folder, 'opened'), 'utf8')).toBe(url);
  expect(existsSync(join(folder, 'harm'))).toBe(false);
});

test('why a page was not opened is told', async () => {
  script('exit 4');
  await expect.poll(() => opened('https://x.example')).toBe('xdg-open ended with 4');
  expect(await opened('https://x.example', join(folder, 'none'))).toBe('xdg-open is not installed');
});

test('a browser that stays is not waited for', async () => {
  script(`while test -d ${folder}; do sleep 0.1; done`);
  expect(await opened('https://x.example')).toBeUndefined();
});

test.each([
  ['darwin', ['open']],
  ['linux', ['xdg-open']],
  ['freebsd', ['xdg-open']],
  ['win32', ['rundll32.exe', 'url.dll,FileProtocolHandler']],
] as const)('%s', (platform, expected) => {
  expect(openerFor(platform)).toEqual(expected);
});

test('the browser that a person has named comes first', () => {
  expect(openerFor('linux', 'firefox --new-window')).toEqual(['firefox', '--new-window']);
  expect(openerFor('darwin', ' ')).toEqual(['open']);
});
