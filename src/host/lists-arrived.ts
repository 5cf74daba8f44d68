import type { Host } from './host.ts';

/** Resolves when no list is on its way. Each ends by itself: its last page comes, or its request fails or times out. */
export function listsArrived({ store }: Pick<Host, 'store'>): Promise<void> {
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
