import { expect, test } from 'vitest';
import { EVERYTHING } from '../support/http-server.ts';
import { opened, openMatch } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';

const sizes = portion([
  { cols: 80, rows: 24 },
  { cols: 120, rows: 32 },
  { cols: 60, rows: 15 },
]);

test.each(sizes)(
  'the level of log messages is chosen, and they are filtered, at $cols×$rows',
  async (size) => {
    const terminal = await opened([process.execPath, EVERYTHING], size);
    await terminal.key('7');
    await terminal.waitFor('Output');
    await terminal.key('L');
    await terminal.waitFor('Minimum log level');
    await terminal.type('debug');
    await terminal.key('enter');
    await terminal.waitFor(/level debug/);
    await expect
      .poll(() => sentWith(terminal.home, 'logging/setLevel')[0])
      .toContain('"params":{"level":"debug"}');

    // Wherever one is, by its name.
    await terminal.key('2', 'ctrl+p');
    await terminal.type('log level');
    await terminal.waitFor(/❯ log level/);
    await terminal.key('enter');
    await terminal.waitFor('Minimum log level');
    await terminal.key('esc');
    await terminal.waitWithout('Minimum log level');

    await openMatch(terminal, 'simulated-logging');
    await terminal.waitFor('[ Call ]');
    await terminal.key('enter');
    await terminal.waitFor(/Started simulated/);
    await terminal.key('7');
    await terminal.waitFor(/(debug|info|notice|warning|error|critical|alert|emergency) +.*message/i);
    await terminal.type('/nowhere');
    await terminal.waitFor('nothing matches');
    await terminal.key('esc');
    await terminal.type('/message');
    await terminal.key('enter');
    await terminal.waitFor(/[1-9]\d* of \d+/);

    // Messages go on coming below, and move nothing here.
    const first = () => /─ Server .* (\d+)-\d+\/\d+ ─/.exec(terminal.text())?.[1];
    await terminal.key('1', 'end');
    await terminal.waitFor(/─ Server .*-(\d+)\/\1 ─/);
    while (!/log level +debug/.test(terminal.text())) {
      const before = first();
      await terminal.key('pgup');
      await terminal.waitFor(() => first() !== before);
    }
  },
  60_000,
);
