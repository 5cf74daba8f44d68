import type { Path } from '../json/path.ts';
import { same } from '../json/same.ts';
import { isObject, type JsonObject, namesOf } from '../json/shape.ts';
import type { ListName } from '../spec/methods.ts';
import { differing, type Group, type InnerChange } from './change.ts';
import { type SchemaMember, schemaDifference } from './schema-difference.ts';

/** What differs within an item of a list, and who breaks on it. Members that no client reads are ignored. */
export function itemDifference(list: ListName, before: unknown, after: unknown): readonly InnerChange[] {
  if (same(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return differing([], before, after, 'breaking');
  return membersDifference([], before, after, MEMBERS[list]);
}

/** Compares the two values of the member at a path. */
type MemberRule = (path: Path, before: unknown, after: unknown) => readonly InnerChange[];

/** What differs in the members of an object; members without a rule are for review. */
export function membersDifference(
  path: Path,
  before: JsonObject,
  after: JsonObject,
  rules: Readonly<Record<string, MemberRule>>,
): readonly InnerChange[] {
  return namesOf(before, after).flatMap((name) => {
    if (same(before[name], after[name])) return [];
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    return (rule ?? review)([...path, name], before[name], after[name]);
  });
}

const as =
  (group: Group): MemberRule =>
  (path, before, after) =>
    differing(path, before, after, group);

/** What a model or a person reads. */
export const review = as('review');
export const safe = as('safe');
const ignored: MemberRule = () => [];

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Compares the members of an object by these rules; anything else counts as an empty object. */
const members =
  (rules: Readonly<Record<string, MemberRule>>): MemberRule =>
  (path, before, after) =>
    membersDifference(path, objectOf(before), objectOf(after), rules);

/** Readers expect the type that was declared: a different one, or none, breaks them. */
const mimeType: MemberRule = (path, before, after) =>
  differing(path, before, after, before === undefined ? 'safe' : 'breaking');

const schema =
  (of: SchemaMember): MemberRule =>
  (path, before, after) => {
    if (of === 'outputSchema' && after === undefined) return differing(path, before, after, 'breaking');
    if (of === 'outputSchema' && before === undefined) return differing(path, before, after, 'safe');
    return schemaDifference(of, before ?? {}, after ?? {});
  };

/** The defaults of the hints (server/tools, ToolAnnotations). */
const HINTS = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
} as const;
type Hint = keyof typeof HINTS;

/** Compares the hints with their defaults filled in. For a read-only tool, two of them mean nothing. */
const toolAnnotations: MemberRule = (path, before, after) => {
  const [was, is] = [objectOf(before), objectOf(after)];
  const hint = (of: JsonObject, name: Hint): boolean => {
    const said = of[name];
    return typeof said === 'boolean' ? said : HINTS[name];
  };
  const reads = [was, is].some((one) => hint(one, 'readOnlyHint'));
  const told = (Object.keys(HINTS) as Hint[]).flatMap((name) => {
    if (hint(was, name) === hint(is, name)) return [];
    if (reads && (name === 'destructiveHint' || name === 'idempotentHint')) return [];
    const isPromise = name === 'readOnlyHint' && hint(is, name);
    return differing([...path, name], was[name], is[name], isPromise ? 'safe' : 'policy');
  });
  const hints = Object.fromEntries(Object.keys(HINTS).map((name) => [name, ignored]));
  return [...told, ...membersDifference(path, was, is, hints)];
};

/** Whether a tool runs as a task (2025-11-25): `required` rejects plain calls, `forbidden` rejects tasks. */
const taskSupport: MemberRule = (path, before = 'forbidden', after = 'forbidden') => {
  if (before === after) return [];
  if (after === 'required') return differing(path, before, after, 'policy');
  return differing(path, before, after, after === 'forbidden' ? 'breaking' : 'safe');
};

/** Who may use a tool that has a view (MCP Apps): a set. */
const visibility: MemberRule = (path, before, after) => {
  const [was, is] = [before, after].map(
    (value) => new Set<unknown>(Array.isArray(value) ? value : ['model', 'app']),
  );
  if (was === undefined || is === undefined || (was.size === is.size && [...was].every((one) => is.has(one))))
    return [];
  if (was.has('model') === is.has('model')) return differing(path, before, after, 'review');
  return differing(path, before, after, is.has('model') ? 'policy' : 'breaking');
};

/** Members of `_meta` that clients read. All others belong to the server, and may differ in each listing. */
export const isRead = (name: string): boolean =>
  /^(?:ui$|ui\/|anthropic\/|openai\/|io\.modelcontextprotocol\/)/.test(name);

const meta: MemberRule = (path, before, after) => {
  const [was, is] = [before, after].map((value) =>
    Object.fromEntries(Object.entries(objectOf(value)).filter(([name]) => isRead(name))),
  );
  return membersDifference(path, was ?? {}, is ?? {}, { ui: members({ visibility }) });
};

/** The arguments of a prompt, by name: their order means nothing. */
const promptArguments: MemberRule = (path, before, after) => {
  const [was, is] = [named(before), named(after)];
  const gone = [...was].flatMap(([name, { place, raw }]): readonly InnerChange[] =>
    is.has(name) ? [] : told(name, differing([...path, place], raw, undefined, 'breaking')),
  );
  const rest = [...is].flatMap(([name, { place, raw }]) => {
    const old = was.get(name)?.raw;
    if (old === undefined)
      return told(
        name,
        differing([...path, place], undefined, raw, raw['required'] === true ? 'breaking' : 'safe'),
      );
    return told(name, membersDifference([...path, place], old, raw, { required, name: ignored }));
  });
  return [...gone, ...rest];
};

const required: MemberRule = (path, before = false, after = false) =>
  before === after ? [] : differing(path, before, after, after === true ? 'breaking' : 'safe');

const told = (name: string, found: readonly InnerChange[]): readonly InnerChange[] =>
  found.map((one) => ({
    ...one,
    at: { of: 'argument', name, keyword: one.path.split('/')[3] ?? '' },
  }));

function named(value: unknown): ReadonlyMap<string, { readonly place: number; readonly raw: JsonObject }> {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return new Map(
    items.flatMap((raw, place) =>
      isObject(raw) && typeof raw['name'] === 'string' ? [[raw['name'], { place, raw }] as const] : [],
    ),
  );
}

const common: Readonly<Record<string, MemberRule>> = { icons: safe, _meta: meta };
/** `size` and `lastModified` describe the content, not what is offered. */
const content: Readonly<Record<string, MemberRule>> = {
  ...common,
  mimeType,
  size: ignored,
  annotations: members({ lastModified: ignored }),
};

const MEMBERS: Readonly<Record<ListName, Readonly<Record<string, MemberRule>>>> = {
  tools: {
    ...common,
    inputSchema: schema('inputSchema'),
    outputSchema: schema('outputSchema'),
    annotations: toolAnnotations,
    execution: members({ taskSupport }),
  },
  resources: content,
  resourceTemplates: content,
  prompts: { ...common, arguments: promptArguments },
  // Agents act on all of it: even a digest stands for a text that they follow.
  skills: {},
};
