import { Script } from 'node:vm';
import { type Ran, type RunInTime, TOO_LONG } from '../text/in-time.ts';

/** Where the script finds its work: a property of the global object, which is all that it can see. */
const WORK = Symbol.for('mcp-loupe.work');

/** How often work is repeated that got less than half of its time, because the machine was busy. */
const TRIES = 10;

/**
 * Ends work by ending the script that calls it: the only way in Node.js to stop JavaScript in its own thread, regular
 * expressions included. A call costs about 0.1 ms. The time reported is that of the processor.
 */
export function createTimeLimit(): RunInTime {
  let script: Script | undefined;
  return <T>(work: () => T, limit: number): Ran<T> => {
    script ??= new Script("globalThis[Symbol.for('mcp-loupe.work')]()");
    Reflect.set(globalThis, WORK, work);
    try {
      for (let tried = 1; ; tried += 1) {
        const before = process.cpuUsage();
        const value = attempt<T>(script, limit);
        const { user, system } = process.cpuUsage(before);
        const ms = (user + system) / 1_000;
        if (value !== TOO_LONG || ms > limit / 2 || tried === TRIES) return { value, ms };
      }
    } finally {
      Reflect.deleteProperty(globalThis, WORK);
    }
  };
}

function attempt<T>(script: Script, timeout: number): T | typeof TOO_LONG {
  try {
    return script.runInThisContext({ timeout }) as T;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return TOO_LONG;
    throw error;
  }
}
