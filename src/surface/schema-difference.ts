import { compileSchema } from '../form/compile.ts';
import { type Path, pointerOf, valueAt } from '../json/path.ts';
import { type Change, GROUPS, type Group, hides, type InnerChange } from './change.ts';
import { normalOf } from './normalize.ts';
import { compareDocuments, type Disparity, refusals } from './schema-refusals.ts';
import { unreadDifference } from './unread-keywords.ts';

/** The schema of what a tool accepts, or of what it returns: an edit that is safe in one may break callers in the other. */
export type SchemaMember = 'inputSchema' | 'outputSchema';

/**
 * What differs in meaning between two schemas of a tool: a schema that accepts the same values in another spelling does not
 * differ. `of` says which schema of the tool it is.
 */
export function schemaDifference(of: SchemaMember, before: unknown, after: unknown): readonly InnerChange[] {
  const [old, now] = [compileSchema(before), compileSchema(after)];
  const comparison = compareDocuments(old, now);
  const [was, is] = [normalOf(old, old.root), normalOf(now, now.root)];
  const merged = new Map<string, InnerChange>();
  const add = (found: Disparity, isForward: boolean): void => {
    const group = groupOf(found, of === 'inputSchema', isForward);
    const path = [
      of,
      ...found.path,
      ...(found.keyword === '' ? [] : [KEYWORDS[found.keyword] ?? found.keyword]),
    ];
    const key = `${pointerOf(path)} ${found.name}`;
    const known = merged.get(key);
    if (known === undefined || rankOf(group) < rankOf(known.group))
      merged.set(key, innerOf(of, path, { before, after }, { ...found, isForward, group }));
  };
  const forward = refusals(comparison, was, is);
  // A new member says itself that it is required, and a removed one that it no longer is.
  const named = new Set(
    forward.flatMap(({ how, name }) => (['gone', 'new', 'needed'].includes(how) ? [name] : [])),
  );
  const isTold = ({ keyword, name }: Disparity) => keyword === 'required' && named.has(name);
  for (const found of forward) if (!isTold(found)) add(found, true);
  for (const found of refusals(comparison.back(), is, was)) if (!isTold(found)) add(found, false);
  return [...merged.values(), ...unreadDifference([of], before, after)];
}

const rankOf = (group: Group): number => GROUPS.indexOf(group);

/** Keywords whose name on the wire differs. */
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
): InnerChange {
  const { how, name, isForward, group, from, to } = found;
  const pointer = standing(path, { [of]: before }, { [of]: after });
  const at = {
    of: of === 'inputSchema' ? 'parameter' : 'output',
    name: name.replace(/^\./, ''),
    keyword: KEYWORDS[found.keyword] ?? found.keyword,
  } as const;
  const [mine, theirs] = isForward ? [from, to] : [to, from];
  // A schema is reported as it was sent, if it stands at that place.
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

/** Keywords that contain schemas; the empty one is a schema itself. */
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

/** Other keywords on the wire that a keyword of the normal form may come from. */
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

/** The pointer, cut where it leads nowhere in both values: the target of a reference is elsewhere. */
function standing(path: Path, before: unknown, after: unknown): string {
  const stands = (pointer: string) => [before, after].some((value) => valueAt(value, pointer) !== undefined);
  let pointer = '';
  for (const [at, step] of path.entries()) {
    // Behind these stands the name of a property, even if it reads like a keyword.
    const isName = at > 0 && (path[at - 1] === 'properties' || path[at - 1] === 'patternProperties');
    const next = [step, ...(isName ? [] : (SPELLINGS.get(step) ?? []))]
      .map((one) => `${pointer}${pointerOf([one])}`)
      .find(stands);
    if (next === undefined) return pointer;
    pointer = next;
  }
  return pointer;
}
