import { describe, expect, it } from 'vitest';
import { openTerminal, type Terminal, type TerminalOptions } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

/** The demonstration server, ready, on a screen that is named by its key. */
async function demo(key: string, options: TerminalOptions = {}): Promise<Terminal> {
  const terminal = openTerminal({ args: ['demo'], ...options });
  await terminal.waitFor('· ready');
  await terminal.key(key);
  return terminal;
}

describe('the shell of the screens', () => {
  it('is whole in every window from 40×10 to 160×45', async () => {
    const terminal = await demo('2');
    for (let cols = 40; cols <= 160; cols += 7) {
      for (let rows = 10; rows <= 45; rows += 7) {
        terminal.resize(cols, rows);
        await terminal.waitFor(
          (screen) => faultsOf(screen).length === 0 && screen.text().includes('❯ say-hello'),
        );
      }
    }
  }, 120_000);

  it('says how large the window must be, and comes back', async () => {
    const small = openTerminal({ args: ['demo'], cols: 39, rows: 9 });
    await small.waitFor(/needs 40 × 10 cells/);
    small.resize(80, 24);
    await small.waitFor('· ready');
  });

  it('moves ten rows by ten arrows in one write', async () => {
    const terminal = await demo('2');
    await terminal.waitFor('❯ say-hello');
    terminal.raw('\x1b[B'.repeat(10));
    await terminal.waitFor(/11\/17/);
    terminal.raw('kkkjjG');
    await terminal.waitFor('❯ erase-log');
  });

  it('gives the filter what is typed after its key in the same write', async () => {
    const terminal = await demo('2');
    terminal.raw('/sky');
    await terminal.waitFor('Tools /sky');
    await terminal.waitFor('❯ sky-picture');
    await terminal.key('alt+5');
    await terminal.waitFor(/╭─ Traffic ─.* following ─╮\n/);
    await terminal.key('alt+2');
    await terminal.waitFor('╭─ Tools /sky ─');
    await terminal.key('esc');
    await terminal.waitFor('╭─ Tools ──');
  });

  it('zooms, hides the dock and comes back', async () => {
    const terminal = await demo('2');
    await terminal.waitFor('╭─ Traffic');
    await terminal.key('z');
    await terminal.waitWithout('╭─ Traffic');
    expect(terminal.text()).not.toContain('3 Resources');
    await terminal.key('esc');
    await terminal.waitFor('╭─ Traffic');
    expect(terminal.text()).toContain('3 Resources');
    await terminal.key('t');
    await terminal.waitWithout('╭─ Traffic');
    await terminal.key('t');
    await terminal.waitFor('╭─ Traffic');
  });

  it('shows the keys of where one is, with f1 even while typing', async () => {
    const terminal = await demo('2');
    await terminal.key('?');
    await terminal.waitFor('╭─ Help');
    await terminal.key('esc');
    await terminal.waitWithout('╭─ Help');
    await terminal.key('/', 'f1');
    await terminal.waitFor(/\bPrompt\b/);
    await terminal.key('f1');
    await terminal.waitWithout(/\bPrompt\b/);
    expect(terminal.text()).toContain('⏎ accept');
  });

  it('tells without colour what has the focus and what is selected', async () => {
    const terminal = await demo('2', { env: { NO_COLOR: '1' } });
    await terminal.waitFor('Tools · focus');
    expect(terminal.text()).toContain('❯2 Tools');
    const cells = Array.from({ length: 32 }, (_, row) =>
      Array.from({ length: 120 }, (__, column) => terminal.cell(row, column)),
    ).flat();
    expect(cells.filter(({ fg, bg }) => fg !== undefined || bg !== undefined)).toEqual([]);
  });
});
