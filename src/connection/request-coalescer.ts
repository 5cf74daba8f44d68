import type { Clock } from '../time/clock.ts';
import { createSpacing, REQUESTS, type Spacing } from '../time/spacing.ts';

/** Asks for things by name, each one at a time. */
export interface Coalesced<Name> {
  /** Asks for it, or once more when the request that is under way is done, however often that is said. */
  ask(name: Name): void;
  /** What was not begun yet is not asked for any more. */
  forget(): void;
}

/** What asking does. */
export interface CoalescedWire<Name> extends Pick<Clock, 'now' | 'later'> {
  /** Resolves when it is over, with true when the answer was another than the last; never rejects. */
  readonly ask: (name: Name) => Promise<boolean>;
  /** Is told once that asking for it makes the server say at once that it changed; `loop` is how often, in words. */
  readonly onLoop: (name: Name, loop: string) => void;
}

/**
 * So many requests at a time at the most, one for each name; what is wanted again meanwhile is asked for once more,
 * after a pause where that happens again and again (see {@link createSpacing}).
 *
 *   idle ──▶ wanted ──▶ asking ──▶ idle
 *               ▲          │
 *               └─ pause ◀─┴ wanted again
 */
export function createCoalesced<Name>(
  most: number,
  { ask, onLoop, ...clock }: CoalescedWire<Name>,
): Coalesced<Name> {
  const wanted = new Set<Name>();
  const asking = new Set<Name>();
  const pauses = new Map<Name, () => void>();
  const spacings = new Map<Name, Spacing>();

  const spacingOf = (name: Name): Spacing => {
    const known = spacings.get(name) ?? createSpacing(clock, REQUESTS, (loop) => onLoop(name, loop));
    spacings.set(name, known);
    return known;
  };

  const next = (): void => {
    for (const name of wanted) {
      if (asking.size >= most) return;
      if (asking.has(name)) continue;
      wanted.delete(name);
      asking.add(name);
      void ask(name).then((isNew) => {
        asking.delete(name);
        spacingOf(name).done(isNew);
        if (wanted.delete(name)) want(name);
        next();
      });
    }
  };

  const want = (name: Name): void => {
    if (pauses.has(name)) return;
    const pause = asking.has(name) ? 0 : spacingOf(name).wait();
    if (pause === 0) wanted.add(name);
    else
      pauses.set(
        name,
        clock.later(pause, () => resume(name)),
      );
  };

  const resume = (name: Name): void => {
    pauses.delete(name);
    wanted.add(name);
    next();
  };

  return {
    ask(name) {
      want(name);
      next();
    },
    forget() {
      wanted.clear();
      for (const stop of pauses.values()) stop();
      pauses.clear();
      spacings.clear();
    },
  };
}
