import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { opened, openTool } from '../support/opening.ts';
import type { Terminal } from '../support/terminal.ts';

/** The steps that were written, in the folder the program was started in. */
const steps = ({ home }: Terminal, file = 'mcp.steps.jsonl') =>
  readFileSync(join(home, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Goes to a member of the structured content, behind the text that says the same. */
async function find(terminal: Terminal, name: string): Promise<void> {
  await terminal.key('g', '/');
  await terminal.waitFor('find in this pane');
  await terminal.type(name);
  await terminal.waitFor(`find in this pane ${name}`);
  await terminal.key('enter');
  await terminal.waitFor(/❯ .*"text": /);
  await terminal.key('n');
  await terminal.waitFor(new RegExp(`❯ .{3} +(?:▾ )?"${name}"`));
}

test('a call becomes a step of a file, with what is ticked of its answer', async () => {
  const terminal = await opened(['--mouse', 'demo'], { cols: 120, rows: 32 });
  await openTool(terminal, 'weather');
  await terminal.key('ctrl+s');
  await terminal.waitFor('"clouds": 8');
  await terminal.type('T');
  await terminal.waitFor(/Test of weather[\s\S]*❯ \[x\] no error[\s\S]*\[x\] fits its outputSchema/);
  await find(terminal, 'metresPerSecond');
  await terminal.key('space');
  await terminal.waitFor(/❯ \[=\] .*"metresPerSecond": 3.4/);
  await find(terminal, 'moon');
  await terminal.key('space', 'space');
  await terminal.waitFor(/❯ \[~\] .*"moon": null/);
  // With what is around it, and no more by itself.
  await find(terminal, 'wind');
  await terminal.key('space');
  await terminal.waitFor(/❯ \[=\] .*"wind"/);
  await terminal.key('down', 'space');
  await terminal.waitFor('It is ticked with /result/structuredContent/wind.');
  await terminal.key('g', 'down');
  await terminal.waitFor(/❯ name /);
  await terminal.key('enter');
  await terminal.waitFor(/^ name weather/m);
  await terminal.type('!');
  await terminal.key('enter');
  await terminal.waitFor(/❯ name +weather!/);
  await terminal.key('ctrl+s');
  await terminal.waitFor(/wrote step 1 to mcp\.steps\.jsonl · mcp-loupe verify mcp\.steps\.jsonl -- demo/);
  await terminal.waitFor('"clouds": 8');
  expect(steps(terminal)).toEqual([
    {
      name: 'weather!',
      method: 'tools/call',
      params: { name: 'weather', arguments: {} },
      expect: {
        '/result/isError': { $not: true },
        '/result/structuredContent': { $schema: true },
        '/result/structuredContent/moon': { $type: 'null' },
        '/result/structuredContent/wind': { metresPerSecond: 3.4, from: 'west' },
      },
    },
  ]);
  // Once more, from the form and by the mouse: the second click on a row presses it.
  await terminal.key('e');
  await terminal.waitFor('❯ [ Call ]');
  await terminal.key('alt+T');
  await terminal.waitFor(/❯ \[x\] no error/);
  const click = (text: string) => {
    const row = terminal.screen().findIndex((line) => line.includes(text));
    const cell = `0;${(terminal.screen()[row] ?? '').indexOf(text) + 2};${row + 1}`;
    terminal.raw(`\x1b[<${cell}M\x1b[<${cell}m`);
  };
  click('no findings');
  await terminal.waitFor('❯ [ ] no findings');
  click('no findings');
  await terminal.waitFor('❯ [x] no findings');
  click('ctrl+s write');
  await terminal.waitFor('wrote step 2 to mcp.steps.jsonl');
  expect(steps(terminal)[1]).toMatchObject({ name: 'weather', expect: { findings: [] } });
  await terminal.key('ctrl+p');
  await terminal.type('run a file of');
  await terminal.waitFor(/❯ run a file of steps/);
  await terminal.key('enter');
  await terminal.waitFor(/mcp\.steps\.jsonl · 2 ✓ +│/);
});

test('from the traffic in a small window, into a file that is no file of steps at first', async () => {
  const terminal = await opened(['demo'], { cols: 60, rows: 15 });
  await openTool(terminal, 'say-hello');
  await terminal.type('Ada');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Good evening, Ada');
  writeFileSync(join(terminal.home, 'package.json'), '{"name": "x"}\n');
  await terminal.key('alt+5', 'end', 'T');
  await terminal.waitFor(/Test of say-hello[\s\S]*❯ \[x\] no error/);
  await terminal.key('down', 'enter');
  await terminal.waitFor(/faster than \(ms\) \d+/);
  await terminal.key('ctrl+u');
  await terminal.type('9000');
  await terminal.key('enter');
  await terminal.waitFor(/❯ \[x\] faster than 9000 ms/);
  await terminal.key('up', 'up', 'enter');
  await terminal.waitFor('file of steps mcp.steps.jsonl');
  await terminal.key('ctrl+u');
  await terminal.type('package.json');
  await terminal.key('enter');
  await terminal.waitFor(/❯ file +package.json/);
  await terminal.key('ctrl+s');
  await terminal.waitFor(/Nothing is written to package.json:/);
  expect(readFileSync(join(terminal.home, 'package.json'), 'utf8')).toBe('{"name": "x"}\n');
  await terminal.key('enter');
  await terminal.waitFor('file of steps package.json');
  await terminal.key('ctrl+u');
  await terminal.type('own.jsonl');
  await terminal.key('enter', 'ctrl+s');
  await terminal.waitFor('wrote step 1 to own.jsonl');
  expect(steps(terminal, 'own.jsonl')).toMatchObject([
    { method: 'tools/call', expect: { '/result/isError': { $not: true }, ms: { $max: 9000 } } },
  ]);
});

const STEPS = [
  { method: 'tools/call', params: { name: 'weather', arguments: {} } },
  { method: 'prompts/get', params: { name: 'nothing' } },
  { method: 'tools/call', params: { name: 'open-dome', arguments: {} } },
  { sleep: 600_000 },
  { method: 'ping' },
];

test('the steps of a file are run, told one by one, and what may do harm only when that is wanted', async () => {
  const terminal = await opened(['demo'], { cols: 100, rows: 30 });
  const write = (steps: readonly unknown[]) =>
    writeFileSync(join(terminal.home, 'my.jsonl'), steps.map((step) => JSON.stringify(step)).join('\n'));
  write(STEPS);
  await terminal.type('W');
  await terminal.waitFor('run the steps of mcp.steps.jsonl');
  await terminal.key('enter');
  await terminal.waitFor('mcp.steps.jsonl cannot be run: ');
  await terminal.type('W');
  await terminal.waitFor('run the steps of mcp.steps.jsonl');
  await terminal.key('ctrl+u');
  await terminal.type('my.jsonl');
  await terminal.key('enter');
  await terminal.waitFor('my.jsonl · 1 ✓ · 1 ✗ · 1 skipped · 3 of 4, running');
  expect(terminal.text()).toMatch(/✓ tools\/call weather {3}\S+ ms/);
  expect(terminal.text()).toMatch(/✗ prompts\/get nothing[\s\S]*-32602/);
  expect(terminal.text()).toContain(
    'open-dome is marked neither read-only nor idempotent; a sends it anyway',
  );
  // Leaving the sheet does not stop it, esc does.
  await terminal.key('5');
  await terminal.waitFor('╭─ Traffic');
  await terminal.type('W');
  await terminal.waitFor('3 of 4, running');
  await terminal.waitFor('esc stop');
  await terminal.key('esc');
  await terminal.waitFor('my.jsonl · 1 ✓ · 1 ✗ · 1 skipped · 3 of 4, stopped');
  // The cursor is on the first step that failed.
  await terminal.waitFor(/❯ ✗ prompts\/get nothing/);
  await terminal.key('enter');
  await terminal.waitFor(/❯ +#\d+ .*-32602/);
  write(STEPS.slice(1, 3));
  await terminal.type('W');
  await terminal.waitFor('my.jsonl · 1 ✗ · 1 skipped');
  await terminal.key('a');
  await terminal.waitFor('Run all steps again, with 1 skipped one?');
  // No answer is taken before the question can have been read.
  await terminal.settle(200);
  await terminal.key('y');
  await terminal.waitFor(/my\.jsonl · 2 ✗[\s\S]*✗ tools\/call open-dome/);
  // A test of a tool that is skipped says so as it is written.
  await terminal.key('down', 'down', 'enter');
  await terminal.waitFor(/❯ +#\d+ /);
  await terminal.key('T');
  await terminal.waitFor('Test of open-dome');
  await terminal.key('ctrl+s');
  await terminal.waitFor('wrote step 3 to my.jsonl · skipped by verify: open-dome is marked neither');
  await terminal.type('W');
  await terminal.waitFor('my.jsonl · 1 ✗ · 2 skipped');
  await terminal.key('e');
  await terminal.waitFor('run the steps of my.jsonl');
  await terminal.key('esc');
  write(STEPS.slice(0, 1));
  await terminal.key('r');
  await terminal.waitFor(/my\.jsonl · 1 ✓ +│[\s\S]*❯ ✓ tools\/call weather/);
  // From a difference to its value, and not only to its message.
  write([{ ...STEPS[0], expect: { '/result/structuredContent/clouds': 7 } }]);
  await terminal.key('r');
  await terminal.waitFor('my.jsonl · 1 ✗');
  await terminal.key('down', 'enter');
  await terminal.waitFor(/❯ +"clouds": 8/);
  await terminal.type('W');
  await terminal.waitFor('my.jsonl · 1 ✗');
  // Only in a session that runs.
  await terminal.key('esc');
  await terminal.waitFor('╭─ Traffic');
});
