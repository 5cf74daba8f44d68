import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { memberText } from '../../src/json/parts.ts';
import { LISTS } from '../../src/spec/methods.ts';
import type { Change } from '../../src/surface/change.ts';
import type { Surface } from '../../src/surface/surface.ts';
import { listingSurface } from './listing.ts';

const FOLDER = fileURLToPath(new URL('../fixtures/surfaces/diff/', import.meta.url));

/** What must be said of a pair of listings. */
interface Wanted {
  readonly item?: string;
  readonly itemAlso?: readonly string[];
  readonly path?: string;
  readonly also?: readonly string[];
  readonly group: string;
  readonly or?: readonly string[];
  readonly clients?: readonly string[];
  readonly clientsAlso?: readonly string[];
  readonly level?: string;
  readonly notLevel?: string;
  readonly optional?: boolean;
  readonly why?: string;
}

export interface Pair {
  readonly id: string;
  readonly arguable?: boolean;
  readonly expect: readonly Wanted[];
  readonly may?: readonly Wanted[];
  readonly notClients?: readonly string[];
  readonly exitWith: { readonly breaking: number; readonly any: number };
  readonly exitArguable?: boolean;
  readonly rename?: { readonly from: string; readonly to: string };
  readonly noRename?: boolean;
  readonly before: Surface;
  readonly after: Surface;
}

/** The pairs of listings in test/fixtures/surfaces/diff, each with what differs in them. */
export const pairs: readonly Pair[] = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(`${FOLDER}${name}`, 'utf8');
  const side = (of: string) => listingSurface(memberText(text, of) ?? '{}');
  return { ...JSON.parse(text), before: side('before'), after: side('after') };
});

const itemOf = ({ list, name }: Change): string =>
  list === undefined ? 'server' : `${LISTS[list].noun}:${name}`;
const isNear = (one: string, other: string) =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

function fits(wanted: Wanted, change: Change): boolean {
  const { item, itemAlso = [], path, also = [], group, or = [], clients, clientsAlso = [] } = wanted;
  return (
    (clients === undefined || [...clients, ...clientsAlso].some((one) => change.clients?.includes(one))) &&
    (item === undefined || [item, ...itemAlso].includes(itemOf(change))) &&
    [group, ...or].includes(change.group) &&
    (path === undefined || path === '' || [path, ...also].some((one) => isNear(one, change.path)))
  );
}

/** What is wrong with what was found, in sentences; empty when nothing is. */
export function faultsOf(pair: Pair, changes: readonly Change[]): readonly string[] {
  const { expect } = pair;
  const missing = expect.flatMap((wanted) => {
    const hits = changes.filter((change) => fits(wanted, change));
    const isOptional = wanted.optional === true || wanted.or?.includes('none');
    const found = [];
    if (hits.length === 0 && !isOptional)
      found.push(`missing: ${wanted.group} ${wanted.item} ${wanted.path} (${wanted.why})`);
    if (wanted.level !== undefined && !hits.some(({ level }) => level === wanted.level))
      found.push(`not ${wanted.level}: ${wanted.path}`);
    if (wanted.notLevel !== undefined && hits.some(({ level }) => level === wanted.notLevel))
      found.push(`is ${wanted.notLevel}: ${wanted.path}`);
    return found;
  });
  const known = [...expect, ...(pair.may ?? [])];
  const tooMuch = changes
    .filter((change) => !known.some((wanted) => fits(wanted, change)))
    .filter(({ group, row = '' }) => group !== 'client' || !row.includes('strict'))
    .map((change) => `too much: ${change.group} ${itemOf(change)} ${change.path} ${change.clients ?? ''}`);
  const { notClients = [] } = pair;
  const wrong = notClients.filter((one) => changes.some(({ clients }) => clients?.includes(one)));
  return [
    ...missing,
    ...tooMuch,
    ...wrong.map((one) => `not for ${one}`),
    ...exits(pair, changes),
    ...renames(pair, changes),
  ];
}

function exits({ exitWith, exitArguable }: Pair, changes: readonly Change[]): readonly string[] {
  if (exitArguable) return [];
  const isBreaking = changes.some(({ group }) => group === 'breaking');
  const found = isBreaking === exitWith.breaking > 0 ? [] : [`breaking: ${isBreaking}`];
  const isAny = changes.length > 0;
  return isAny === exitWith.any > 0 ? found : [...found, `any: ${isAny}`];
}

function renames({ rename, noRename }: Pair, changes: readonly Change[]): readonly string[] {
  const found = changes.filter(({ renamed }) => renamed !== undefined);
  if (noRename && found.length > 0) return [`a rename of ${found[0]?.name}`];
  if (rename === undefined) return [];
  const isFound = found.some((one) => itemOf(one) === rename.from && rename.to.endsWith(`:${one.renamed}`));
  return isFound ? [] : [`no rename of ${rename.from}`];
}
