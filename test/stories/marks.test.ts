import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { opened } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { recordedIn } from '../support/recording.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

const SIZES = portion([
  { cols: 80, rows: 24 },
  { cols: 120, rows: 32 },
  { cols: 60, rows: 15 },
]);

/** The traffic of the demonstration server, its list in focus. */
async function traffic(options: TerminalOptions): Promise<Terminal> {
  const terminal = await opened(['demo'], { ...options });
  await terminal.key('5');
  await terminal.waitFor(/╭─ Traffic ─.* following ─╮/);
  return terminal;
}

/** Selects the line that answers the list of tools. */
async function toTools(terminal: Terminal): Promise<void> {
  await terminal.type('/kind:result method:tools/list');
  await terminal.waitFor(/❯ .*← .*result {2}tools\/list/);
  await terminal.key('enter');
}

test.each(SIZES)('a line is marked and noted, kept, found again and exported ($cols×$rows)', async (size) => {
  const terminal = await traffic({ ...size, shell: false });
  await toTools(terminal);
  await terminal.key('m');
  await terminal.waitFor(/is marked/);
  await terminal.waitFor(/❯ .*←◆/);
  await terminal.key(';');
  await terminal.waitFor(/note on #\d+/);
  await terminal.type('fifteen tools');
  await terminal.key('enter');
  await terminal.waitFor(/added a note to #\d+/);
  if (size.cols > 60) await terminal.waitFor('; fifteen tools');
  expect(faultsOf(terminal)).toEqual([]);
  // At the line itself, in full.
  await terminal.key('enter');
  await terminal.waitFor('marked; fifteen tools');
  await terminal.key('esc');
  await terminal.type('/note:fifteen');
  await terminal.waitFor(/Traffic \/note:.* 1 of \d+/);
  await terminal.key('enter');
  await terminal.key('s');
  await terminal.waitFor('export 1 marked message');
  // Other lines and other formats are a key away.
  await terminal.key('tab');
  await terminal.waitFor('as .html');
  await terminal.type('selected');
  await terminal.waitFor(/❯ 1 selected message/);
  await terminal.key('enter');
  await terminal.waitFor('export 1 selected');
  await terminal.key('tab');
  await terminal.type('as .har');
  await terminal.waitFor(/❯ as \.har/);
  await terminal.key('enter');
  await terminal.waitFor(/\.har/);
  await terminal.waitWithout(/❯ as/);
  await terminal.key('ctrl+u');
  await terminal.type('report.csv');
  await terminal.key('enter');
  await terminal.waitFor(/as \.md \.html .*report\.csv/);
  await terminal.key('backspace', 'backspace', 'backspace');
  await terminal.type('md');
  await terminal.key('enter');
  await terminal.waitFor(/saved to/);
  const report = readFileSync(join(terminal.home, 'report.md'), 'utf8');
  expect(report).toMatch(/^# Traffic of kestrel-hill/);
  expect(report).toMatch(/^Recorded by mcp-loupe \S+, Node\.js \S+, \S+ \S+$/m);
  expect(report).toContain('(marked)');
  // The answer that was marked stands with its request.
  expect(report).toMatch(/^## `#\d+` tools\/list$/m);
  expect(report).toContain('> fifteen tools');
  const notes = recordedIn(terminal.home).filter(({ type }) => type === 'note');
  expect(notes).toHaveLength(2);
  // Taken back.
  await terminal.key('m');
  await terminal.waitFor('no longer marked');
  await terminal.waitWithout('◆');
});

test('marks and notes are there when the recording is opened again, and can be added to', async () => {
  const first = openTerminal({ args: ['--record', 'kept.mcp.jsonl', 'demo'], shell: true, kitty: true });
  await first.start();
  await first.waitFor('· ready');
  await first.key('5');
  await first.waitFor(/╭─ Traffic ─.* following ─╮/);
  await toTools(first);
  await first.key('m');
  await first.waitFor(/is marked/);
  await first.key('q');
  expect(await first.prompt()).toBe(0);

  const again = openTerminal({
    args: ['open', join(first.home, 'kept.mcp.jsonl')],
    kitty: true,
    cols: 80,
    rows: 24,
  });
  await again.waitFor('recorded');
  await again.key('5');
  await again.type('/mark:yes');
  await again.waitFor(/❯ .*←◆/);
  await again.key('enter', ';');
  await again.waitFor('note on');
  await again.type('seen later');
  await again.key('enter');
  await again.waitFor('; seen later');
  const kept = readFileSync(join(first.home, 'kept.mcp.jsonl'), 'utf8');
  expect(kept).toContain('"text":"seen later"');
  // The number goes on: it is a line of the transcript like any other.
  const seqs = kept
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).seq as number);
  expect(seqs).toEqual(seqs.map((_, at) => at));
});

test.each(SIZES)(
  'a filter is completed and held against its language while it is typed ($cols×$rows)',
  async (size) => {
    const terminal = await traffic(size);
    await terminal.type('/meth');
    await terminal.waitFor(/tab method:/);
    await terminal.key('tab');
    await terminal.type('tools/l');
    await terminal.waitFor('tab method:tools/list');
    await terminal.key('tab');
    await terminal.waitFor(/Traffic \/method:too.* 2 of \d+/);
    if (size.cols >= 80) await terminal.waitFor(/ · \d+ hidden/);
    // In one piece, since what it begins with is a filter, too.
    terminal.paste('and dir:up ');
    await terminal.waitFor(/✗ up is not one of in/);
    // What was shown stays shown.
    await terminal.waitFor(/2 of \d+/);
    await terminal.key(...Array.from({ length: 3 }, () => 'backspace'));
    await terminal.type('in');
    await terminal.waitFor(/1 of \d+/);
    await terminal.key('enter', 'esc');
    await terminal.waitFor(/╭─ Traffic ─/);
  },
);

test('a filter is kept under a name, in the settings, and used by it in the next session', async () => {
  const terminal = openTerminal({ args: ['demo'], shell: true, kitty: true });
  await terminal.start();
  await terminal.waitFor('· ready');
  await terminal.key('5');
  await terminal.type('/method:tools/* dir:in');
  await terminal.waitFor(/1 of \d+/);
  await terminal.key('enter', 'ctrl+p');
  await terminal.type('save filter');
  await terminal.waitFor('❯ save filter');
  await terminal.key('enter');
  await terminal.waitFor('save filter as');
  await terminal.type('answers');
  await terminal.key('enter');
  await terminal.waitFor('saved as @answers');
  await terminal.key('q');
  expect(await terminal.prompt()).toBe(0);
  const settings = JSON.parse(readFileSync(join(terminal.home, 'config/mcp-loupe/settings.json'), 'utf8'));
  expect(settings).toEqual({ version: 1, filters: { answers: 'method:tools/* dir:in' } });
  await terminal.start();
  await terminal.waitFor('· ready');
  await terminal.key('5');
  await terminal.type('/not @an');
  await terminal.waitFor('tab @answers');
  await terminal.key('tab');
  await terminal.waitFor(/Traffic \/not @answers .*\d+ of \d+ · 1 hidden/);
  await terminal.key('esc', 'q');
  expect(await terminal.prompt()).toBe(0);
});

test.each(SIZES)(
  'a line is gone to by its number and its time; the methods are summed up ($cols×$rows)',
  async (size) => {
    const terminal = await traffic(size);
    await terminal.key('#');
    await terminal.waitFor('to #message or time');
    await terminal.type('2');
    await terminal.key('enter');
    await terminal.waitFor(/❯ .*→ (?:.* )?initialize/);
    await terminal.key('#');
    await terminal.type('nowhere');
    await terminal.key('enter');
    await terminal.waitFor('is not a message');
    await terminal.key('#');
    await terminal.type('0s');
    await terminal.key('enter');
    await terminal.waitFor(/❯ .*spawn/);
    await terminal.key('i');
    await terminal.waitFor('Traffic by method');
    await terminal.waitFor(/method +count +p50 +p95 +max/);
    await terminal.waitFor(/initialize +1 +[\d.]+ m?s/);
    // What was said of the line leaves no room for the keys in a narrow window, but it goes.
    await terminal.waitFor('f1 help');
    expect(faultsOf(terminal)).toEqual([]);
    await terminal.key('esc');
    await terminal.waitFor(/╭─ Traffic ─/);
  },
);

test('what is saved under a name that ends in .md is Markdown', async () => {
  const terminal = await traffic({ cols: 120, rows: 32 });
  const saved = async (name: string): Promise<string> => {
    await terminal.key('s');
    await terminal.waitFor('save as');
    await terminal.key('ctrl+u');
    await terminal.type(name);
    await terminal.key('enter');
    await terminal.waitFor(`/${name}`);
    return readFileSync(join(terminal.home, name), 'utf8');
  };
  await terminal.key('i');
  await terminal.waitFor(/initialize +1 +[\d.]+ m?s/);
  expect(await saved('summary.md')).toMatch(
    /^# Traffic by method\n\n\| method \|.*\n\| --- \|[\s\S]*\n\| initialize \| /,
  );
  expect(JSON.parse(await saved('summary.json'))).toContainEqual(
    expect.objectContaining({ name: 'initialize' }),
  );
});
