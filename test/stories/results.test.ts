import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { opened, openMatch } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { recordedIn, sentWith } from '../support/recording.ts';
import type { Terminal } from '../support/terminal.ts';

const sizes = portion([
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
  { cols: 60, rows: 15 },
]);

/** A folder with a clipboard and a pager that keep what they are given in files. */
function programs(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-programs-'));
  const script = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  mkdirSync(folder, { recursive: true });
  script('xclip', `exec cat > "$HOME/copied"`);
  script('keep', `exec cat "$1" > "$HOME/paged"`);
  return folder;
}

/** Results, read: each story calls a tool of the demonstration server. */
describe.each(sizes)('results at $cols×$rows', ({ cols, rows }) => {
  let terminal: Terminal;
  const folder = programs();

  beforeAll(async () => {
    const env = { PATH: `${folder}:${process.env['PATH']}`, DISPLAY: ':0', PAGER: 'keep' };
    terminal = await opened(['demo'], { cols, rows, env, keep: true });
    await terminal.key('2');
  });
  afterAll(async () => {
    await terminal.kill();
    rmSync(folder, { recursive: true });
  });

  const kept = (name: string) => readFileSync(join(terminal.home, name), 'utf8');

  /** Opens a tool, wherever one is. */
  const open = async (tool: string) => {
    await terminal.key('alt+2', 'esc', 'esc', 'esc', 'esc');
    await terminal.waitFor(/╭─ Tools ─.* \d+\/17 ─/);
    await openMatch(terminal, tool);
    await terminal.waitFor(/ctrl\+s|r again/);
    if (!terminal.text().includes('ctrl+s')) await terminal.key('e');
    await terminal.waitFor('ctrl+s');
  };
  /** Opens a tool and calls it with its defaults. */
  const call = async (tool: string) => {
    await open(tool);
    await terminal.key('ctrl+s');
  };

  test('shows structured content, folded and unfolded', async () => {
    await call('weather');
    await terminal.waitFor('"clouds": 8');
    await terminal.waitFor(/❯ ▾ \{/);
    await terminal.key('left');
    await terminal.waitFor(/❯ ▸ \{"clouds": 8, .* members/);
    await terminal.key('enter', 'down');
    await terminal.waitFor(/❯ +"clouds": 8,/);
    await terminal.key('J', 'J', 'enter');
    await terminal.waitFor(/❯ +▸ "wind": \{.* 2 members,/);
    await terminal.key('right', 'right');
    await terminal.waitFor(/❯ +"metresPerSecond": 3.4/);
    await terminal.key('left');
    await terminal.waitFor(/❯ +▾ "wind": \{/);
    await terminal.key('[', 'J', 'J', 'J', 'down');
    await terminal.waitFor(/❯ +▸ \{.*3 members/);
  });

  test('finds, and goes on to the next', async () => {
    await call('weather');
    await terminal.waitFor('"clouds": 8');
    await terminal.type('/hour"');
    await terminal.key('enter');
    await terminal.waitFor(/❯ +"hour": 22/);
    await terminal.waitFor('match 1 of 5');
    await terminal.key('n');
    await terminal.waitFor(/❯ +"hour": 23/);
    await terminal.key('N');
    await terminal.waitFor('match 1 of 5');
    await terminal.type('/nowhere');
    await terminal.key('enter');
    await terminal.waitFor('"nowhere" was not found');
  });

  test('copies values and paths, exactly', async () => {
    await call('weather');
    await terminal.waitFor('"clouds": 8');
    await terminal.type('/"wind"');
    await terminal.key('enter');
    await terminal.waitFor(/❯ +▾ "wind"/);
    const copies = async (key: string, text: string) => {
      await terminal.key('y');
      await terminal.waitFor(/v value/);
      await terminal.key(key);
      await terminal.waitFor('copied with xclip');
      await expect.poll(() => kept('copied')).toBe(text);
    };
    await copies('v', '{"metresPerSecond":3.4,"from":"west"}');
    await copies('p', '/result/structuredContent/wind');
    await copies('q', '.wind');
    await terminal.type('/"from"');
    await terminal.key('enter');
    await terminal.waitFor(/❯ +"from": "west"/);
    await copies('v', '"west"');
    await copies('t', 'west');
    await terminal.type('/"wind"');
    await terminal.key('enter');
    await terminal.waitFor(/❯ +▾ "wind"/);
    await terminal.key('J', 'J', 'K', 'y', 'esc');
    await terminal.waitWithout(/v value/);
    await copies(
      'w',
      sentWith(terminal.home, '"clouds"', 's2c').at(-1)?.slice('{"result":'.length, -24) ?? '',
    );
  });

  test('copies the call as a command', async () => {
    await call('weather');
    await terminal.waitFor('"clouds": 8');
    await terminal.key('y', 'c');
    await terminal.waitFor('╭─ Copy as ');
    await terminal.type('command line');
    await terminal.waitFor(/❯ command line/);
    await terminal.key('enter');
    await terminal.waitFor('copied with xclip');
    await expect.poll(() => kept('copied')).toMatch(/^mcp-loupe call weather -- demo$/);
    // And as a test, which holds what was answered.
    await terminal.key('y', 'c');
    await terminal.waitFor('╭─ Copy as ');
    await terminal.type('vitest');
    await terminal.waitFor(/❯ vitest/);
    await terminal.key('enter');
    await expect
      .poll(() => kept('copied'))
      .toMatch(/test\("weather"[\s\S]*expect\(result\.structuredContent\)\.toEqual\(\{\n {4}"clouds": 8,/);
  });

  test('shows text that holds JSON as such, or as it was sent, also in the next result', async () => {
    await call('catalogue');
    await terminal.waitFor('JSON text');
    await terminal.waitFor(/❯ ▾ \{/);
    await terminal.waitFor('"number": 1,');
    await terminal.waitFor('⏎ collapse');
    await terminal.key('G');
    await terminal.waitFor(/❯ +\}/);
    await terminal.key('f');
    await terminal.waitFor('{"catalogue":"Kestrel Hill');
    const messages = () => Number(/(\d+) messages/.exec(terminal.text())?.[1]);
    const before = messages();
    await terminal.key('r');
    // The screen that counts the response shows the new result.
    await terminal.waitFor(() => messages() === before + 2);
    await terminal.waitFor('{"catalogue":"Kestrel Hill');
    await terminal.key('f');
    await terminal.waitFor('"number": 1,');
  });

  test('reads the resource that a result links to, and goes back', async () => {
    await call('find-plates');
    await terminal.waitFor(/❯ 5 of 5 plates/);
    // The blank row between is skipped.
    await terminal.key('down', 'down');
    await terminal.waitFor(/❯ observatory:\/\/plates/);
    await terminal.waitFor('⏎ read');
    await terminal.key('enter');
    await terminal.waitFor(/╭─ observatory:\/\/plates/);
    await terminal.waitFor('❯ First light');
    await expect.poll(() => sentWith(terminal.home, 'resources/read')).toHaveLength(1);
    await terminal.key('r');
    await expect.poll(() => sentWith(terminal.home, 'resources/read')).toHaveLength(2);
    await terminal.key('esc');
    await terminal.waitFor(/❯ observatory:\/\/plates/);
    await terminal.waitFor('╭─ find-plates ·');
  });

  test('opens a string to be read, and goes back', async () => {
    await call('open-dome');
    await terminal.waitFor('Tool error (isError)');
    await terminal.waitFor('The dome stays shut');
    await terminal.key('p');
    await terminal.waitFor('"isError": true');
    await terminal.type('/stays');
    await terminal.key('enter');
    await terminal.waitFor(/❯ +"text": "The dome/);
    await terminal.key('enter');
    await terminal.waitFor(/❯ The dome stays shut/);
    await terminal.key('esc');
    await terminal.waitFor(/❯ +"text": "The dome/);
    await terminal.key('p');
    await terminal.waitFor('Tool error (isError)');
  });

  test('saves a picture, and asks before it overwrites', async () => {
    await call('sky-picture');
    await terminal.waitFor(/image\/png, .* 320x160 pixels/);
    await terminal.key('G', 's');
    await terminal.waitFor(/save as sky-picture-\d+\.png/);
    await terminal.key('enter');
    await terminal.waitFor('saved to');
    const [, name = ''] = /sky-picture-(\d+)\.png/.exec(terminal.text()) ?? [];
    const path = join(terminal.home, `sky-picture-${name || seqOf(terminal, 'sky-picture')}.png`);
    const png = readFileSync(path);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    writeFileSync(path, 'mine');
    await terminal.key('s', 'enter');
    await terminal.waitFor('[ y overwrite ]');
    await terminal.key('n');
    await terminal.waitWithout('[ y overwrite ]');
    expect(readFileSync(path, 'utf8')).toBe('mine');
    await terminal.key('s', 'enter');
    await terminal.waitFor('[ y overwrite ]');
    await terminal.key('y');
    await expect.poll(() => readFileSync(path)).toEqual(png);
  });

  test('shows all of it in the pager', async () => {
    await call('sky-picture');
    await terminal.waitFor('image/png');
    const from = terminal.written().length;
    await terminal.key('v');
    await expect.poll(() => kept('paged')).toMatch(/^text, 43 B\n21 stars .*\n\nimage, image\/png/);
    await expect.poll(() => terminal.written().slice(from)).toContain('\x1b[>1u');
    await terminal.waitFor((screen) => screen.modes().kitty === 1 && screen.text().includes('image/png'));
  });

  test('shows an error with code, message and data', async () => {
    await call('point-at-sun');
    await terminal.waitFor('y once');
    await terminal.key('y');
    await terminal.waitFor('error -32010');
    await terminal.waitFor('out of bounds');
    await terminal.waitFor(/"brighterThan.*: 400000/);
  });

  test('tells how far a call is, and how it was cancelled', async () => {
    await call('take-exposure');
    await terminal.waitFor(/Running… [1-9]/);
    await terminal.waitFor(/█+░+ +\d+%/);
    await terminal.waitFor(/of 10/);
    // No key is lost without a word while there is nothing to read.
    await terminal.key('p');
    await terminal.waitFor('There is nothing to show yet.');
    await terminal.key('d');
    await terminal.waitFor('There is no response yet.');
    await terminal.key('x');
    await terminal.waitFor('Cancelled; a cancellation');
  });

  test('gives a new form while a call runs', async () => {
    await call('take-exposure');
    await terminal.waitFor(/Running… [1-9]/);
    const cancelled = () => sentWith(terminal.home, 'notifications/cancelled').length;
    const before = cancelled();
    await terminal.key('n');
    await terminal.waitFor(/❯ object/);
    await terminal.key('ctrl+c');
    await expect.poll(cancelled).toBe(before + 1);
  });

  test('hides secrets until one asks', async () => {
    const secret = 'ghp_abcdefghijklmnop1234';
    await open('say-hello');
    await terminal.type(secret);
    await terminal.key('ctrl+s');
    await terminal.waitFor('Good evening, [redacted].');
    expect(terminal.text()).not.toContain(secret);
    await terminal.key('*');
    await terminal.waitFor(`Good evening, ${secret}.`);
    await terminal.key('*');
    await terminal.waitFor('Good evening, [redacted].');
    await terminal.key('e');
    await terminal.waitFor(/ctrl\+s/);
  });

  test('shows the definition of a tool over all, with what it costs', async () => {
    await terminal.key('alt+2', 'esc', 'esc', 'esc');
    await terminal.key('g', 'i');
    await terminal.waitFor('Definition of say-hello');
    await terminal.waitFor(/\d+ B as sent, in message #\d+/);
    await terminal.waitFor('"inputSchema": {');
    await terminal.key('i');
    await terminal.waitWithout('Definition of');
    await call('weather');
    await terminal.waitFor('"clouds": 8');
    await terminal.key('i');
    await terminal.waitFor('Definition of weather');
    await terminal.key('i');
    await terminal.waitFor('"clouds": 8');
  });
});

/** The seq of the newest call of a tool; the header is line 0. */
const seqOf = ({ home }: Terminal, tool: string): number =>
  recordedIn(home).findLastIndex(({ msg }) => msg?.includes(`"${tool}"`) && msg.includes('tools/call'));
