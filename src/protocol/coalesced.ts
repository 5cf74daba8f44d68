/** Asks for things by name, each one at a time. */
export interface Coalesced<Name> {
  /** Asks for it, or once more when the request that is under way is done, however often that is said. */
  ask(name: Name): void;
  /** What was not begun yet is not asked for any more. */
  forget(): void;
}

/**
 * So many requests at a time at the most, one for each name; what is wanted again meanwhile is asked for once more.
 *
 *   idle ──▶ wanted ──▶ asking ──▶ idle
 *               ▲          │
 *               └──────────┴ wanted again
 *
 * @param ask never rejects
 */
export function createCoalesced<Name>(most: number, ask: (name: Name) => Promise<unknown>): Coalesced<Name> {
  const wanted = new Set<Name>();
  const asking = new Set<Name>();

  const next = (): void => {
    for (const name of wanted) {
      if (asking.size >= most) return;
      if (asking.has(name)) continue;
      wanted.delete(name);
      asking.add(name);
      void ask(name).then(() => {
        asking.delete(name);
        next();
      });
    }
  };

  return {
    ask(name) {
      wanted.add(name);
      next();
    },
    forget: () => wanted.clear(),
  };
}
