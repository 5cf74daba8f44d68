import { canonicalText } from '../json/canonical.ts';
import { equal, exactly } from '../json/equal.ts';
import { jsonIn } from '../json/inner.ts';
import { LEVELS_COMPARED } from '../json/parse.ts';
import { elementTexts, memberText, memberTexts } from '../json/parts.ts';
import { pointerStep } from '../json/path.ts';
import { typeOfText } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import { shapeDifferences } from './compare-shape.ts';
import { besidesFleeting, type FleetingKind, fleetingKind, kindsWithin } from './fleeting.ts';
import { fitsHidden, hasHidden } from './hidden.ts';
import { coveredBy } from './pointers.ts';
import { type Renaming, renaming } from './renamed.ts';
import type { AnswerDifference } from './verification.ts';

/** How closely two answers are compared: types and members, values, or the text to the byte. */
export type Level = 'shape' | 'values' | 'bytes';

/** What differs between two calls of the same build, as far as it can be expected to differ again. */
export interface Noise {
  readonly pointers: readonly string[];
  /** Arrays that have now more and now fewer elements. */
  readonly lengths: ReadonlySet<string>;
  /** Arrays that have the same elements, now in this and now in that order. */
  readonly orders: ReadonlySet<string>;
}

/** How two answers are compared. */
export interface CompareHow {
  readonly level: Level;
  /** Pointers to what is left out, with all below it; a step `*` stands for any member or element. */
  readonly ignore?: readonly string[];
  readonly noise?: Noise | undefined;
  /** What the server named itself in this session, by what it was named in the other: the ids of tasks. */
  readonly names?: ReadonlyMap<string, string>;
}

/** What two answers have not in common. */
export interface AnswerComparison {
  readonly differences: readonly AnswerDifference[];
  /** Values that are others of the same kind, which is no difference. */
  readonly kinds: readonly { readonly pointer: string; readonly kind: FleetingKind }[];
  /** Where the noise was met. */
  readonly noise: readonly string[];
}

/**
 * What differs between the answer that was recorded and the one that is there now, both whole messages. Ids of messages do not
 * count; nothing inside of an answer is left out by its name. Numbers are compared with all their digits, strings by what they
 * mean, elements of arrays by their place; JSON in a text is gone into where both sides have some, and pointers go on into it.
 */
export function compareAnswers(was: string, is: string, how: CompareHow): AnswerComparison {
  return comparison(was, is, how, undefined);
}

/** What differs between two answers of the same build to the same call, and so is noise between any two. */
export function noiseBetween(one: string, other: string, how: CompareHow): Noise {
  const found = { lengths: new Set<string>(), orders: new Set<string>() };
  const { differences } = comparison(one, other, { ...how, noise: undefined }, found);
  const pointers = [...found.orders, ...found.lengths, ...differences.map(({ pointer }) => pointer)];
  return { pointers: [...new Set(pointers)], ...found };
}

/** What is kept while two values are gone through. */
interface Walk {
  readonly how: CompareHow;
  readonly differences: AnswerDifference[];
  readonly kinds: { pointer: string; kind: FleetingKind }[];
  readonly noise: Set<string>;
  readonly isIgnored: (pointer: string) => boolean;
  readonly isNoise: (pointer: string) => boolean;
  readonly renamed: Renaming | undefined;
  /** What is learnt of arrays where the noise is measured. */
  readonly learnt: { readonly lengths: Set<string>; readonly orders: Set<string> } | undefined;
  /** What was met and is no difference, for a text that is compared to the byte. */
  passed: number;
}

function comparison(was: string, is: string, how: CompareHow, learnt: Walk['learnt']): AnswerComparison {
  const walk: Walk = {
    ...{ how, learnt, differences: [], kinds: [], noise: new Set(), passed: 0 },
    isIgnored: coveredBy(how.ignore ?? []),
    isNoise: isNoise(how.noise),
    renamed: how.names?.size ? renaming(how.names) : undefined,
  };
  const [old, now] = [memberText(was, 'error'), memberText(is, 'error')];
  if ((old === undefined) !== (now === undefined)) report(walk, 'status', '/error', old, now);
  else {
    const name = old === undefined ? 'result' : 'error';
    const [before = 'null', after = 'null'] = [memberText(was, name), memberText(is, name)];
    if (how.level !== 'shape') compare(walk, before, after, `/${name}`, 0);
    else if (before !== after) {
      const isLeftOut = (pointer: string) => walk.isIgnored(pointer) || walk.isNoise(pointer);
      const [one, other]: readonly unknown[] = [JSON.parse(before), JSON.parse(after)];
      walk.differences.push(...shapeDifferences(one, other, `/${name}`, isLeftOut));
    }
  }
  return { differences: walk.differences, kinds: walk.kinds, noise: [...walk.noise] };
}

/** Whether what a pointer leads to is noise. That the order or the length of an array is says nothing of what is in it. */
export function isNoise(noise: Noise | undefined): (pointer: string) => boolean {
  if (noise === undefined) return () => false;
  const { pointers, orders, lengths } = noise;
  return coveredBy(pointers.filter((one) => !orders.has(one) && !lengths.has(one)));
}

type Kind = AnswerDifference['kind'];

function report(
  walk: Walk,
  kind: Kind,
  pointer: string,
  was: string | undefined,
  is: string | undefined,
): void {
  if (walk.isIgnored(pointer) || meansNothing(pointer, was, is, walk.how.level)) walk.passed += 1;
  else if (walk.isNoise(pointer)) walk.noise.add(pointer);
  else {
    // What differs in its spelling alone is shown as it is spelled.
    const isSame = was !== undefined && is !== undefined && equal(was, is);
    const shown = (text: string): unknown => (isSame ? new JsonText(text) : exactly(text));
    walk.differences.push({
      ...{ pointer, kind },
      ...(was !== undefined && { was: shown(was) }),
      ...(is !== undefined && { is: shown(is) }),
    });
  }
}

/**
 * Whether what differs means the same to every client: no error said and not said (server/tools#error-handling), the state
 * of a request that only its server reads (client/input-required).
 */
function meansNothing(
  pointer: string,
  was: string | undefined,
  is: string | undefined,
  level: Level,
): boolean {
  if (pointer === '/result/isError' || pointer === '/result/result/isError')
    return level !== 'bytes' && [was, is].every((text) => text === undefined || text === 'false');
  return pointer === '/result/requestState' && [was, is].every((text) => text?.startsWith('"') === true);
}

function compare(walk: Walk, was: string, is: string, pointer: string, depth: number): void {
  if (was === is) return;
  if (walk.isIgnored(pointer)) {
    walk.passed += 1;
    return;
  }
  if (depth > LEVELS_COMPARED) {
    if (walk.how.level === 'bytes' || !equal(was, is)) report(walk, 'value', pointer, was, is);
    return;
  }
  if (isRedacted(was, is, walk.how.level)) {
    walk.passed += 1;
    return;
  }
  const [type, now] = [typeOfText(was), typeOfText(is)];
  const met = metIn(walk);
  if (type !== now) report(walk, 'type', pointer, was, is);
  else if (type === 'object') compareObjects(walk, was, is, pointer, depth);
  else if (type === 'array') compareArrays(walk, was, is, pointer, depth);
  else if (type === 'string') compareStrings(walk, was, is, pointer, depth);
  else if (walk.how.level === 'bytes' || !equal(was, is)) report(walk, 'value', pointer, was, is);
  // To the byte the order of members, white space and the spelling count where nothing inside does.
  if (walk.how.level === 'bytes' && metIn(walk) === met) report(walk, 'value', pointer, was, is);
}

/** What a recording has redacted can have been anything; JSON in a text is gone into, as else. */
const isRedacted = (was: string, is: string, level: Level): boolean =>
  hasHidden(was) &&
  fitsHidden(was, is) &&
  (level === 'bytes' || jsonIn(was) === undefined || jsonIn(is) === undefined);

const metIn = ({ differences, noise, passed }: Walk): number => differences.length + noise.size + passed;

function compareObjects(walk: Walk, was: string, is: string, pointer: string, depth: number): void {
  const [old, now] = [new Map(memberTexts(was)), new Map(memberTexts(is))];
  for (const [name, text] of old) {
    const at = `${pointer}/${pointerStep(name)}`;
    const other = now.get(name);
    if (other === undefined) report(walk, 'missing', at, text, undefined);
    else compare(walk, text, other, at, depth + 1);
  }
  for (const [name, text] of now)
    if (!old.has(name)) report(walk, 'added', `${pointer}/${pointerStep(name)}`, undefined, text);
}

function compareArrays(walk: Walk, was: string, is: string, pointer: string, depth: number): void {
  const [old, now] = [elementTexts(was) ?? [], elementTexts(is) ?? []];
  const { learnt, how } = walk;
  if (learnt !== undefined && old.length === now.length && areShuffled(old, now)) {
    learnt.orders.add(pointer);
    return;
  }
  const isOfAnyLength = how.noise?.lengths.has(pointer) === true;
  if (old.length !== now.length) {
    learnt?.lengths.add(pointer);
    if (isOfAnyLength) walk.noise.add(pointer);
  }
  if (how.noise?.orders.has(pointer)) {
    compareUnordered(walk, old, now, pointer, depth);
    return;
  }
  for (let place = 0; place < Math.max(old.length, now.length); place += 1) {
    const at = `${pointer}/${place}`;
    const [before, after] = [old[place], now[place]];
    if (before !== undefined && after !== undefined) compare(walk, before, after, at, depth + 1);
    else if (!isOfAnyLength && learnt === undefined)
      report(walk, before === undefined ? 'added' : 'missing', at, before, after);
  }
}

const spelled = (text: string): string => canonicalText(text) ?? text;

/** Whether two arrays of one length have the same elements, and not in the same order. */
function areShuffled(old: readonly string[], now: readonly string[]): boolean {
  const [before, after] = [old.map(spelled), now.map(spelled)];
  if (before.every((text, place) => text === after[place])) return false;
  const sorted = [...after].sort();
  return [...before].sort().every((text, place) => text === sorted[place]);
}

/** Elements that both have are found wherever they are; those left over are compared in their order. */
function compareUnordered(
  walk: Walk,
  old: readonly string[],
  now: readonly string[],
  pointer: string,
  depth: number,
): void {
  const places = new Map<string, number[]>();
  for (const [place, text] of now.entries()) {
    const key = spelled(text);
    const known = places.get(key);
    if (known === undefined) places.set(key, [place]);
    else known.push(place);
  }
  const alone = old.flatMap((text, place) =>
    places.get(spelled(text))?.shift() === undefined ? [place] : [],
  );
  const rest = [...places.values()].flat().sort((a, b) => a - b);
  walk.noise.add(pointer);
  for (let nth = 0; nth < Math.max(alone.length, rest.length); nth += 1) {
    const [from, to] = [alone[nth], rest[nth]];
    const [before, after] = [
      from === undefined ? undefined : old[from],
      to === undefined ? undefined : now[to],
    ];
    const at = `${pointer}/${to ?? from}`;
    if (before !== undefined && after !== undefined) compare(walk, before, after, at, depth + 1);
    else report(walk, before === undefined ? 'added' : 'missing', at, before, after);
  }
}

function compareStrings(walk: Walk, was: string, is: string, pointer: string, depth: number): void {
  const { level } = walk.how;
  const [old, now]: readonly string[] = [JSON.parse(was), JSON.parse(is)];
  if (old === undefined || now === undefined) return;
  const isExact = level === 'bytes';
  if (!isExact) {
    if (old === now) return;
    const kind = fleetingKind(old);
    if (kind !== undefined && kind === fleetingKind(now)) {
      if (!walk.isNoise(pointer)) walk.kinds.push({ pointer, kind });
      else walk.noise.add(pointer);
      return;
    }
  }
  const renamed = walk.renamed?.(now, pointer) ?? now;
  if (old === renamed && !(isExact && renamed === now)) {
    walk.passed += 1;
    return;
  }
  const [inside, other] = [jsonIn(was), jsonIn(is)];
  if (inside === undefined || other === undefined) {
    const kinds = isExact || walk.isNoise(pointer) ? [] : kindsBetween(old, renamed);
    if (kinds.length === 0) report(walk, 'value', pointer, was, is);
    else walk.kinds.push(...kinds.map((kind) => ({ pointer, kind })));
  } else compare(walk, inside.trim(), other.trim(), pointer, depth + 1);
}

/** The kinds of what alone differs between two texts: times and UUIDs within them; none where all else is not the same. */
function kindsBetween(was: string, is: string): readonly FleetingKind[] {
  const kinds = kindsWithin(was);
  const now = kindsWithin(is);
  if (kinds.length === 0 || kinds.length !== now.length || kinds.some((kind, nth) => kind !== now[nth]))
    return [];
  const pieces = besidesFleeting(is);
  return besidesFleeting(was).every((piece, nth) => piece === pieces[nth]) ? [...new Set(kinds)] : [];
}
