import type { Host } from '../host/host.ts';
import { withServer } from './connect.ts';
import { type ExitCode, exit } from './exit.ts';
import type { Job } from './job.ts';
import { printLines } from './print.ts';

/**
 * The default command where there is no terminal: connects, waits for the announced lists and prints the plain
 * report.
 */
export async function inspect(job: Job): Promise<ExitCode> {
  return withServer(job, undefined, async ({ host }) => {
    await listsArrived(host);
    await host.checked();
    // The screens do without it, and start without it.
    const { reportLines } = await import('./report.ts');
    printLines(job, reportLines(host));
    return exit.done;
  });
}

/** Resolves when no list is on its way. Each ends by itself: its last page comes, or its request fails or times out. */
export function listsArrived({ store }: Host): Promise<void> {
  const isLoading = (): boolean =>
    Object.values(store.state().lists).some(({ state }) => state === 'loading');
  if (!isLoading()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = store.subscribe(() => {
      if (isLoading()) return;
      unsubscribe();
      resolve();
    });
  });
}
