import { setTimeout as sleep } from 'node:timers/promises';
import { markRunning } from '../../tap/launcher.ts';
import { liveTaps, tapsFolder } from '../../tap/taps.ts';
import { prune } from '../../transcript/recordings.ts';

/** ms that are given to it, at the end of a tap whose client waits for that. */
const MOST = 200;

/**
 * Deletes what is too old among what taps have recorded, but for what is still written, and says that the program that
 * runs is used. What goes wrong there, or takes
 * too long, is left to the next one.
 */
export async function pruneTaps(): Promise<void> {
  const folder = tapsFolder();
  markRunning(process.argv[1] ?? '');
  try {
    const live = new Set(liveTaps(folder).map(({ path }) => path));
    await Promise.race([prune(folder, new Date(), undefined, live), sleep(MOST)]);
  } catch {
    return;
  }
}
