import { EventEmitter } from 'node:events';
import { openSync } from 'node:fs';
import { ReadStream } from 'node:tty';

/** Where a process reaches the terminal that it belongs to, whatever its standard input is. */
const TERMINAL = '/dev/tty';

/**
 * The input of the terminal that we belong to, for screens over what comes by the standard input; nothing where there is no
 * terminal. It is opened anew each time that it is resumed, as one that is only paused takes what is typed for an editor.
 */
export function ownTerminal(): NodeJS.ReadStream | undefined {
  let source: ReadStream | undefined = open();
  if (source === undefined) return undefined;
  let isRead = false;
  const emitter = new EventEmitter();
  const input = Object.assign(emitter, {
    isTTY: true,
    setEncoding: () => input,
    ref: () => source?.ref(),
    unref: () => source?.unref(),
    setRawMode(on: boolean) {
      if (on) source ??= open();
      source?.setRawMode(on);
      return input;
    },
    resume() {
      source ??= open();
      if (source === undefined) emitter.emit('end');
      if (source === undefined || isRead) return input;
      isRead = true;
      source.setEncoding('utf8');
      for (const event of ['data', 'end', 'error']) source.on(event, (what) => emitter.emit(event, what));
      return input;
    },
    pause() {
      source?.destroy();
      source = undefined;
      isRead = false;
      return input;
    },
  });
  // What is drawn and what listens use no more of the interface than this.
  return input as unknown as NodeJS.ReadStream;
}

function open(): ReadStream | undefined {
  try {
    return new ReadStream(openSync(TERMINAL, 'r'));
  } catch {
    return undefined;
  }
}

/** What a program that gets the terminal for a while is given to read: the terminal, in any case. */
export const inputForPrograms = (): 'inherit' | number => {
  if (process.stdin.isTTY) return 'inherit';
  try {
    return openSync(TERMINAL, 'r');
  } catch {
    return 'inherit';
  }
};
