import { existsSync, readFileSync } from 'node:fs';
import type { Capture } from '../../src/session/frame.ts';
import type { StdioTarget } from '../../src/session/target.ts';
import { createStdioTransport, type StdioOptions } from '../../src/transport/stdio.ts';
import type { Transport } from '../../src/transport/transport.ts';

/** A transport with everything it handed over, and a way to wait for what should come. */
export interface Started {
  readonly transport: Transport;
  readonly captures: readonly Capture[];
  readonly errors: readonly string[];
  /** Resolves with the first capture, past or to come, that is looked for; rejects after 30 s. */
  readonly until: (holds: (capture: Capture) => boolean) => Promise<Capture>;
}

/** A command as a target, in this folder and with this environment unless told otherwise. */
export function commandOf(words: readonly string[], more: Partial<StdioTarget> = {}): StdioTarget {
  const [command = '', ...args] = words;
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return { transport: 'stdio', command, args, cwd: process.cwd(), env, given: [], beyondClient: [], ...more };
}

/** A transport that is not started yet. */
export function prepared(target: StdioTarget, options?: StdioOptions): Started {
  const transport = createStdioTransport(target, options);
  const captures: Capture[] = [];
  const errors: string[] = [];
  const waiting = new Set<(capture: Capture) => void>();
  transport.onerror = (error) => errors.push(error.message);
  transport.oncapture = (capture) => {
    captures.push(capture);
    for (const offer of waiting) offer(capture);
  };
  const until = (holds: (capture: Capture) => boolean): Promise<Capture> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        reject(new Error(`did not come; what came: ${JSON.stringify(captures).slice(-2000)}`));
      }, 30_000);
      const offer = (capture: Capture): void => {
        if (!holds(capture)) return;
        clearTimeout(late);
        waiting.delete(offer);
        resolve(capture);
      };
      waiting.add(offer);
      for (const capture of captures) offer(capture);
    });
  return { transport, captures, errors, until };
}

/** A started one. */
export async function started(words: readonly string[], options?: StdioOptions): Promise<Started> {
  const one = prepared(commandOf(words), options);
  await one.transport.start();
  return one;
}

/** Whether a process runs; a zombie does not. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, 'latin1'));
}
