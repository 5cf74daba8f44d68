import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CASES } from '../support/cases.ts';
import { ctrlCTwice } from '../support/ctrl-c.ts';
import { opened, openMatch, openTool } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import type { Terminal, TerminalOptions } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

describe('reported cases on screen', () => {
  async function start(id: string, options: TerminalOptions = {}): Promise<Terminal> {
    const args = [process.execPath, join(CASES, id, 'server.mjs')];
    const terminal = await opened(args, { ...options });
    return terminal;
  }

  /** Calls a tool without arguments, or fills in its first field. */
  async function call(terminal: Terminal, tool: string, text = '') {
    await openTool(terminal, tool);
    await terminal.type(text);
    await terminal.key('ctrl+s');
  }

  test.each(
    portion([
      { cols: 60, rows: 15 },
      { cols: 120, rows: 32 },
    ]),
  )('t6: stderr is nowhere but on Output ($cols×$rows)', async (size) => {
    const terminal = await start('t6-stderr-bleed', size);
    for (const screen of ['1', '2', '3', '5', '6']) {
      await terminal.key(screen);
      // Its tab counts what has come meanwhile, so the picture is a new one.
      const before = Number(/7(?: Output |:)(\d+)/.exec(terminal.text())?.[1] ?? 0);
      await terminal.waitFor((now) => Number(/7(?: Output |:)(\d+)/.exec(now.text())?.[1]) > before + 3);
      expect(terminal.text()).not.toContain('STDERR-NOISE');
      expect(faultsOf(terminal)).toEqual([]);
    }
    await terminal.key('7');
    await terminal.waitFor(/stderr +STDERR-NOISE \d+/);
    await terminal.waitFor(/stderr +progress \d+%/);
    await terminal.waitFor('following');
    await terminal.key('up');
    await terminal.waitFor(/paused · [1-9]\d* new/);
    await terminal.key('enter');
    await terminal.waitFor(/─ #\d+ · [\d:.]+ · stderr ─.*\n. . (?:STDERR-NOISE|progress) \d+/);
    expect(faultsOf(terminal)).toEqual([]);
    await terminal.key('esc');
    await terminal.type('/progress 1');
    await terminal.waitFor(/Output \/progress 1.* of \d+/);
    await terminal.waitWithout(/stderr +STDERR/);
    await terminal.key('esc', 'f');
    await terminal.waitFor('following');
  });

  test.each(
    portion([
      { cols: 40, rows: 12 },
      { cols: 80, rows: 24 },
    ]),
  )('r3: wide and joined characters leave every border in its place ($cols×$rows)', async (size) => {
    const terminal = await start('r3-widths', size);
    await terminal.key('2');
    await terminal.waitFor('❯ t0_plain');
    for (let row = 0; row < 12; row += 1) {
      await terminal.waitFor(row < 11 ? `❯ t${row}_` : '❯ widths');
      expect(faultsOf(terminal)).toEqual([]);
      await terminal.key('down');
    }
    await terminal.key('enter', 'enter');
    await terminal.waitFor('日本語ツール|12');
    expect(faultsOf(terminal)).toEqual([]);
  });

  test('r2: what cannot be seen is shown by its name', async () => {
    const terminal = await start('r2-bidi');
    const hidden = /[\u061c\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;
    await terminal.key('2');
    await terminal.waitFor('pay<U+200B>');
    // Every row can be selected, equal names too.
    for (let row = 1; row <= 6; row += 1) {
      await terminal.waitFor(`${row}/6`);
      expect(terminal.text()).not.toMatch(hidden);
      await terminal.key('down');
    }
    await call(terminal, 'report');
    await terminal.waitFor('<U+202E>txet desrever');
    expect(terminal.text()).not.toMatch(hidden);
  });

  test('d2: a few keys find one tool of 1,501', async () => {
    const terminal = await start('d2-many-tools', { cols: 80, rows: 24 });
    await terminal.key('2');
    await terminal.waitFor('2 Tools 1501');
    await terminal.waitFor('▸ tool_');
    terminal.raw('/zz');
    await terminal.waitFor('❯ zz_last_one');
    await terminal.key('enter');
    await terminal.waitFor('❯ [ Call ]');
    await terminal.key('enter');
    await terminal.waitFor('ran zz_last_one');
  });

  test('d3: keys work during a flood, and the answer behind it arrives', async () => {
    const terminal = await start('d3-flood');
    await call(terminal, 'flood', '20000');
    await terminal.key('alt+7');
    await terminal.waitFor('flood message body');
    await terminal.key('up');
    await terminal.waitFor('paused');
    for (const [at, rows] of [1, 2, 3].entries()) {
      terminal.raw('\x1b[A'.repeat(rows));
      await terminal.key('alt+5');
      await terminal.waitFor(/╭─ Traffic.*\n.*notifications\/message/);
      await terminal.key(`alt+${at % 2 ? 7 : 6}`);
      await terminal.waitFor(at % 2 ? /╭─ Output/ : /╭─ Inbox/);
    }
    await call(terminal, 'echo', 'alive');
    await terminal.waitFor('alive');
    await expect.poll(() => sentWith(terminal.home, 'flood of 20000 done', 's2c')).toHaveLength(1);
    await expect.poll(() => sentWith(terminal.home, 'notifications/message', 's2c')).toHaveLength(20_000);
  });

  test('t3: ctrl+c cancels, twice more leaves a server that ignores nearly everything', async () => {
    const terminal = await start('t3-ctrl-c');
    await call(terminal, 'hang');
    await terminal.waitFor('cancel');
    await terminal.key('ctrl+c');
    await expect.poll(() => sentWith(terminal.home, 'notifications/cancelled')).toHaveLength(1);
    await terminal.waitFor(/cancelled/);
    ctrlCTwice(terminal);
    expect((await terminal.exited).code).toBe(0);
    expect(terminal.modes().alternate).toBe(false);
    await terminal.waitGone();
  });

  test('l3: a crash during a call is told at once, and R goes on', async () => {
    const terminal = await start('l3-crash-midcall', { cols: 80, rows: 24 });
    await call(terminal, 'crash');
    await terminal.waitFor(/· (failed|closed)/);
    await terminal.key('alt+1');
    await terminal.waitFor(/code 9/);
    await terminal.waitFor('simulated segfault');
    await terminal.key('R');
    await terminal.waitFor('· ready');
    await call(terminal, 'echo', 'back again');
    await terminal.waitFor('back again');
    await terminal.key('alt+5');
    await terminal.waitFor(/result.*tools\/call/);
    expect(faultsOf(terminal)).toEqual([]);
  });

  test('s4: each reference is a field, recursion opens by hand, what leads nowhere is JSON', async () => {
    const terminal = await start('s4-refs', { cols: 80, rows: 24 });
    await openTool(terminal, 'person');
    await terminal.waitFor(/❯▾who \*/);
    await terminal.key('down');
    await terminal.type('Ada');
    await terminal.key('ctrl+s');
    await terminal.waitFor('args={"who":{"name":"Ada"}}');
    await openTool(terminal, 'tree');
    await terminal.waitFor(/❯▾root \*/);
    await terminal.key('down');
    await terminal.type('r');
    await terminal.key('down', 'right', 'right', 'enter', 'right');
    await terminal.waitFor(/❯ +label \*/);
    await terminal.type('c');
    await terminal.key('ctrl+s');
    await terminal.waitFor('args={"root":');
    await expect
      .poll(() => sentWith(terminal.home, '"name":"tree"')[0])
      .toContain('"arguments":{"root":{"label":"r","children":[{"label":"c"}]}}');
    for (const [tool, why] of [
      ['dangling', 'points at nothing'],
      ['selfloop', 'it refers only to'],
    ] as const) {
      await openTool(terminal, tool);
      await terminal.waitFor(/❯ x .*not set/);
      await terminal.waitFor(why);
      await terminal.waitFor('ctrl+n: null');
      await terminal.type('[1]');
      await terminal.key('ctrl+s');
      await terminal.waitFor('args={"x":[1]}');
    }
  });

  test('s8: the URI is shown while its variables are typed, and read', async () => {
    const terminal = await start('s8-uri-template', { cols: 80, rows: 24 });
    await terminal.key('3');
    await openMatch(terminal, 'events');
    await terminal.waitFor('❯ topic');
    await terminal.type('foo/bar é');
    await terminal.waitFor('fake://events/foo%2Fbar%20%C3%A9');
    await terminal.key('ctrl+s');
    await terminal.waitFor('read:fake://events/foo%2Fbar%20%C3%A9');
  });
});
