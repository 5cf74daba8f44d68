import type { Client, Treatment } from '../../../clients/client.ts';
import { CLIENTS } from '../../../clients/clients.ts';
import { type Crossing, crossingsOf } from '../../../clients/crossings.ts';
import type { SessionState } from '../../../session/state.ts';
import { surfaceOf } from '../../../surface/surface.ts';
import { counted } from '../../../text/measure.ts';
import type { ClientRow } from './parts.ts';

/** A row for each client, in their order. */
export function clientRows(state: SessionState): readonly ClientRow[] {
  const surface = surfaceOf(state);
  const clients = CLIENTS.filter(
    ({ kind, rules }) => (kind === 'client' || kind === 'api') && rules.length > 0,
  );
  const byClient = new Map<Client, Crossing[]>(clients.map((client) => [client, []]));
  for (const one of crossingsOf(clients, surface, surface.server?.name ?? ''))
    byClient.get(one.client)?.push(one);
  return [...byClient].map(([{ name }, crossings]) => ({ name, words: wordsOf(crossings) }));
}

/** The same of many tools is told once, the worst first. */
function wordsOf(crossings: readonly Crossing[]): string {
  const parts = new Map<string, Part>();
  for (const { rule, item, fact } of crossings) {
    const { effect, limit, sure } = rule;
    const known = sure === 'reports' ? ' (reported)' : '';
    const what =
      item === undefined
        ? `${WHOLE[limit.on] ?? limit.on} ${SAYS[effect]} (${fact})`
        : `${SAYS[effect]}${known}`;
    const noun = CHANGES.includes(effect) ? (NOUNS[limit.on] ?? 'tool') : 'tool';
    const key = `${noun} ${what}`;
    const part = parts.get(key) ?? { noun, what, effect, items: new Set() };
    if (item !== undefined) part.items.add(item);
    parts.set(key, part);
  }
  return [...parts.values()]
    .sort((one, other) => ORDER.indexOf(one.effect) - ORDER.indexOf(other.effect))
    .map(partWords)
    .join(', ');
}

/** What becomes of the same of some tools. */
interface Part {
  readonly noun: string;
  readonly what: string;
  readonly effect: Treatment;
  readonly items: Set<unknown>;
}

function partWords({ noun, what, items: { size } }: Part): string {
  if (size === 0) return what;
  return `${counted(size, noun)} ${size === 1 ? what.replace(/^make /, 'makes ') : what}`;
}

/** Treatments of a part of a tool, and what that part is called. */
const CHANGES: readonly Treatment[] = ['cut', 'replaced', 'ignored'];
const NOUNS: Readonly<Partial<Record<Crossing['rule']['limit']['on'], string>>> = {
  'name length': 'name',
  'name characters': 'name',
  'description length': 'description',
  schema: 'schema',
  app: 'view',
};

const WHOLE: Readonly<Partial<Record<Crossing['rule']['limit']['on'], string>>> = {
  'instructions length': 'instructions',
  'number of tools': 'tools',
};

const SAYS: Readonly<Record<Treatment, string>> = {
  'left out': 'left out',
  refused: 'make every request fail',
  cut: 'cut',
  replaced: 'changed',
  ignored: 'partly ignored',
  deferred: 'put off',
  wanted: 'not as asked for',
};

const ORDER = Object.keys(SAYS) as readonly Treatment[];
