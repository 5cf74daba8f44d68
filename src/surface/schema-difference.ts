import { compileSchema } from '../form/compile.ts';
import { type Path, pointerOf, valueAt } from '../json/path.ts';
import { type Change, type Group, hides, type Inner } from './change.ts';
import { normalOf } from './normalize.ts';
import { compareDocuments, type Disparity, refusals } from './schema-refusals.ts';
import { unreadDifference } from './unread-keywords.ts';

/** The schema of what a tool takes, or of what it gives: the same edit is judged one way here and the other way there. */
export type SchemaMember = 'inputSchema' | 'outputSchema';

/**
 * What differs between two schemas of a tool, by meaning: what both take alike is no difference, however it is written.
 * `of` is where they stand in the tool.
 */
export function schemaDifference(of: SchemaMember, before: unknown, after: unknown): readonly Inner[] {
  const [old, now] = [compileSchema(before), compileSchema(after)];
  const comparison = compareDocuments(old, now);
  const [was, is] = [normalOf(old, old.root), normalOf(now, now.root)];
  const merged = new Map<string, Inner>();
  const add = (found: Disparity, isForward: boolean): void => {
    const group = groupOf(found, of === 'inputSchema', isForward);
    const path = [
      of,
      ...found.path,
      ...(found.keyword === '' ? [] : [KEYWORDS[found.keyword] ?? found.keyword]),
    ];
    const key = `${pointerOf(path)} ${found.name}`;
    const known = merged.get(key);
    if (known === undefined || RANK[group] < RANK[known.group])
      merged.set(key, innerOf(of, path, { before, after }, { ...found, isForward, group }));
  };
  const forward = refusals(comparison, was, is);
  // That a member is required is told with the member that is new, that it is not any more with the one that is gone.
  const named = new Set(
    forward.flatMap(({ how, name }) => (['gone', 'new', 'needed'].includes(how) ? [name] : [])),
  );
  const isTold = ({ keyword, name }: Disparity) => keyword === 'required' && named.has(name);
  for (const found of forward) if (!isTold(found)) add(found, true);
  for (const found of refusals(comparison.back(), is, was)) if (!isTold(found)) add(found, false);
  return [...merged.values(), ...unreadDifference([of], before, after)];
}

const RANK: Readonly<Record<Group, number>> = { breaking: 0, policy: 1, review: 2, safe: 3 };

/** Keywords by another name than the one on the wire. */
const KEYWORDS: Readonly<Record<string, string>> = { formatHint: 'format' };

function groupOf({ how }: Disparity, isInput: boolean, isForward: boolean): Group {
  switch (how) {
    case 'refused':
      return isInput === isForward ? 'breaking' : 'safe';
    case 'unclear':
    case 'text':
      return 'review';
    case 'gone':
      return 'breaking';
    case 'needed':
      return isInput ? 'breaking' : 'safe';
    case 'new':
    case 'order':
      return 'safe';
  }
}

interface Judged extends Disparity {
  readonly isForward: boolean;
  readonly group: Group;
}

function innerOf(
  of: SchemaMember,
  path: Path,
  { before, after }: { before: unknown; after: unknown },
  found: Judged,
): Inner {
  const { how, name, isForward, group, from, to } = found;
  const pointer = standing(path, { [of]: before }, { [of]: after });
  const at = {
    of: of === 'inputSchema' ? 'parameter' : 'output',
    name: name.replace(/^\./, ''),
    keyword: KEYWORDS[found.keyword] ?? found.keyword,
  } as const;
  const [mine, theirs] = isForward ? [from, to] : [to, from];
  // Of a schema what was sent is told, where it stands there.
  const isSent = pointer === pointerOf(path) && AS_SENT.has(found.keyword);
  const sent = (whole: unknown, value: unknown): unknown =>
    isSent ? valueAt({ [of]: whole }, pointer) : found.keyword === 'type' ? alone(value) : value;
  const [was, is] = [sent(before, mine), sent(after, theirs)];
  return {
    path: pointer,
    kind: kindOf(was, is),
    group,
    ...(was === undefined ? {} : { before: was }),
    ...(is === undefined ? {} : { after: is }),
    at,
    ...(how === 'text' && hides(was, is) ? { level: 'error' as const } : {}),
    ...(how === 'unclear' ? { isUnclear: true } : {}),
  };
}

/** Keywords that hold schemas, the empty one is a schema itself. */
const AS_SENT: ReadonlySet<string> = new Set([
  ...['', 'items', 'contains', 'unevaluatedItems'],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'dependentSchemas'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
]);

/** One type without the list around it. */
const alone = (types: unknown): unknown => (Array.isArray(types) && types.length === 1 ? types[0] : types);

const kindOf = (before: unknown, after: unknown): Change['kind'] =>
  before === undefined && after !== undefined
    ? 'added'
    : before !== undefined && after === undefined
      ? 'removed'
      : 'changed';

/** What means the same as a keyword of the normal form, on the wire. */
const SPELLINGS: ReadonlyMap<string | number | undefined, readonly string[]> = new Map([
  ['additionalProperties', ['unevaluatedProperties']],
  ['items', ['additionalItems', 'unevaluatedItems']],
  ['prefixItems', ['items']],
  ['type', ['anyOf', 'oneOf', 'enum', 'const', 'nullable']],
  ['enum', ['const', 'anyOf', 'oneOf', 'type']],
  ['minimum', ['exclusiveMinimum']],
  ['maximum', ['exclusiveMaximum']],
  ['dependentRequired', ['dependencies']],
  ['dependentSchemas', ['dependencies']],
]);

/** The pointer, cut off where it leads nowhere in both values: what is referred to stands elsewhere. */
function standing(path: Path, before: unknown, after: unknown): string {
  const stands = (pointer: string) => [before, after].some((value) => valueAt(value, pointer) !== undefined);
  let pointer = '';
  for (const [at, step] of path.entries()) {
    // What follows these is a name, whatever it is called.
    const isName = at > 0 && (path[at - 1] === 'properties' || path[at - 1] === 'patternProperties');
    const next = [step, ...(isName ? [] : (SPELLINGS.get(step) ?? []))]
      .map((one) => `${pointer}${pointerOf([one])}`)
      .find(stands);
    if (next === undefined) return pointer;
    pointer = next;
  }
  return pointer;
}
