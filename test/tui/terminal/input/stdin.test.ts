import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { splitStdin, type TerminalInput } from '../../../../src/tui/terminal/input/stdin.ts';

// Macrotasks stay real: their order is what is tested.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const turn = () => new Promise(setImmediate);

/** A terminal that says what is done to it, and a program that says what reaches it. */
function open(
  start: { readonly isText?: boolean; readonly field?: boolean; readonly table?: readonly string[] } = {},
) {
  const said: string[] = [];
  const emitter = new EventEmitter();
  const source = Object.assign(emitter, {
    isTTY: true,
    setRawMode: (on: boolean) => said.push(`raw ${on}`),
    setEncoding: () => undefined,
    ref: () => undefined,
    unref: () => undefined,
    pause: () => said.push('pause'),
    resume: () => said.push('resume'),
  }) as unknown as TerminalInput;
  let isText = start.isText ?? false;
  const stdin = splitStdin({
    source,
    escDelay: 50,
    onRawMode: (on) => said.push(`modes ${on}`),
    onKeyboard: () => said.push('keyboard'),
    onGone: () => said.push('gone'),
    typing: {
      isText: () => isText,
      key: ({ name }) => {
        said.push(name);
        if (name === '/') isText = true;
        if (name === 'esc') isText = false;
        return start.table?.includes(name) ?? false;
      },
      text: (run) => {
        if (start.field) said.push(`text ${run}`);
        return start.field ?? false;
      },
      paste: (text) => {
        if (start.field) said.push(`paste ${JSON.stringify(text)}`);
        return start.field ?? false;
      },
      stray: (text) => said.push(`stray ${JSON.stringify(text)}`),
      mouse: ({ action }) => said.push(`mouse ${action}`),
    },
  });
  const listen = () => {
    stdin.addListener('readable', () => {
      for (let text = stdin.read(); text !== null; text = stdin.read())
        said.push(`ink ${JSON.stringify(text)}`);
    });
    stdin.setRawMode(true);
    said.length = 0;
  };
  listen();
  return {
    stdin,
    /** What has been said since the last time, after so many ms. */
    async after(ms: number, bytes?: string) {
      if (bytes !== undefined) emitter.emit('data', bytes);
      vi.advanceTimersByTime(ms);
      for (let count = 0; count < 20; count++) await turn();
      return said.splice(0);
    },
    emit: (event: string) => emitter.emit(event),
    send: (bytes: string) => emitter.emit('data', bytes),
    said,
  };
}

test('without a text focus each character is a key', async () => {
  const { after } = open();
  expect(await after(0, 'jj?👍🏽 G')).toEqual(['j', 'j', '?', '👍🏽', 'space', 'G']);
  expect(await after(0, '\x1b[B'.repeat(10))).toEqual(Array(10).fill('down'));
});

test('one token a turn', async () => {
  const { said, send } = open();
  send('ab');
  expect(said).toEqual([]);
  await turn();
  expect(said).toEqual(['a']);
  await turn();
  expect(said).toEqual(['a', 'b']);
});

test('what follows a key that opens a prompt goes to the prompt', async () => {
  const { after } = open({ table: ['/', 'esc'] });
  expect(await after(0, '/qux')).toEqual(['/', 'ink "qux"']);
  expect(await after(0, 'q\x7f\x1b[D\t')).toEqual([
    'ink "q"',
    ...['backspace', 'ink "\x7f"'],
    ...['left', 'ink "\\u001b[D"'],
    'tab',
  ]);
  expect(await after(60, '\x1b')).toEqual(['esc']);
  expect(await after(0, 'q')).toEqual(['q']);
});

test('what the table takes does not reach Ink, nor do controls that nobody took', async () => {
  const { after } = open({ isText: true, table: ['ctrl+p', 'enter', 'up'] });
  expect(await after(0, 'a\x10b\r\x1b[A\x01')).toEqual([
    'ink "a"',
    'ctrl+p',
    'ink "b"',
    'enter',
    'up',
    'ctrl+a',
  ]);
});

test('a field of ours takes runs and pastes before Ink', async () => {
  const { after } = open({ isText: true, field: true });
  expect(await after(0, 'abc')).toEqual(['text abc']);
  expect(await after(0, '\x1b[200~a\r\nb\x1b[201~')).toEqual(['paste "a\\nb"']);
  expect(await after(0, '\x1b[32;2u\x1b[57400u')).toEqual(['text  ', 'text 1']);
});

test('a paste into a prompt becomes one line, a paste elsewhere is told apart', async () => {
  const prompt = open({ isText: true });
  expect(await prompt.after(0, '\x1b[200~a\rb\tc\x1b[A\r\x1b[201~')).toEqual(['ink "a b c[A"']);
  expect(await open().after(0, '\x1b[200~qq\x1b[201~')).toEqual(['stray "qq"']);
});

test('of the replies only the one about the keyboard is heard', async () => {
  const { after } = open();
  expect(await after(0, '\x1b[?1u\x1b[?62;c\x1b]11;rgb:0/0/0\x07\x1b[I')).toEqual(['keyboard']);
  expect(await after(0, '\x1b[<64;1;1M')).toEqual(['mouse wheel up']);
});

test.each([5, 30, 60])('an arrow split after %i ms', async (ms) => {
  const { after } = open();
  const first = await after(ms, '\x1b');
  expect(first).toEqual(ms > 50 ? ['esc'] : []);
  expect(await after(ms, '[')).toEqual([]);
  expect(await after(0, 'A')).toEqual(['up']);
  expect(await after(ms, '\x1b[1;')).toEqual([]);
  expect(await after(0, '5B')).toEqual(['ctrl+down']);
});

test('Esc is told from alt by the delay', async () => {
  const { after } = open();
  expect(await after(49, '\x1b')).toEqual([]);
  expect(await after(0, 'x')).toEqual(['alt+x']);
  expect(await after(51, '\x1b')).toEqual(['esc']);
  expect(await after(0, 'x')).toEqual(['x']);
  expect(await after(0, '\x1b[27u')).toEqual(['esc']);
  expect(await after(250, '\x1b[')).toEqual(['alt+[']);
});

test('a suspended terminal is not read, and what was typed before is not taken for later', async () => {
  const { stdin, after, said, send } = open();
  send('ab\x1b');
  stdin.setRawMode(false);
  expect(said.splice(0)).toEqual(['raw false', 'pause', 'modes false']);
  expect(await after(100, 'for the editor')).toEqual([]);
  stdin.setRawMode(true);
  expect(said.splice(0)).toEqual(['raw true', 'resume', 'modes true']);
  expect(await after(0, 'j')).toEqual(['j']);
});

test.each(['end', 'error'])('a terminal that goes away (%s) is told of', (event) => {
  const { emit, said } = open();
  emit(event);
  expect(said).toEqual(['gone']);
});
