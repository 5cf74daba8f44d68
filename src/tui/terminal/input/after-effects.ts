import { unstable_cancelCallback, unstable_NormalPriority, unstable_scheduleCallback } from 'scheduler';

/**
 * Calls back in a later macrotask, once React has committed what was changed until now and has run the effects of that:
 * those wait in React's own queue, with the same priority, and so come first. Returns the way out.
 */
export function afterEffects(callback: () => void): () => void {
  let leave = (): void => clearImmediate(committed);
  const committed = setImmediate(() => {
    const task = unstable_scheduleCallback(unstable_NormalPriority, callback);
    leave = () => unstable_cancelCallback(task);
  });
  return () => leave();
}
