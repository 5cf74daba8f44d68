// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables in a config look like that.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scratch } from '../support/cli.ts';
import type { Screen } from '../support/screen.ts';
import { openTerminal, type TerminalOptions } from '../support/terminal.ts';

const SERVER = fileURLToPath(new URL('../support/servers/verbs.mjs', import.meta.url));

/** A config with these servers, opened in a terminal. */
function picker(servers: Readonly<Record<string, unknown>>, options: TerminalOptions = {}) {
  const folder = scratch();
  const path = join(folder, 'mcp.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path,
    JSON.stringify({ inputs: [{ id: 'key', description: 'the key', password: true }], servers }),
  );
  return openTerminal({ args: ['--config', path], cwd: folder, ...options });
}

/** A frame as wide as the window, and the keys in the last row. */
function isWhole(screen: Screen): boolean {
  const { cols, rows } = screen.size();
  const lines = screen.screen();
  const isFramed = lines
    .slice(0, rows - 2)
    .every((line) => line.length === cols && /^[╭│┃╰].*[╮│┃╯]$/.test(line));
  return isFramed && /^ ⏎ inspect .* esc leave$/.test(lines[rows - 1] ?? '');
}

const good = { command: process.execPath, args: [SERVER] };

describe('choosing among the servers of a config', () => {
  it('shows what each is, and opens the one that is chosen', async () => {
    const terminal = picker({
      bad: { env: {} },
      off: { ...good, disabled: true },
      first: good,
      second: { ...good, args: [SERVER, 'second'] },
    });
    await terminal.waitFor('❯ first');
    expect(terminal.text()).toMatch(/off .*disabled/);
    expect(isWhole(terminal)).toBe(true);
    await terminal.key('up', 'up');
    await terminal.waitFor(/❯ bad .*cannot be read/);
    await terminal.waitFor('servers.bad: needs a "command" or a "url"');
    await terminal.key('enter', 'pgdn');
    await terminal.waitFor('❯ second');
    await terminal.waitFor(/verbs\.mjs second/);
    await terminal.key('enter');
    await terminal.waitFor('· ready');
    // Wherever the path before it is broken.
    await terminal.waitFor(/ second {2,}.*[│┃]/);
    // What a client would pass, and nothing else of the terminal's environment.
    await terminal.waitFor(/environment +3 variables/);
    await terminal.key('enter');
    await terminal.waitFor(/│ HOME {2}PATH {2}TERM +[│┃]/);
    await terminal.key('2');
    await terminal.waitFor('╭─ Tools');
    await terminal.key('q');
    expect((await terminal.exited).code).toBe(0);
  });

  it('opens those that are ticked as sessions of one window', async () => {
    const terminal = picker({ one: good, two: good, three: good });
    await terminal.waitFor('❯ one');
    await terminal.key('space', 'down', 'down', 'space');
    await terminal.waitFor(/❯ ✓ three/);
    await terminal.waitFor(/^ ⏎ inspect these 2 .* esc clear/m);
    await terminal.key('enter');
    await terminal.waitFor(/‹1 one ●› {2}2 three ●/);
    await terminal.key('q');
    expect((await terminal.exited).code).toBe(0);
  });

  it.each(['esc', 'ctrl+c'])('is left by %s, with the terminal as it was', async (key) => {
    const terminal = picker({ one: good, two: good });
    await terminal.waitFor('❯ one');
    await terminal.key(key);
    expect((await terminal.exited).code).toBe(0);
    expect(terminal.modes()).toMatchObject({ alternate: false, cursorShown: true, paste: false, kitty: 0 });
    await terminal.waitGone();
  });

  it('follows the window', async () => {
    const terminal = picker(
      Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`server-${at}`, good])),
    );
    await terminal.waitFor('❯ server-0');
    await terminal.key('pgdn', 'pgdn');
    await terminal.waitFor('❯ server-39');
    for (const [cols, rows] of [
      [60, 10],
      [40, 20],
      [160, 45],
    ] as const) {
      terminal.resize(cols, rows);
      await terminal.waitFor((screen) => screen.text().includes('❯ server-39') && isWhole(screen));
    }
  });

  it('asks what the config asks, out of sight', async () => {
    const terminal = picker({ one: { ...good, env: { KEY: '${input:key}' } } });
    await terminal.waitFor('the key:');
    await terminal.type('hush-hush');
    await terminal.key('enter');
    await terminal.waitFor('· ready');
    expect(terminal.written()).not.toContain('hush');
    await terminal.key('q');
    expect((await terminal.exited).code).toBe(0);
  });

  it('asks what the server that is chosen needs', async () => {
    const terminal = picker({ one: good, two: { ...good, env: { KEY: '${input:key}' } } });
    await terminal.waitFor('❯ one');
    await terminal.key('pgdn', 'pgdn');
    await terminal.waitFor('❯ two');
    await terminal.key('enter');
    await terminal.waitFor('the key:');
    // Nobody knows it by heart: meanwhile nothing but the question holds the program.
    await picker({ elsewhere: good }).waitFor('· ready');
    await terminal.type('hush-hush');
    await terminal.key('enter');
    await terminal.waitFor('· ready');
    expect(terminal.written()).not.toContain('hush');
    await terminal.key('q');
    expect((await terminal.exited).code).toBe(0);
  });

  it('goes when the question is interrupted', async () => {
    const terminal = picker({ one: { ...good, env: { KEY: '${input:key}' } } });
    await terminal.waitFor('the key:');
    await terminal.key('ctrl+c');
    expect((await terminal.exited).code).toBe(130);
  });
});
