import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** The terminal to ask on, and who ends the question. */
export interface AskWorld {
  readonly stdin: NodeJS.ReadStream;
  readonly stderr: NodeJS.WriteStream;
  readonly stop: AbortSignal;
  /** Called when ctrl+c is pressed; expected to abort `stop`. */
  readonly interrupt: () => void;
}

/**
 * Asks for one line on a terminal; nothing when the input ends or the question is stopped.
 *
 * @param hidden what is typed is not shown
 */
export async function askLine(
  question: string,
  hidden: boolean,
  { stdin, stderr, stop, interrupt }: AskWorld,
): Promise<string | undefined> {
  if (stop.aborted) return undefined;
  const output = new Writable({
    write(chunk, _, done) {
      if (!hidden) stderr.write(chunk);
      done();
    },
  });
  // A screen that was there before, as the list of servers is, lets go of the terminal: nothing would wait for it.
  stdin.ref();
  const lines = createInterface({ input: stdin, output, terminal: true });
  const ended = new AbortController();
  const close = (): void => lines.close();
  lines.once('SIGINT', interrupt);
  lines.once('close', () => ended.abort());
  stop.addEventListener('abort', close, { once: true });
  // Only now is nothing of what is typed echoed.
  if (hidden) stderr.write(question);
  try {
    return await lines.question(hidden ? '' : question, { signal: ended.signal });
  } catch (error) {
    if (ended.signal.aborted) return undefined;
    throw error;
  } finally {
    stop.removeEventListener('abort', close);
    lines.close();
    if (hidden) stderr.write('\n');
  }
}
