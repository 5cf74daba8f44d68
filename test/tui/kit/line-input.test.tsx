import { EventEmitter } from 'node:events';
import { Box, render } from 'ink';
import { type ReactNode, useSyncExternalStore } from 'react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LineInput } from '../../../src/tui/kit/line-input.tsx';
import { splitStdin, type TerminalInput } from '../../../src/tui/terminal/input/stdin.ts';

/** What a key does besides typing: the line is written by somebody else than its input. */
const WRITES: Readonly<Record<string, (line: string) => string>> = {
  'ctrl+u': () => '',
  'ctrl+w': (line) => line.replace(/\S*\s*$/, ''),
  tab: (line) => `${line}-done`,
};

interface Props {
  readonly subscribe: (listener: () => void) => () => void;
  readonly line: () => string | undefined;
  readonly onChange: (line: string) => void;
}

function Screen({ subscribe, line, onChange }: Props): ReactNode {
  const value = useSyncExternalStore(subscribe, line);
  return (
    <Box width={80}>
      {value !== undefined && <LineInput label="find" value={value} width={40} onChange={onChange} />}
    </Box>
  );
}

/** A line on a terminal, with a `/` that opens it. */
function open() {
  let line: string | undefined;
  const listeners = new Set<() => void>();
  const write = (text: string | undefined): void => {
    line = text;
    for (const listener of listeners) listener();
  };
  const source = Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode: () => undefined,
    setEncoding: () => undefined,
    ref: () => undefined,
    unref: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
  });
  const stdin = splitStdin({
    source: source as unknown as TerminalInput,
    escDelay: 50,
    typing: {
      isText: () => line !== undefined,
      key: ({ name }) => {
        const writes = WRITES[name];
        if (name === '/') write('');
        else if (writes !== undefined) write(writes(line ?? ''));
        return name === '/' || writes !== undefined;
      },
      text: () => false,
      paste: () => false,
      stray: () => {},
      mouse: () => {},
    },
    onRawMode: () => {},
    onKeyboard: () => {},
    onGone: () => {},
  });
  const stdout = Object.assign(new EventEmitter(), { columns: 80, rows: 5, write: () => true });
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const screen = render(<Screen subscribe={subscribe} line={() => line} onChange={write} />, {
    stdin,
    stdout: stdout as unknown as NodeJS.WriteStream,
    patchConsole: false,
  });
  stdin.setRawMode(true);
  onTestFinished(() => screen.unmount());
  return {
    send: (...bytes: readonly string[]): void => {
      for (const one of bytes) source.emit('data', one);
    },
    line: () => line,
  };
}

describe('a line that is typed', () => {
  it.each<[string, readonly string[], string]>([
    ['at once after it was opened', ['/', 'c', 'o', 'p', 'y'], 'copy'],
    ['at once after it was cleared', ['/', 'long words', '\x15', 'c', 'o', 'p', 'y'], 'copy'],
    ['at once after its last word was deleted', ['/', 'a word', '\x17', 'b', 'e', 'e'], 'a bee'],
    ['at once after it was completed', ['/', 'to', '\t', '!', '?'], 'to-done!?'],
    ['within it', ['/', 'cpy', '\x1b[D', '\x1b[D', 'o', '\x1b[C', '\x1b[C', 's'], 'copys'],
    ['in an empty line, after left', ['/', '\x1b[D', '\x1b[D', 'p', 'y', 't', 'h'], 'pyth'],
    ['within what was written meanwhile', ['/', 'ab', '\t', '\x1b[D', 'x', '\x7f', 'y'], 'ab-donye'],
    ['again and again', ['/', ...Array(30).fill(['o', 'n', '\x15', 'o', 'n', 'e']).flat()], 'one'],
  ])('%s', async (_, keys, text) => {
    const { send, line } = open();
    send(...keys);
    await expect.poll(line).toBe(text);
    // Nothing comes after it.
    for (let turn = 0; turn < keys.length + 5; turn += 1) await new Promise(setImmediate);
    expect(line()).toBe(text);
  });
});
