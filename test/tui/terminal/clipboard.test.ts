import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ClipboardOptions, copy, osc52, tools } from '../../../src/tui/terminal/clipboard.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-clipboard-'));
  // The patience with a tool stands still: how long one takes is not what is tried.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const script = (name: string, body: string) => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, name), 0o755);
};

function options(env: NodeJS.ProcessEnv): ClipboardOptions & { readonly written: string[] } {
  const written: string[] = [];
  const path = `${folder}:/usr/bin:/bin`;
  return { env: { PATH: path, ...env }, platform: 'linux', write: (bytes) => written.push(bytes), written };
}

test.each([
  ['linux', {}, []],
  ['linux', { DISPLAY: ':0' }, ['xclip', 'xsel']],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['wl-copy']],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }, ['wl-copy', 'xclip', 'xsel']],
  ['linux', { SSH_TTY: '/dev/pts/1', WAYLAND_DISPLAY: 'wayland-0' }, []],
  ['linux', { SSH_TTY: '/dev/pts/1', DISPLAY: 'localhost:10.0' }, ['xclip', 'xsel']],
  ['linux', { WSL_DISTRO_NAME: 'Debian' }, ['clip.exe']],
  ['darwin', {}, ['pbcopy']],
  ['darwin', { SSH_TTY: '/dev/ttys001' }, []],
  ['win32', {}, ['clip.exe']],
] as const)('the tools on %s with %j', (platform, env, names) => {
  expect(tools({ platform, env }).map(([name]) => name)).toEqual(names);
});

test('a tool takes the text', async () => {
  script('xclip', `cat > ${folder}/copied; echo "$@" > ${folder}/arguments`);
  const given = options({ DISPLAY: ':0' });
  expect(await copy('日本\n2', given)).toEqual({ sure: true, how: 'copied with xclip' });
  expect(readFileSync(join(folder, 'copied'), 'utf8')).toBe('日本\n2');
  expect(readFileSync(join(folder, 'arguments'), 'utf8')).toBe('-selection clipboard\n');
  expect(given.written).toEqual([]);
});

test('a tool that fails is named and the next one asked', async () => {
  script('xclip', 'exit 1');
  script('xsel', `cat > ${folder}/copied`);
  expect(await copy('text', options({ DISPLAY: ':0' }))).toEqual({ sure: true, how: 'copied with xsel' });
  expect(readFileSync(join(folder, 'copied'), 'utf8')).toBe('text');
});

test('where no tool works the terminal is asked, and why is said', async () => {
  script('xsel', 'exit 3');
  // No xclip of this machine is found.
  const given = options({ DISPLAY: ':0', PATH: folder });
  expect(await copy('\x1b]52;c;hostile\x07', given)).toEqual({
    sure: false,
    how: 'copied (OSC 52, if the terminal supports it); xclip is not installed; xsel ended with 3',
  });
  expect(given.written).toEqual(['\x1b]52;c;G101MjtjO2hvc3RpbGUH\x07']);
  expect(existsSync(join(folder, 'copied'))).toBe(false);
});

test('a tool that goes on serving the clipboard does not hold us up', async () => {
  script('wl-copy', `cat > ${folder}/copied\n(while test -d ${folder}; do sleep 0.1; done) &\nexit 0`);
  const copied = await copy('text', options({ WAYLAND_DISPLAY: 'wayland-0' }));
  expect(copied).toEqual({ sure: true, how: 'copied with wl-copy' });
});

test('the sequence holds nothing but base64', () => {
  expect(osc52('é')).toBe('\x1b]52;c;w6k=\x07');
});
