import { type Run, sequenceDiff } from '../text/sequence-diff.ts';
import { holdsJson } from './inner.ts';
import { LEVELS_COMPARED } from './parse.ts';
import { elementTexts, memberTexts } from './parts.ts';
import { pointerOf } from './path.ts';
import { createReader } from './reader.ts';

/** One difference between two JSON texts; `path` is a JSON pointer, texts of values are exact. */
export type Difference =
  | { readonly kind: 'added' | 'removed'; readonly path: string; readonly text: string }
  | { readonly kind: 'changed'; readonly path: string; readonly before: string; readonly after: string }
  /** A string whose text has changed in some of its lines. */
  | { readonly kind: 'lines'; readonly path: string; readonly runs: readonly Run<string>[] }
  /** A string that holds JSON, in which something has changed; the paths are those inside of it. */
  | { readonly kind: 'inside'; readonly path: string; readonly differences: readonly Difference[] }
  /** The members that both have are in another order. */
  | {
      readonly kind: 'order';
      readonly path: string;
      readonly before: readonly string[];
      readonly after: readonly string[];
    };

/**
 * What differs between two JSON texts. Values are compared as they are written: numbers by their
 * digits, since `1.0` and `9007199254740993` say more than a number can hold; strings by what they mean; white
 * space does not count. Both must be valid JSON.
 */
export const jsonDiff = (before: string, after: string): readonly Difference[] =>
  differences(before.trim(), after.trim(), [], '');

type Steps = readonly (string | number)[];

/** `base` is the depth that was gone through in strings around. */
function differences(before: string, after: string, path: Steps, inside: string): readonly Difference[] {
  if (before === after) return [];
  const changed: readonly Difference[] = [{ kind: 'changed', path: pointerOf(path), before, after }];
  if (path.length + inside.length > LEVELS_COMPARED)
    return canonical(before) === canonical(after) ? [] : changed;
  const [members, others] = [memberTexts(before), memberTexts(after)];
  if (members !== undefined && others !== undefined) return inObjects(members, others, path, inside);
  const [elements, rest] = [elementTexts(before), elementTexts(after)];
  if (elements !== undefined && rest !== undefined) return inArrays(elements, rest, path, inside);
  if (before.startsWith('"') && after.startsWith('"')) return inStrings(before, after, path, inside);
  return changed;
}

type Members = readonly (readonly [name: string, text: string])[];

function inObjects(before: Members, after: Members, path: Steps, inside: string): readonly Difference[] {
  const old = named(before);
  const now = named(after);
  const both = [...now.keys()].filter((key) => old.has(key));
  const found: Difference[] = [];
  for (const [key, [name, text]] of old) {
    if (!now.has(key)) found.push({ kind: 'removed', path: pointerOf([...path, name]), text });
  }
  for (const [key, [name, text]] of now) {
    const other = old.get(key);
    if (other === undefined) found.push({ kind: 'added', path: pointerOf([...path, name]), text });
    else found.push(...differences(other[1], text, [...path, name], inside));
  }
  const kept = [...old.keys()].filter((key) => now.has(key));
  if (kept.some((key, place) => key !== both[place])) {
    const names = (keys: readonly string[], all: typeof now) => keys.map((key) => all.get(key)?.[0] ?? '');
    found.push({ kind: 'order', path: pointerOf(path), before: names(kept, old), after: names(both, now) });
  }
  return found;
}

/** Members by name; a repeated name gets a key of its own. */
function named(members: Members): ReadonlyMap<string, readonly [string, string]> {
  const all = new Map<string, readonly [string, string]>();
  for (const member of members) {
    let key = member[0];
    while (all.has(key)) key = `${key}\0`;
    all.set(key, member);
  }
  return all;
}

/** Elements are found again wherever they moved; a new element in the position of a removed one counts as changed. */
function inArrays(
  before: readonly string[],
  after: readonly string[],
  path: Steps,
  inside: string,
): readonly Difference[] {
  const found: Difference[] = [];
  let from = 0;
  let to = 0;
  let removed = 0;
  const drop = (): void => {
    for (; removed > 0; removed -= 1) {
      const place = from - removed;
      found.push({ kind: 'removed', path: pointerOf([...path, place]), text: before[place] ?? '' });
    }
  };
  for (const { kind, items } of sequenceDiff(before.map(canonical), after.map(canonical))) {
    if (kind === 'removed') {
      drop();
      removed = items.length;
      from += items.length;
      continue;
    }
    for (const _ of kind === 'added' ? items : []) {
      const text = after[to] ?? '';
      if (removed === 0) found.push({ kind: 'added', path: pointerOf([...path, to]), text });
      else found.push(...differences(before[from - removed] ?? '', text, [...path, to], inside));
      removed = Math.max(0, removed - 1);
      to += 1;
    }
    drop();
    if (kind !== 'same') continue;
    from += items.length;
    to += items.length;
  }
  drop();
  return found;
}

function inStrings(before: string, after: string, path: Steps, inside: string): readonly Difference[] {
  const [old, now]: readonly string[] = [JSON.parse(before), JSON.parse(after)];
  if (old === undefined || now === undefined || old === now) return [];
  const at = pointerOf(path);
  if (holdsJson(old) && holdsJson(now)) {
    const found = differences(old.trim(), now.trim(), [], `${inside}${'/'.repeat(path.length + 1)}`);
    // If nothing is found, only the spelling differs, which is the difference.
    if (found.length > 0) return [{ kind: 'inside', path: at, differences: found }];
  }
  if (!/[\r\n]/.test(old) && !/[\r\n]/.test(now)) return [{ kind: 'changed', path: at, before, after }];
  return [{ kind: 'lines', path: at, runs: sequenceDiff(old.split(/\r\n|\r|\n/), now.split(/\r\n|\r|\n/)) }];
}

/** A value without white space between its tokens, and each string in one spelling. */
function canonical(text: string): string {
  const reader = createReader(text);
  let written = '';
  for (;;) {
    const event = reader.next();
    if (event === 'end' || event === 'error') return written;
    if (event !== 'close' && reader.keyStart !== -1)
      written += `${spelled(text.slice(reader.keyStart, reader.keyEnd))}:`;
    const token = text.slice(reader.start, reader.end);
    written += event === 'value' && reader.kind === 'string' ? spelled(token) : token;
    written += ',';
  }
}

const spelled = (string: string): string =>
  string.includes('\\') ? JSON.stringify(JSON.parse(string)) : string;
