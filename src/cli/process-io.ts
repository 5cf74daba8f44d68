import { setMaxListeners } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { safeJson } from '../json/safe.ts';
import { reason } from '../text/reason.ts';
import { visible, visibleText } from '../text/visible.ts';
import type { Io } from './io.ts';

/**
 * Why the program was asked to stop, and its exit code; a reader that closes our stdout (`| head`) has seen enough, and where it
 * takes no more (a full disk) the result is not whole.
 */
export interface Stop {
  readonly why: (typeof SIGNALS)[number][0] | 'stdout closed';
  readonly code: number;
}

/** The exit codes as a shell has them: 128 and the signal's number. */
const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const;

/** The outside world of this process for the headless front end. */
export interface ProcessIo extends Io {
  /** Why it was asked to stop; undefined until then. */
  readonly stopped: () => Stop | undefined;
  /** Resolves when all that was written has left. */
  flush(): Promise<void>;
  /** Leaves the signals and the streams to whoever handles them next. */
  release(): void;
}

/**
 * Reads and writes the process's streams, and listens to its signals: the first asks the work to end, the second ends
 * the process at once.
 */
export function processIo(): ProcessIo {
  const { stdout, stderr } = process;
  const stopping = new AbortController();
  // Each of many servers listens to them.
  setMaxListeners(0, stopping.signal, process);
  let stopped: Stop | undefined;

  const stop = (reason: Stop): void => {
    if (stopped !== undefined) process.exit(reason.code);
    stopped = reason;
    stopping.abort();
  };
  const handlers = SIGNALS.map(([signal, code]) => [signal, () => stop({ why: signal, code })] as const);
  for (const [signal, handler] of handlers) process.on(signal, handler);

  const onStdoutError = (error: NodeJS.ErrnoException): void => {
    if (stopped !== undefined) return;
    if (error.code !== 'EPIPE') stderr.write(`mcp-loupe: cannot write to stdout: ${reason(error)}\n`);
    stop({ why: 'stdout closed', code: error.code === 'EPIPE' ? 0 : 1 });
  };
  // When what is written beside the result cannot be read, the result still counts.
  const onStderrError = (): void => {};
  stdout.on('error', onStdoutError);
  stderr.on('error', onStderrError);

  const ask: NonNullable<Io['ask']> = async (question, hidden, until) => {
    const { askLine } = await import('./ask.ts');
    const interrupt = (): void => stop({ why: 'SIGINT', code: 130 });
    const ends = until === undefined ? stopping.signal : AbortSignal.any([stopping.signal, until]);
    return askLine(visible(question), hidden, { stdin: process.stdin, stderr, stop: ends, interrupt });
  };

  const write = (text: string): void => void (stopped?.why === 'stdout closed' || stdout.write(text));

  return {
    out: (text) => write(visibleText(text)),
    bytes: (bytes) =>
      new Promise((resolve) => {
        if (stopped?.why === 'stdout closed') resolve();
        else stdout.write(bytes, () => resolve());
      }),
    json: (document) => write(`${safeJson(document)}\n`),
    isTerminal: stdout.isTTY,
    ...(stdout.isTTY ? { columns: stdout.columns } : {}),
    err: (line) => void stderr.write(`${visibleText(line)}\n`),
    stdin: () => textsOf(readStdin(stopping.signal)),
    stdinBytes: () => readStdin(stopping.signal),
    ...(process.stdin.isTTY && stderr.isTTY ? { ask } : {}),
    env: process.env,
    cwd: process.cwd(),
    stop: stopping.signal,
    stopped: () => stopped,
    async flush() {
      await Promise.all([flushed(stdout), flushed(stderr)]);
      // A failed write is reported a tick later, and decides the exit code.
      await new Promise((resolve) => setImmediate(resolve));
    },
    release() {
      for (const [signal, handler] of handlers) process.off(signal, handler);
      stdout.off('error', onStdoutError);
      stderr.off('error', onStderrError);
    },
  };
}

async function* textsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  for await (const chunk of chunks) yield decoder.write(chunk);
  const rest = decoder.end();
  if (rest !== '') yield rest;
}

/** Our stdin; ends when it ends or when the program is asked to stop. */
async function* readStdin(stop: AbortSignal): AsyncGenerator<Uint8Array> {
  const end = (): void => void process.stdin.destroy();
  stop.addEventListener('abort', end, { once: true });
  try {
    for await (const chunk of process.stdin) yield chunk as Uint8Array;
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    stop.removeEventListener('abort', end);
  }
}

/** What a pipe has not taken yet waits; `write` with nothing calls back when all before it has gone. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0 || !stream.writable) resolve();
    else stream.write('', () => resolve());
  });
}
