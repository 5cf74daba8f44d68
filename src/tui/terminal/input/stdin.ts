import { EventEmitter } from 'node:events';
import type { KeyToken, MouseToken, Token } from './token.ts';
import { createTokenizer } from './tokenizer.ts';

/** What happens with what is typed. Each is called in a macrotask of its own, in the order of typing. */
export interface Typing {
  /** Whether a text has the focus; where none has, each printable character is a key. */
  isText(): boolean;
  /** Offered every key first; true when it was taken. */
  key(key: KeyToken): boolean;
  /** A run of printable text for a field of ours; false leaves it to Ink. Asked only while a text has the focus. */
  text(run: string): boolean;
  /** What was pasted, with LF for line ends; false leaves it to Ink as a line. Asked only while a text has the focus. */
  paste(text: string): boolean;
  /** What was pasted where no text has the focus. */
  stray(text: string): void;
  mouse(report: MouseToken): void;
}

/** The terminal's side of it: `process.stdin`. */
export type TerminalInput = Pick<
  NodeJS.ReadStream,
  'isTTY' | 'setRawMode' | 'setEncoding' | 'ref' | 'unref' | 'on' | 'off' | 'pause' | 'resume'
>;

export interface StdinOptions {
  readonly source: TerminalInput;
  readonly typing: Typing;
  /** ms to wait for a lone ESC to become a sequence. */
  readonly escDelay: number;
  /** Called when raw mode comes and goes (start, suspend, exit): the place to switch other modes. */
  readonly onRawMode: (on: boolean) => void;
  /** The terminal has answered that it knows the kitty keyboard protocol. */
  readonly onKeyboard: () => void;
  /** The terminal went away. */
  readonly onGone: () => void;
}

/** The terminal finishes a sequence that it has begun, so the wait is longer than for a lone ESC; in ms. */
const SEQUENCE = 200;

/**
 * The stdin that Ink is given. It cuts what the terminal sends into tokens, offers each to us first and hands Ink
 * only what nobody took: text, and the keys that edit a line. One token a macrotask: React draws a change of the state in
 * a microtask, so that what follows a key that opens a prompt or changes its line finds the prompt as it is drawn.
 */
export function splitStdin(options: StdinOptions): NodeJS.ReadStream {
  const { source } = options;
  const tokenizer = createTokenizer();
  const emitter = new EventEmitter();
  const queue: Token[] = [];
  let forInk: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let next: NodeJS.Immediate | undefined;

  const give = (text: string): void => {
    forInk.push(text);
    emitter.emit('readable');
  };

  const drain = (): void => {
    next = undefined;
    const token = queue.shift();
    if (token === undefined) return;
    const rest = handle(token, options, give);
    if (rest) queue.unshift(rest);
    schedule();
  };
  const schedule = (): void => {
    if (queue.length > 0) next ??= setImmediate(drain);
  };

  const enqueue = (tokens: readonly Token[]): void => {
    queue.push(...tokens);
    schedule();
    clearTimeout(timer);
    const waiting = tokenizer.waiting();
    if (waiting === 'nothing' || waiting === 'paste') return;
    const delay = waiting === 'escape' ? options.escDelay : Math.max(SEQUENCE, options.escDelay);
    timer = setTimeout(expire, delay);
  };
  // When we were busy, the rest may have come in time and not been read yet: reading comes first.
  const expire = (): void => {
    const waited = timer;
    setImmediate(() => {
      if (timer === waited) enqueue(tokenizer.flush());
    });
  };

  const read = (chunk: string): void => enqueue(tokenizer.push(chunk));
  const forget = (): void => {
    clearTimeout(timer);
    clearImmediate(next);
    timer = undefined;
    next = undefined;
    queue.length = 0;
    forInk = [];
    tokenizer.reset();
  };

  source.on('end', options.onGone);
  source.on('error', options.onGone);

  const stdin = Object.assign(emitter, {
    isTTY: true,
    setEncoding: () => source.setEncoding('utf8'),
    ref: () => source.ref(),
    unref: () => source.unref(),
    read: () => forInk.shift() ?? null,
    setRawMode: (on: boolean) => {
      // Whatever is still queued was typed before the terminal went to an editor or the shell.
      if (!on) forget();
      source.off('data', read);
      if (on) source.on('data', read);
      source.setRawMode(on);
      if (on) source.resume();
      else source.pause();
      options.onRawMode(on);
    },
  });
  // Ink uses no more of the interface than this.
  return stdin as unknown as NodeJS.ReadStream;
}

/** Acts on one token; returns what is left of it for the next turn. */
function handle(
  token: Token,
  { typing, onKeyboard }: StdinOptions,
  give: (text: string) => void,
): Token | undefined {
  switch (token.kind) {
    case 'reply':
      if (/^\x1b\[\?\d+u$/.test(token.bytes)) onKeyboard();
      return undefined;
    case 'mouse':
      typing.mouse(token);
      return undefined;
    case 'paste':
      if (!typing.isText()) typing.stray(token.text);
      else if (!typing.paste(token.text)) give(oneLine(token.text));
      return undefined;
    case 'text':
      return typing.isText() ? type(token.text, typing, give) : press(token.text, typing);
    case 'key':
      if (!typing.isText()) typing.key(token);
      else if (token.text !== undefined) type(token.text, typing, give);
      else if (!typing.key(token) && token.name in lineKeys) give(lineKeys[token.name] ?? '');
      return undefined;
  }
}

function type(run: string, typing: Typing, give: (text: string) => void): undefined {
  if (!typing.text(run)) give(run);
}

/** The first character of a run as a key; the rest waits for what that key does. */
function press(run: string, typing: Typing): Token | undefined {
  const first = firstGrapheme(run);
  typing.key({ kind: 'key', name: first === ' ' ? 'space' : first, text: first });
  return first.length < run.length ? { kind: 'text', text: run.slice(first.length) } : undefined;
}

function firstGrapheme(run: string): string {
  // The segmenter takes a while to load, and nearly every key is two ASCII characters in a row or the last one.
  if (run.length === 1 || /^[\x20-\x7e]{2}/.test(run)) return run.charAt(0);
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(run)) return segment;
  return run;
}

let segmenter: Intl.Segmenter | undefined;

/** A line break at the end is no part of a pasted line; others become blanks, control characters go. */
function oneLine(text: string): string {
  return text
    .replace(/\n+$/, '')
    .replace(/[\n\t]+/g, ' ')
    .replace(/[\x00-\x1f\x7f-\x9f]/g, '');
}

/** The keys that edit a one-line prompt, as Ink reads them. */
const lineKeys: Readonly<Record<string, string>> = {
  enter: '\r',
  backspace: '\x7f',
  delete: '\x1b[3~',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
};
