import type { Path } from '../json/path.ts';
import { same } from '../json/same.ts';
import { isObject, type JsonObject, namesOf } from '../json/shape.ts';
import type { ListName } from '../spec/methods.ts';
import { differing, type Group, type Inner } from './change.ts';
import { type SchemaMember, schemaDifference } from './schema-difference.ts';

/** What differs within an item of a list, by who breaks on it. What only nobody reads differently is no difference. */
export function itemDifference(list: ListName, before: unknown, after: unknown): readonly Inner[] {
  if (same(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return differing([], before, after, 'breaking');
  return membersDifference([], before, after, MEMBERS[list]);
}

/** How a member is compared: both its values, where it is. */
type MemberRule = (path: Path, before: unknown, after: unknown) => readonly Inner[];

/** What differs in the members of an object, those without a rule of their own for review. */
export function membersDifference(
  path: Path,
  before: JsonObject,
  after: JsonObject,
  rules: Readonly<Record<string, MemberRule>>,
): readonly Inner[] {
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

/** The rules of an object's members, where it is no object as well. */
const members =
  (rules: Readonly<Record<string, MemberRule>>): MemberRule =>
  (path, before, after) =>
    membersDifference(path, objectOf(before), objectOf(after), rules);

/** Readers are made for what is sent: another type, or none any more, breaks them. */
const mimeType: MemberRule = (path, before, after) =>
  differing(path, before, after, before === undefined ? 'safe' : 'breaking');

const schema =
  (of: SchemaMember): MemberRule =>
  (path, before, after) => {
    if (of === 'outputSchema' && after === undefined) return differing(path, before, after, 'breaking');
    if (of === 'outputSchema' && before === undefined) return differing(path, before, after, 'safe');
    return schemaDifference(of, before ?? {}, after ?? {});
  };

/** What a tool does when it does not say so (server/tools, ToolAnnotations). */
const HINTS = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
} as const;
type Hint = keyof typeof HINTS;

/** What tools may do, the defaults filled in. To a tool that only reads two of the hints mean nothing. */
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

/** Whether a tool runs as a task (2025-11-25): a plain call is refused where it must, a task where it cannot. */
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

/** Members of `_meta` that clients read; what else is there is its server's own, and may be another at each listing. */
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
  const gone = [...was].flatMap(([name, { place, raw }]): readonly Inner[] =>
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

const told = (name: string, found: readonly Inner[]): readonly Inner[] =>
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
/** When and how large is what is read, not what is offered. */
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
};
