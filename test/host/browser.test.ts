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

test('a page is given to the program without a shell', async () => {
  script(`printf '%s' "$1" > ${folder}/opened`);
  const url = `https://x.example/?a=1&b=$(touch ${folder}/harm);c`;
  expect(await opened(url)).toBeUndefined();
  // A program that is slow to start counts as the browser itself, which is not waited for.
  await expect.poll(() => readFileSync(join(folder, 'opened'), 'utf8')).toBe(new URL(url).href);
  expect(existsSync(join(folder, 'harm'))).toBe(false);
});

const REFUSED = [
  ...[
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'vbscript:x',
    '\\\\evil\\share',
    '--help',
  ],
  ...[
    'ssh://-oProxyCommand=x',
    'ms-msdt:/id',
    'ws://x/',
    'ftp://x/',
    'http://example.com/',
    'http://10.0.0.1/',
  ],
  ...['https://', 'x', '', 'http://localhost.example.com/', 'http://169.254.169.254/'],
];

test.each(REFUSED)('%s is never opened', async (url) => {
  script(`touch ${folder}/opened`);
  expect(await opened(url)).toBe('only https pages, and http pages on this machine, are opened in a browser');
  expect(existsSync(join(folder, 'opened'))).toBe(false);
});

test.each(['http://localhost:1/', 'http://127.0.0.1:1/x', 'http://[::1]:1/'])('%s is opened', async (url) => {
  script('exit 0');
  expect(await opened(url)).toBeUndefined();
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
