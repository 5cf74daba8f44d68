import { isObject } from '../json/shape.ts';
import type { Envelope } from '../spec/envelope.ts';
import { capabilityOf } from '../spec/methods.ts';
import { type FrameEntry, isAnothers } from './frame.ts';

/** By capability, the seq of the message that used it first; extensions count together. */
type FirstUses = Readonly<Record<string, number>>;

/** What the two sides of a connection have used of one another. */
export interface Uses {
  readonly server: FirstUses;
  readonly client: FirstUses;
}

const NOTHING: Uses = { server: {}, client: {} };

/**
 * Notes what of the capabilities is used, where another client drives the session: it begins with its first message. A
 * request uses what the other side offers, a notification what its sender does.
 */
export function used(
  uses: Uses | undefined,
  entry: FrameEntry,
  envelope: Envelope | undefined,
): Uses | undefined {
  if (envelope === undefined) return uses;
  if (uses === undefined) return isAnothers(entry) ? used(NOTHING, entry, envelope) : undefined;
  switch (envelope.kind) {
    case 'request':
      return noted(uses, entry.dir === 'c2s' ? 'server' : 'client', [envelope.method], entry.seq);
    case 'notification':
      return noted(uses, entry.dir === 'c2s' ? 'client' : 'server', [envelope.method], entry.seq);
    case 'result':
      return noted(uses, 'client', asked(envelope.result), entry.seq);
    case 'error':
    case 'none':
      return uses;
  }
}

/** Since 2026-07-28 a server asks within results (client/input-required). */
function asked(result: unknown): readonly string[] {
  const inputs = isObject(result) ? result['inputRequests'] : undefined;
  if (!isObject(inputs)) return [];
  return Object.values(inputs).flatMap((one) =>
    isObject(one) && typeof one['method'] === 'string' ? [one['method']] : [],
  );
}

function noted(uses: Uses, side: keyof Uses, methods: readonly string[], seq: number): Uses {
  const fresh: Record<string, number> = {};
  for (const method of methods) {
    const needs = capabilityOf(method);
    const name = needs?.includes('/') ? 'extensions' : needs;
    if (name !== undefined && !(name in uses[side])) fresh[name] = seq;
  }
  return Object.keys(fresh).length === 0 ? uses : { ...uses, [side]: { ...uses[side], ...fresh } };
}
