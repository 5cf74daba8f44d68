import { stepsOf } from '../json/path.ts';
import { same } from '../json/same.ts';
import type { Change } from '../surface/change.ts';
import { surfaceDifference } from '../surface/difference.ts';
import { byList, type Surface, type SurfaceItem } from '../surface/surface.ts';
import { thousands } from '../text/measure.ts';
import { type Client, TREATMENTS } from './client.ts';
import { CLIENTS } from './clients.ts';
import { crossingWords } from './crossing-words.ts';
import { type Crossing, crossingsOf, listed, serverCrossings } from './crossings.ts';
import { evidenceWords } from './evidence.ts';

/**
 * What differs between two surfaces, and what each client makes of it: whatever says what has changed reads this. Clients put
 * before the names of tools what the server calls itself.
 */
export function wholeDifference(
  before: Surface,
  after: Surface,
  clients: readonly Client[] = CLIENTS,
): readonly Change[] {
  const told = surfaceDifference(before, after);
  return [...told, ...clientDifference(within(before, after), within(after, before), told, clients)];
}

/** A surface with the lists that another one has, too: of the others it is not known what was there before. */
const within = (surface: Surface, other: Surface): Surface => ({
  ...surface,
  lists: byList((name) => (other.lists[name] === undefined ? undefined : surface.lists[name])),
});

/**
 * The limits of clients that a surface crosses and the one before did not. Of a profile, which nobody has asked about, only
 * what is said nowhere else, of items that have met all of it.
 */
function clientDifference(
  before: Surface,
  after: Surface,
  told: readonly Change[],
  clients: readonly Client[],
): readonly Change[] {
  const touched = touchedIn(before, after);
  const asked = clients.map((client) => ({
    ...client,
    rules: client.rules.filter(({ level, effect }) => level !== 'note' && effect !== 'deferred'),
  }));
  const crossed = new Set<string>();
  // What is called otherwise now has crossed them under its old name.
  const renamed = new Map(
    told.flatMap(({ list, name, renamed: now }) =>
      list === 'tools' && now !== undefined ? [[name, now]] : [],
    ),
  );
  for (const one of crossingsIn(before, asked, touched)) {
    const now = renamed.get(one.item?.name ?? '');
    for (const name of now === undefined ? [one.item?.name] : [one.item?.name, now]) {
      crossed.add(ruleKey(one, name));
      crossed.add(clientKey(one, name));
    }
  }
  const old = new Set((before.lists.tools ?? []).map(({ name }) => name));
  const fresh = crossingsIn(after, asked, touched).filter((one) => {
    if (one.client.kind !== 'profile') return !crossed.has(ruleKey(one));
    const { item } = one;
    if (item === undefined || !old.has(item.name) || crossed.has(clientKey(one))) return false;
    return !told.some(
      ({ list, name, path }) => list === one.list && name === item.name && isNear(path, one.path),
    );
  });
  const rank = ({ rule }: Crossing): number => TREATMENTS.indexOf(rule.effect);
  return grouped([...fresh].sort((one, other) => rank(one) - rank(other))).map(changeOf);
}

/** The tools that are another one now, in either surface; all where the server has another name. */
function touchedIn(before: Surface, after: Surface): (item: SurfaceItem) => boolean {
  if (before.server?.name !== after.server?.name) return () => true;
  const [was, is] = [before, after].map(({ lists }) => lists.tools ?? []) as [Tools, Tools];
  const old = new Map(was.map((item) => [item.name, item]));
  const kept = new Set<string>();
  for (const item of is) {
    const known = old.get(item.name);
    if (known !== undefined && same(known.raw, item.raw)) kept.add(item.name);
  }
  return ({ name }) => !kept.has(name);
}

type Tools = readonly SurfaceItem[];

function crossingsIn(
  surface: Surface,
  clients: readonly Client[],
  isTouched: (item: SurfaceItem) => boolean,
): readonly Crossing[] {
  const { lists } = surface;
  const tools = lists.tools?.filter(isTouched);
  const part = { ...surface, lists: { ...lists, tools } };
  return [
    ...crossingsOf(clients, part, surface.server?.name ?? '').filter(({ item }) => item !== undefined),
    ...clients.flatMap((client) => serverCrossings(client, surface)),
  ];
}

const placeKey = ({ list, item }: Crossing, name = item?.name): string => `${list} ${name}`;
const ruleKey = (one: Crossing, name?: string): string =>
  `${one.client.id} ${one.rule.id} ${placeKey(one, name)}`;
const clientKey = (one: Crossing, name?: string): string => `${one.client.id} ${placeKey(one, name)}`;

const isNear = (one: string, other: string): boolean =>
  one === other || one === '' || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

/** What breaks several clients in the same way is one change. */
function grouped(crossings: readonly Crossing[]): readonly (readonly Crossing[])[] {
  const groups = new Map<string, Crossing[]>();
  for (const one of crossings) {
    const fact = factOf(one);
    const key = `${one.rule.id} ${fact ?? one.client.id} ${placeKey(one)}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [one]);
    else known.push(one);
  }
  return [...groups.values()];
}

function changeOf(group: readonly Crossing[]): Change {
  const [first] = group as [Crossing];
  const { client, rule, list, item, path } = first;
  const evidence = new Set(group.map((one) => evidenceWords(one.rule)));
  const fact = factOf(first);
  const names = group.map((one) => one.client.name);
  const { says } = crossingWords(first);
  const link = says.startsWith('every ') ? ': ' : ' ';
  const words = fact === undefined ? client.name + link + says : `breaks in ${listed(names, 'and')}: ${fact}`;
  return {
    list,
    name: item?.name ?? '',
    path,
    kind: 'changed',
    group: 'client',
    clients: group.map((one) => one.client.id),
    row: `client/${rule.id}`,
    says: `${words} ${[...evidence].join(' ')}`,
  };
}

/** What every request fails on, in a few words; nothing where something else happens. */
function factOf({ rule: { limit, effect }, item, path, places, fact }: Crossing): string | undefined {
  if (effect !== 'refused' || fact === '') return undefined;
  if (limit.on === 'number of tools') return `more than ${thousands(limit.most)} tools: ${fact}`;
  if (item === undefined) return undefined;
  const isRoot = limit.on === 'schema' && limit.trait === 'root union';
  const what = isRoot ? `root ${stepsOf(path)?.at(-1)}` : fact;
  return places === 1 ? what : `${what} (${places} places)`;
}
