import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { opened, openTool } from '../support/opening.ts';
import { faultsOf } from '../support/whole.ts';

const VERBS = fileURLToPath(new URL('../support/servers/verbs.mjs', import.meta.url));

const sizes = [
  [120, 32],
  [80, 24],
  [60, 15],
  [40, 12],
] as const;

test('a megabyte pasted into a field is sent as it is, at any size', async () => {
  const terminal = await opened([process.execPath, VERBS]);
  await openTool(terminal, 'echo');
  for (const [cols, rows] of sizes) {
    terminal.resize(cols, rows);
    await terminal.waitFor(/❯ text/);
    terminal.paste(`${'x'.repeat(1_000_000)}${cols}`);
    await terminal.waitFor(`x${cols}`);
    expect(faultsOf(terminal)).toEqual([]);
    await terminal.key('ctrl+s');
    await terminal.waitFor(/echo · ✓ [\d.]+ m?s/);
    await terminal.waitFor('JSON text');
    // The next result is shown in the same way.
    if (cols === 120) await terminal.key('f');
    await terminal.waitFor('{"text":"xx');
    await terminal.key('end');
    // Wherever the last row breaks.
    await terminal.waitFor(new RegExp([...`x${cols}"}`].join('[\\s│┃❯]*')));
    await terminal.key('e', 'ctrl+u');
    await terminal.waitWithout(/xx/);
  }
});

test('a storm of resizes while a call goes on ends in a whole picture, and with all of its answer', async () => {
  const terminal = await opened(['demo']);
  await openTool(terminal, 'take-exposure');
  await terminal.type('2');
  await terminal.key('ctrl+s');
  await expect.poll(() => terminal.written()).toContain('Running…');
  for (let storm = 0; storm < 300; storm += 1)
    terminal.resize(40 + ((storm * 37) % 121), 10 + ((storm * 11) % 36));
  for (const [cols, rows] of sizes) {
    terminal.resize(cols, rows);
    await terminal.waitFor((screen) => /take-exposure/.test(screen.text()) && faultsOf(screen).length === 0);
  }
  terminal.resize(120, 32);
  await terminal.waitFor(
    (screen) => /take-exposure · \D*\d+/.test(screen.text()) && faultsOf(screen).length === 0,
  );
});

test('a window that is small for a moment is painted anew, though its size is the same after it', async () => {
  const terminal = await opened(['demo']);
  await terminal.waitFor((screen) => screen.text().includes('╭─ Server') && faultsOf(screen).length === 0);
  for (let storm = 0; storm < 20; storm += 1) {
    terminal.resize(60, 15);
    terminal.resize(120, 32);
    await terminal.waitFor((screen) => screen.text().includes('╭─ Server') && faultsOf(screen).length === 0);
  }
});
