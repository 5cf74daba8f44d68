import type { Direction, Envelope, Id } from '../../spec/envelope.ts';
import { methodNamed } from '../../spec/methods.ts';

/** Finds which way a message went of which the log does not say it: by what it is, or by the request that it answers. */
export interface Directions {
  /** Takes the next message, with its direction where that is known. */
  of(envelope: Envelope, known?: Direction): Direction;
}

/** Of one connection. */
export function createDirections(): Directions {
  const open: Readonly<Record<Direction, Set<Id>>> = { c2s: new Set(), s2c: new Set() };
  const answers = (id: Id | null): Direction => {
    if (id !== null && !open.c2s.has(id) && open.s2c.has(id)) return 'c2s';
    return 's2c';
  };
  return {
    of(envelope, known) {
      switch (envelope.kind) {
        case 'request': {
          const dir = known ?? senderOf(envelope.method);
          open[dir].add(envelope.id);
          return dir;
        }
        case 'notification':
          return known ?? senderOf(envelope.method);
        case 'result':
        case 'error': {
          const dir = known ?? answers(envelope.id);
          if (envelope.id !== null) open[dir === 's2c' ? 'c2s' : 's2c'].delete(envelope.id);
          return dir;
        }
        case 'none':
          return known ?? 's2c';
      }
    },
  };
}

/** Who sends a method; the client where both may, or where it is not known. */
function senderOf(method: string): Direction {
  const { from } = methodNamed(method) ?? {};
  return from?.s2c !== undefined && from.c2s === undefined ? 's2c' : 'c2s';
}
