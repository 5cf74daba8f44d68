import { expect, test } from 'vitest';
import { runCli } from '../support/cli.ts';
import { goTo, opened, openTool } from '../support/opening.ts';
import type { Terminal } from '../support/terminal.ts';

/** Fills in the place whose distance from a star is asked for, and calls. */
async function callSeparation(terminal: Terminal): Promise<void> {
  await openTool(terminal, 'separation');
  await terminal.type('10');
  await terminal.key('tab');
  await terminal.waitFor(/❯ dec/);
  await terminal.type('20');
  await terminal.key('ctrl+s');
  await terminal.waitFor('"degrees": 78.21');
}

test('a form keeps the focus while its result changes beside it', async () => {
  const terminal = await opened(['demo'], { cols: 160, rows: 45 });
  await callSeparation(terminal);
  expect(terminal.text()).toMatch(/❯ dec \* +number +20/);
  expect(terminal.text()).not.toContain('typing replaces it');
  // One key and what is typed.
  await terminal.key('backspace');
  await terminal.type('5');
  await terminal.key('ctrl+s');
  await terminal.waitFor('"degrees": 75.21');
  expect(terminal.text()).toMatch(/❯ dec \* +number +25/);
  // Over to the result from the last button, and back to it.
  await terminal.key('tab', 'tab');
  await terminal.waitFor('❯ [ Call ]');
  await terminal.key('tab');
  await terminal.waitFor('e edit');
  await terminal.key('d');
  await terminal.waitFor('2 differences');
  expect(terminal.text()).toContain('[ Call ]');
  await terminal.key('d');
  await terminal.waitWithout('2 differences');
  await terminal.key('shift+tab');
  await terminal.waitFor('❯ [ Call ]');
  await terminal.key('f6');
  await terminal.waitFor('e edit');
  // The field that was changed last is edited, and not what had the focus.
  await terminal.key('e');
  await terminal.waitFor(/❯ dec/);
  // By a key from anywhere in the form, and back.
  await terminal.key('f6');
  await terminal.waitFor('e edit');
  await terminal.key('f6');
  await terminal.waitFor(/❯ dec/);
  await terminal.key('f6');
  await terminal.waitFor('e edit');
  // Narrower than three panes, what has the focus keeps it; with room again all is as it was.
  terminal.resize(120, 32);
  await terminal.waitWithout('[ Call ]');
  await terminal.waitFor('ra=10 dec=25 · e edit');
  await terminal.waitFor('"degrees": 75.21');
  terminal.resize(160, 45);
  await terminal.waitFor('[ Call ]');
  await terminal.waitFor('e edit');
  await terminal.key('esc');
  await terminal.waitFor(/❯ dec/);
  await terminal.key('esc');
  await terminal.waitFor('i definition');
  expect(terminal.text()).toContain('"degrees": 75.21');
  // A fresh form, from the list and from the result; what stood in it comes back.
  await terminal.key('n');
  await terminal.waitFor(/❯ ra \* +number +not set/);
  await terminal.key('ctrl+_');
  await terminal.waitFor(/dec \* +number +25/);
  await terminal.key('f6');
  await terminal.waitFor('n new form');
  await terminal.key('n');
  await terminal.waitFor(/❯ ra \* +number +not set/);
});

test.each([
  ['point-at-sun', 'error -32010', 'The Sun is out of bounds'],
  ['open-dome', 'tool error', 'The dome stays shut'],
])('the failure of %s stands beside its form, which keeps the focus', async (tool, words, reason) => {
  const terminal = await opened(['demo', '--confirm', 'never'], { cols: 160, rows: 45 });
  await openTool(terminal, tool);
  await terminal.waitFor(/❯ (?:filter|gently) +/);
  await terminal.key('ctrl+s');
  await terminal.waitFor(new RegExp(`╭─ ${tool} · ✗ ${words} · \\d+ ms`));
  await terminal.waitFor(reason);
  const row = terminal.screen().findIndex((line) => line.includes(`✗ ${words} · `));
  expect(terminal.cell(row, terminal.screen()[row]?.indexOf(words) ?? 0).fg).toBe(1);
  expect(terminal.text()).toMatch(/❯ (?:filter|gently) +/);
  expect(terminal.text()).toContain('[ Call ]');
  // From its last button to what went wrong.
  await terminal.key('tab');
  await terminal.waitFor('❯ [ Call ]');
  await terminal.key('tab');
  await terminal.waitFor('r again');
});

test('a call runs beside its form, and is cancelled there', async () => {
  const terminal = await opened(['demo'], { cols: 160, rows: 45 });
  await openTool(terminal, 'take-exposure');
  await goTo(terminal, 'seconds');
  await terminal.type('600');
  await terminal.key('ctrl+s');
  // Its clock runs on while the form can be filled in.
  await terminal.waitFor(/Running… .*\d/);
  const clock = () => /Running… ([^│]*\d)/.exec(terminal.text())?.[1];
  const before = clock();
  await terminal.waitFor(() => clock() !== undefined && clock() !== before);
  await terminal.waitFor(/❯ seconds +number +600/);
  await terminal.key('f6');
  await terminal.waitFor('x cancel');
  await terminal.key('x');
  await terminal.waitFor(/take-exposure · cancelled/);
  expect(terminal.text()).toContain('[ Call ]');
});

test('tab in JSON mode goes to the result beside it where there is nothing to complete', async () => {
  const terminal = await opened(['demo'], { cols: 160, rows: 45 });
  await callSeparation(terminal);
  await terminal.key('ctrl+t');
  await terminal.waitFor('"dec": 20');
  // It adds what is missing; in a number nothing can be completed.
  await terminal.key('tab');
  await terminal.waitFor('"star": "Vega"');
  await terminal.key('up', 'tab');
  await terminal.waitFor('r again');
  await terminal.key('f6');
  await terminal.waitFor('tab complete');
});

test('tab in JSON mode knows the variants of a union and the values of a map', async () => {
  const terminal = await opened(['demo'], { cols: 160, rows: 45 });
  await openTool(terminal, 'book-night');
  await terminal.key('ctrl+t');
  await terminal.waitFor('"telescope": "refractor"');
  await terminal.key('up', 'end');
  await terminal.type(', "target": {');
  await terminal.waitFor('What to look at first');
  await terminal.key('tab');
  await terminal.waitFor('"kind": "star"');
  await terminal.key('tab');
  await terminal.waitFor('"kind": "place"');
  await terminal.type(', d');
  await terminal.waitFor('"kind": "place", d');
  await terminal.key('tab');
  await terminal.waitFor('"dec": 0');
  await terminal.waitFor('target.dec: number');
  await terminal.type(' }, "exposures": { "red": 5');
  await terminal.waitFor('exposures.red: number');
});

test('what has nothing to fill in leaves the room and the focus to its result', async () => {
  const terminal = await opened(['demo'], { cols: 160, rows: 45 });
  await terminal.key('3');
  await terminal.waitFor('─ Resources');
  await terminal.key('enter');
  await terminal.waitFor('r again');
  // The narrow pane of what was read, and its text in the wide one.
  expect(terminal.text()).toMatch(/╮╭─ \S.{30,32}╮╭─ .{85,}╮/);
  expect(terminal.text()).toContain('[ Read ]');
  await terminal.key('esc');
  await terminal.waitFor('i definition');
});

test('the mouse goes from pane to pane of the three', async () => {
  const terminal = await opened(['--mouse', 'demo'], { cols: 160, rows: 45 });
  await callSeparation(terminal);
  const click = (text: string): void => {
    const row = terminal.screen().findIndex((line) => line.includes(text));
    const column = (terminal.screen()[row] ?? '').indexOf(text) + 1;
    terminal.raw(`\x1b[<0;${column + 1};${row + 1}M\x1b[<0;${column + 1};${row + 1}m`);
  };
  click('"degrees"');
  await terminal.waitFor('❯     "degrees"');
  await terminal.waitFor('e edit');
  click('ra *');
  await terminal.waitFor('❯ ra *');
});

test.each([
  { cols: 160, rows: 45 },
  { cols: 120, rows: 32 },
])('one argument is changed by what is typed and two keys, $cols×$rows', async (size) => {
  const terminal = await opened(['demo'], size);
  await callSeparation(terminal);
  // From the result, as from any other pane: what was sent is replaced by what is typed first.
  if (size.cols > 130) {
    await terminal.key('f6');
    await terminal.waitFor('r again');
  }
  await terminal.key('e');
  await terminal.waitFor(/❯ dec \* +number +20/);
  await terminal.waitFor('last value; typing replaces it');
  await terminal.type('25');
  await terminal.waitFor(/❯ dec \* +number +25/);
  await terminal.key('ctrl+s');
  await terminal.waitFor('"degrees": 75.21');
  // Once the cursor was moved it is edited.
  if (size.cols > 130) {
    await terminal.key('f6');
    await terminal.waitFor('r again');
  }
  await terminal.key('e');
  await terminal.waitFor('last value; typing replaces it');
  await terminal.key('end');
  await terminal.type('.5');
  await terminal.waitFor(/❯ dec \* +number +25\.5/);
  await terminal.key('ctrl+s');
  await terminal.waitFor('"degrees": 74.92');
});

test('a call by hand becomes a test, green now and red when the server answers otherwise', async () => {
  const terminal = await opened(['demo'], { cols: 120, rows: 32 });
  await openTool(terminal, 'weather');
  await terminal.key('ctrl+s');
  await terminal.waitFor('"clouds": 8');
  // The value that T is pressed on is wanted.
  await terminal.key('down');
  await terminal.waitFor(/❯ +"clouds": 8/);
  await terminal.type('T');
  await terminal.waitFor(/Test of weather[\s\S]*\[x\] fits its outputSchema[\s\S]*\[=\] +"clouds": 8/);
  await terminal.key('ctrl+s');
  await terminal.waitFor('wrote step 1 to mcp.steps.jsonl');
  const verify = (...server: readonly string[]) =>
    runCli(['verify', 'mcp.steps.jsonl', '--quiet', '--', 'demo', ...server], { cwd: terminal.home });
  expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining('1 same') });
  const { code, stdout } = await verify('--fault', 'bad-output');
  expect(stdout).toMatch(/✗ weather[\s\S]*\/result\/structuredContent\/clouds\n +wanted 8\n +got +"a few"/);
  expect(code).toBe(5);
});
