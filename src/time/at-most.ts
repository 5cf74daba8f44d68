import type { Clock } from './clock.ts';

/** Resolves when something is done, or after so many ms: whether it was done. */
export function atMost(
  { later }: Pick<Clock, 'later'>,
  ms: number,
  done: Promise<unknown>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = later(ms, () => resolve(false));
    const end = (): void => {
      stop();
      resolve(true);
    };
    done.then(end, end);
  });
}
