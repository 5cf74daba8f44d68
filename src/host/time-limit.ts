import { Script } from 'node:vm';
import { type RunInTime, TOO_LONG } from '../text/in-time.ts';

/** Where the script finds its work. */
const WORK = Symbol.for('mcp-loupe.work');

/** How often work is begun again that did not run for half of its time, because the machine was busy. */
const TRIES = 10;

let script: Script | undefined;

/**
 * Ends work by ending the script that calls it: the only way in Node.js to stop JavaScript in its own thread, regular
 * expressions included. A call costs about 0.1 ms.
 */
export const runInTime: RunInTime = <T>(work: () => T, ms: number): T | typeof TOO_LONG => {
  script ??= new Script("globalThis[Symbol.for('mcp-loupe.work')]()");
  Reflect.set(globalThis, WORK, work);
  try {
    for (let tried = 1; ; tried += 1) {
      const before = process.cpuUsage();
      try {
        return script.runInThisContext({ timeout: ms }) as T;
      } catch (error) {
        if ((error as { code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
        const { user, system } = process.cpuUsage(before);
        if (tried === TRIES || (user + system) / 1_000 > ms / 2) return TOO_LONG;
      }
    }
  } finally {
    Reflect.deleteProperty(globalThis, WORK);
  }
};
