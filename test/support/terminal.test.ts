import { expect, test } from 'vitest';
import { keystroke } from './keystrokes.ts';
import { openTerminal } from './terminal.ts';

const echo = `
  process.stdin.setRawMode(true);
  process.stdout.write('\\x1b[?1049h\\x1b[?2004h\\x1b[?25l\\x1b[2J\\x1b[Hrea' + 'dy');
  process.on('SIGWINCH', () => process.stdout.write('\\r\\n' + process.stdout.columns + 'x' + process.stdout.rows));
  process.stdin.on('data', (data) => {
    process.stdout.write('\\r\\n' + JSON.stringify(String(data)));
    if (String(data) === 'q') {
      process.stdout.write('\\x1b[?2004l\\x1b[?1049l\\x1b[?25h');
      process.exit(7);
    }
  });
`;
const program = [process.execPath, '-e', echo];

test('shows the screen, passes keys, pastes and sizes on, and tells the exit code', async () => {
  const terminal = openTerminal({ command: program, cols: 40, rows: 10 });
  await terminal.waitFor('ready');
  expect(terminal.modes()).toMatchObject({ alternate: true, paste: true, cursorShown: false });
  await terminal.key('up');
  await terminal.waitFor('"\\u001b[A"');
  terminal.paste('a\nb');
  await terminal.waitFor('"\\u001b[200~a\\rb\\u001b[201~"');
  terminal.resize(60, 12);
  await terminal.waitFor('60x12');
  expect(terminal.size()).toEqual({ cols: 60, rows: 12 });
  await terminal.settle();
  await terminal.type('q');
  expect(await terminal.exited).toEqual({ code: 7, signal: 0 });
  expect(terminal.modes()).toMatchObject({ alternate: false, paste: false, cursorShown: true });
});

test('fails with the whole screen', async () => {
  const terminal = openTerminal({ command: program, cols: 40, rows: 10 });
  await terminal.waitFor('ready');
  await expect(terminal.waitFor('absent', { timeout: 50 })).rejects.toThrow(
    /does not show "absent"[\s\S]*│ready/,
  );
  await terminal.type('q');
  await terminal.exited;
  await expect(terminal.waitFor('absent')).rejects.toThrow(/the program has ended \(7/);
});

test('has all that a program has written when it has ended', async () => {
  for (let time = 0; time < 5; time += 1) {
    const terminal = openTerminal({ command: ['sh', '-c', 'seq 3000; echo over'], cols: 40, rows: 10 });
    await terminal.exited;
    expect(terminal.screen().at(-2)).toBe('over');
  }
});

test('runs a program under a shell, with its exit code, its signals and the state of the terminal', async () => {
  const terminal = openTerminal({ command: program, shell: true, cols: 80, rows: 20 });
  const before = await terminal.stty();
  expect(before).toContain('icanon');
  await terminal.start();
  await terminal.waitFor('ready');
  expect(terminal.processes()).toHaveLength(1);
  terminal.signal('SIGKILL');
  expect(await terminal.prompt()).toBe(137);
  await terminal.waitGone();
  await terminal.run('stty -icanon');
  expect(await terminal.stty()).toBe(before.replace(' icanon', ' -icanon'));
});

test('ends with its window', async () => {
  const terminal = openTerminal({ command: program });
  await terminal.waitFor('ready');
  terminal.hangUp();
  await terminal.exited;
  await terminal.waitGone();
});

test.each([
  ['ctrl+c', '\x03', '\x1b[99;5u'],
  ['ctrl+j', '\n', '\x1b[106;5u'],
  ['esc', '\x1b', '\x1b[27u'],
  ['alt+x', '\x1bx', '\x1b[120;3u'],
  ['shift+tab', '\x1b[Z', '\x1b[9;2u'],
  ['shift+enter', '\r', '\x1b[13;2u'],
  ['enter', '\r', '\r'],
  ['f1', '\x1bOP', '\x1bOP'],
  ['shift+f5', '\x1b[15;2~', '\x1b[15;2~'],
  ['ctrl+right', '\x1b[1;5C', '\x1b[1;5C'],
  ['pgup', '\x1b[5~', '\x1b[5~'],
  ['Q', 'Q', 'Q'],
  ['+', '+', '+'],
  ['ctrl+space', '\0', '\x1b[32;5u'],
])('the key %s', (name, plain, kitty) => {
  expect(keystroke(name)).toBe(plain);
  expect(keystroke(name, true)).toBe(kitty);
});

test('a key without a name is refused', () => {
  expect(() => keystroke('hyper')).toThrow('No key is called "hyper"');
});

test('shows updates that are read at once one after the other', async () => {
  const update = (text: string) => `\\x1b[?2026h\\x1b[2J\\x1b[H${text}\\x1b[?2026l`;
  const both = `setTimeout(() => process.stdout.write('${update('first')}${update('second')}'), 100)`;
  const terminal = openTerminal({ command: [process.execPath, '-e', both], cols: 40, rows: 10 });
  const seen = new Set<string>();
  await terminal.waitFor((screen) => {
    seen.add(screen.screen()[0] ?? '');
    return seen.has('second');
  });
  expect([...seen].filter((row) => row !== '')).toEqual(['first', 'second']);
});
