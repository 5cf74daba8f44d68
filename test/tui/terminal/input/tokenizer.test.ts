import { describe, expect, test } from 'vitest';
import type { Token } from '../../../../src/tui/terminal/input/token.ts';
import { createTokenizer } from '../../../../src/tui/terminal/input/tokenizer.ts';

/** A token as one word: `key`, `"text"`, `paste "…"`, `mouse …`, `reply`. */
function word(token: Token): string {
  switch (token.kind) {
    case 'key':
      return token.text === undefined ? token.name : `${token.name} ${JSON.stringify(token.text)}`;
    case 'text':
      return JSON.stringify(token.text);
    case 'paste':
      return `paste ${JSON.stringify(token.text)}`;
    case 'mouse':
      return `mouse ${token.action} ${token.button} ${token.row},${token.column}`;
    case 'reply':
      return 'reply';
  }
}

/** What becomes of chunks, runs of text joined however they were cut. */
function words(chunks: readonly string[]): readonly string[] {
  const tokenizer = createTokenizer();
  const tokens = [...chunks.flatMap((chunk) => tokenizer.push(chunk)), ...tokenizer.flush()];
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (token.kind === 'text' && last?.kind === 'text')
      joined.splice(-1, 1, { kind: 'text', text: last.text + token.text });
    else joined.push(token);
  }
  return joined.map(word);
}

const keys: readonly (readonly [bytes: string, ...tokens: readonly string[]])[] = [
  ['abc', '"abc"'],
  ['héé👍🏽 日本', '"héé👍🏽 日本"'],
  ['a\rb', '"a"', 'enter', '"b"'],
  ['\x03\x1a\x10', 'ctrl+c', 'ctrl+z', 'ctrl+p'],
  ['\t\r\n\x7f\b', 'tab', 'enter', 'ctrl+j', 'backspace', 'backspace'],
  ['\0\x1c\x1d\x1e\x1f', 'ctrl+space', 'ctrl+\\', 'ctrl+]', 'ctrl+^', 'ctrl+_'],
  ['\x1b', 'esc'],
  ['\x1b\x1b', 'esc', 'esc'],
  ['\x1b\x1b\x1b', 'esc', 'esc', 'esc'],
  // Arrows and their kin: xterm, application mode, with modifiers, rxvt, the Linux console.
  ['\x1b[A\x1b[B\x1b[C\x1b[D', 'up', 'down', 'right', 'left'],
  ['\x1bOA\x1bOD\x1bOH\x1bOF', 'up', 'left', 'home', 'end'],
  ['\x1b[1;5C\x1b[1;2A\x1b[1;3D\x1b[1;8B', 'ctrl+right', 'shift+up', 'alt+left', 'ctrl+alt+shift+down'],
  [
    '\x1b[a\x1bOd\x1b[3$\x1b[3^\x1b[3@',
    'shift+up',
    'ctrl+left',
    'shift+delete',
    'ctrl+delete',
    'ctrl+shift+delete',
  ],
  ['\x1b\x1b[A\x1b\x1bOB', 'alt+up', 'alt+down'],
  ['\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[7~\x1b[8~', 'home', 'end', 'home', 'end', 'home', 'end'],
  ['\x1b[2~\x1b[3~\x1b[5~\x1b[6~\x1b[5;5~', 'insert', 'delete', 'pgup', 'pgdn', 'ctrl+pgup'],
  ['\x1bOP\x1bOQ\x1bOR\x1bOS', 'f1', 'f2', 'f3', 'f4'],
  ['\x1b[11~\x1b[15~\x1b[17~\x1b[21~\x1b[23~\x1b[24~', 'f1', 'f5', 'f6', 'f10', 'f11', 'f12'],
  ['\x1b[[A\x1b[[E\x1b[1;2P\x1b[15;2~\x1bO5P', 'f1', 'f5', 'shift+f1', 'shift+f5', 'ctrl+f1'],
  ['\x1b[Z\x1b[1;2Z', 'shift+tab', 'shift+tab'],
  ['\x1bOM\x1bOp\x1bOk', 'enter', '0 "0"', '+ "+"'],
  // Alt.
  ['\x1bx\x1b1\x1bX\x1b ', 'alt+x', 'alt+1', 'alt+X', 'alt+space'],
  ['\x1b\r\x1b\x7f\x1b\t\x1b\x01', 'alt+enter', 'alt+backspace', 'alt+tab', 'ctrl+alt+a'],
  ['\x1bé\x1b👍', 'alt+é', 'alt+👍'],
  ['\x1b[', 'alt+['],
  ['\x1bO', 'alt+O'],
  ['\x1bPq', 'alt+P', '"q"'],
  ['\x1b[é', 'alt+[', '"é"'],
  ['\x1b[\x1b[A', 'alt+[', 'up'],
  // The kitty keyboard protocol and modifyOtherKeys: the same names.
  ['\x1b[27u\x1b[99;5u\x1b[122;5u\x1b[106;5u', 'esc', 'ctrl+c', 'ctrl+z', 'ctrl+j'],
  ['\x1b[104;5u\x1b[105;5u\x1b[109;5u', 'backspace', 'tab', 'enter'],
  [
    '\x1b[9;2u\x1b[13;2u\x1b[13;5u\x1b[13;3u\x1b[127;5u',
    'shift+tab',
    'shift+enter',
    'ctrl+enter',
    'alt+enter',
    'ctrl+backspace',
  ],
  ['\x1b[120;3u\x1b[120;4u\x1b[120:88;4u\x1b[115;6u', 'alt+x', 'alt+X', 'alt+X', 'ctrl+shift+s'],
  ['\x1b[47;5u\x1b[45;6u\x1b[45:95;6u', 'ctrl+_', 'ctrl+_', 'ctrl+_'],
  [
    '\x1b[32;2u\x1b[32;5u\x1b[97u\x1b[97;2u\x1b[97:65;2u',
    'space " "',
    'ctrl+space',
    'a "a"',
    'A "A"',
    'A "A"',
  ],
  ['\x1b[97;;229u\x1b[97;65u\x1b[99;69u', 'å "å"', 'a "a"', 'ctrl+c'],
  ['\x1b[97;1:1u\x1b[97;1:2u\x1b[97;1:3u\x1b[1;1:3A', 'a "a"', 'a "a"'],
  ['\x1b[57399u\x1b[57414u\x1b[57419u\x1b[57376u\x1b[99;9u', '0 "0"', 'enter', 'up', 'f13', 'super+c'],
  ['\x1b[57441;2u\x1b[57358u', 'reply', 'reply'],
  ['\x1b[27;5;13~\x1b[27;2;13~\x1b[27;5;99~', 'ctrl+enter', 'shift+enter', 'ctrl+c'],
  // What is no key.
  [
    '\x1b[?1u\x1b[?62;c\x1b[I\x1b[O\x1b[?2026;2$y\x1b[12;40R',
    'reply',
    'reply',
    'reply',
    'reply',
    'reply',
    'reply',
  ],
  [
    '\x1b]11;rgb:1e/1e/1e\x1b\\a\x1b]11;rgb\x07\x1bP>|xterm(390)\x1b\\\x1b_Gi=1;OK\x1b\\b',
    'reply',
    '"a"',
    'reply',
    'reply',
    'reply',
    '"b"',
  ],
  ['\x1b[<0;10;5M\x1b[<0;10;5m', 'mouse press left 4,9', 'mouse release left 4,9'],
  [
    '\x1b[<64;1;1M\x1b[<65;1;1M\x1b[<66;1;1M\x1b[<2;300;80M\x1b[<32;3;3M',
    'mouse wheel up none 0,0',
    'mouse wheel down none 0,0',
    'reply',
    'mouse press right 79,299',
    'mouse move left 2,2',
  ],
  // Pastes: whole, with what looks like keys in them, line ends as LF.
  ['\x1b[200~\x1b[201~', 'paste ""'],
  ['x\x1b[200~a\rb\r\nc\nd\x1b[201~y', '"x"', 'paste "a\\nb\\nc\\nd"', '"y"'],
  ['\x1b[200~\x03\x1b[A\x1b[20\x1b\x1b[201~\x03', 'paste "\\u0003\\u001b[A\\u001b[20\\u001b"', 'ctrl+c'],
];

describe.each(keys)('%j', (bytes, ...tokens) => {
  test('in one read', () => {
    expect(words([bytes])).toEqual(tokens);
  });

  test('split at every position', () => {
    for (let at = 1; at < bytes.length; at++) {
      // A read never ends within a character: the decoder keeps its bytes back.
      if (/^[\udc00-\udfff]/.test(bytes.slice(at))) continue;
      expect(words([bytes.slice(0, at), bytes.slice(at)]), `split at ${at}`).toEqual(tokens);
    }
  });

  test('a character a read', () => {
    expect(words(Array.from(bytes))).toEqual(tokens);
  });
});

test('an escape that came too early is the key, and its late remainder is not typed', () => {
  for (const [late, name] of [
    ['[A', 'up'],
    ['[1;5C', 'ctrl+right'],
    ['OP', 'f1'],
  ] as const) {
    const tokenizer = createTokenizer();
    expect(tokenizer.push('\x1b')).toEqual([]);
    expect(tokenizer.flush().map(word)).toEqual(['esc']);
    expect(tokenizer.push(late).map(word)).toEqual([name]);
    expect(tokenizer.push(late).map(word)).toEqual([JSON.stringify(late)]);

    tokenizer.push('\x1b');
    tokenizer.flush();
    expect([...late].flatMap((byte) => tokenizer.push(byte)).map(word)).toEqual([name]);
  }
});

test('what is typed after Esc is typed', () => {
  const tokenizer = createTokenizer();
  tokenizer.push('\x1b');
  expect(tokenizer.flush().map(word)).toEqual(['esc']);
  expect(tokenizer.waiting()).toBe('remainder');
  expect(tokenizer.push('[').map(word)).toEqual([]);
  expect(tokenizer.flush().map(word)).toEqual(['"["']);
  tokenizer.push('\x1b');
  expect(tokenizer.flush().map(word)).toEqual(['esc']);
  tokenizer.flush();
  expect(tokenizer.push('[').map(word)).toEqual(['"["']);

  tokenizer.push('\x1b');
  tokenizer.flush();
  // Nothing came for a while.
  expect(tokenizer.flush()).toEqual([]);
  expect(tokenizer.waiting()).toBe('nothing');
  expect(tokenizer.push('[A').map(word)).toEqual(['"[A"']);
});

test('a late remainder may open a paste', () => {
  const tokenizer = createTokenizer();
  tokenizer.push('\x1b');
  tokenizer.flush();
  expect(tokenizer.push('[200~rm -rf\r\x1b[201~').map(word)).toEqual(['paste "rm -rf\\n"']);
});

test('says what it waits for', () => {
  const tokenizer = createTokenizer();
  const after = (text: string) => {
    tokenizer.push(text);
    return tokenizer.waiting();
  };
  expect(tokenizer.waiting()).toBe('nothing');
  expect(after('a\x1b')).toBe('escape');
  expect(after('\x1b')).toBe('escape');
  expect(after('[')).toBe('sequence');
  expect(after('A')).toBe('nothing');
  expect(after('\x1b[200~')).toBe('paste');
  expect(after('text\x1b[201')).toBe('paste');
  expect(tokenizer.flush()).toEqual([]);
  expect(after('~')).toBe('nothing');
  expect(after('\x1b]')).toBe('sequence');
  tokenizer.reset();
  expect(tokenizer.waiting()).toBe('nothing');
});

test('a paste whose end was lost ends with ctrl+c twice, alone in a read', () => {
  const tokenizer = createTokenizer();
  expect(tokenizer.push('\x1b[200~lost\x1b[20').map(word)).toEqual([]);
  expect(tokenizer.push('\x03').map(word)).toEqual([]);
  expect(tokenizer.push('\x03').map(word)).toEqual(['paste "lost\\u001b[20\\u0003"', 'ctrl+c']);
  expect(tokenizer.push('q').map(word)).toEqual(['"q"']);
});

test('a large paste in many reads costs no more than its length', () => {
  const tokenizer = createTokenizer();
  tokenizer.push('\x1b[200~');
  for (let chunk = 0; chunk < 200_000; chunk++) tokenizer.push('x'.repeat(40));
  const [paste] = tokenizer.push('\x1b[201~');
  expect(paste).toMatchObject({ kind: 'paste', text: 'x'.repeat(8_000_000) });
});
