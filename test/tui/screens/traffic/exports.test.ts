import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { save } from '../../../../src/tui/terminal/files.ts';
import { openPrompt, overlayOf } from '../../../../src/tui/world/overlay.ts';
import type { Step } from '../../../support/conversation.ts';
import { program } from '../../../support/program.ts';
import { told } from '../../../support/told.ts';

const LINES = 6_000;
const PATIENT = { timeout: 20_000 };

/** The traffic of a long session, whose files go into a folder of their own. */
function long() {
  const notification: Step = ['s2c', { method: 'notifications/message', params: { data: 'x'.repeat(40) } }];
  const { ui, context, press } = program(told(...Array.from({ length: LINES }, () => notification)));
  const cwd = mkdtempSync(join(tmpdir(), 'loupe-exported-'));
  const terminal: typeof context.terminal = {
    ...context.terminal,
    save: (path, content, overwrite) => save(path, content, overwrite, { cwd, home: cwd }),
  };
  press('5');
  /** Presses `s` and writes into a file of this name. */
  const exportAs = (name: string): void => {
    press('s');
    const now = overlayOf(ui.get(), 'prompt');
    if (now === undefined) throw new Error('nothing is asked for');
    ui.update(openPrompt(now.label, now.purpose, name));
    Object.assign(context, { terminal });
    press('enter');
  };
  return { ui, press, cwd, exportAs, says: () => ui.get().status?.text ?? '' };
}

test('a long export says how far it is, and esc leaves nothing of it', async () => {
  const { ui, press, cwd, exportAs, says } = long();
  const told = new Promise<string>((resolve) => {
    const leave = ui.subscribe(() => {
      if (!says().startsWith('writing')) return;
      leave();
      press('esc');
      resolve(says());
    });
  });
  exportAs('a.json');
  expect(await told).toMatch(/^writing 6000 messages: \d+% · esc stops$/);
  await vi.waitFor(() => expect(says()).toBe('Stopped: nothing is written.'), PATIENT);
  expect(ui.get().exporting).toBeUndefined();
  expect(readdirSync(cwd)).toEqual([]);
});

test('a long export is written whole, and one that is there is asked about', async () => {
  const { ui, press, cwd, exportAs, says } = long();
  exportAs('a.jsonl');
  await vi.waitFor(() => expect(says()).toMatch(/^saved to .*a\.jsonl/), PATIENT);
  const text = readFileSync(join(cwd, 'a.jsonl'), 'utf8');
  expect(text.trimEnd().split('\n')).toHaveLength(LINES);
  exportAs('a.jsonl');
  await vi.waitFor(() => expect(overlayOf(ui.get(), 'question')?.text).toContain('exists'), PATIENT);
  press('n');
  // The same again, while the first is written, stops that and asks nothing.
  exportAs('c.jsonl');
  exportAs('c.jsonl');
  await vi.waitFor(() => expect(says()).toMatch(/^saved to .*c\.jsonl/), PATIENT);
  expect(readFileSync(join(cwd, 'c.jsonl'), 'utf8')).toBe(text);
  expect(readdirSync(cwd).sort()).toEqual(['a.jsonl', 'c.jsonl']);
  exportAs('b.mcp.jsonl');
  await vi.waitFor(
    () => expect(overlayOf(ui.get(), 'prompt')?.label).toBe('as .md .html .json .jsonl .har .otlp.json'),
    PATIENT,
  );
  expect(existsSync(join(cwd, 'b.mcp.jsonl'))).toBe(false);
  for (const [name, why] of [
    [' ', 'the path is empty'],
    ['sub/', 'that is a folder; name a file in it'],
  ] as const) {
    exportAs(name);
    await vi.waitFor(() => expect(says()).toBe(`Not exported: ${why}.`), PATIENT);
  }
  expect(readdirSync(cwd).sort()).toEqual(['a.jsonl', 'c.jsonl']);
});
