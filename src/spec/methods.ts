import { isObject, type JsonObject, typeName } from '../json/shape.ts';
import type { Direction } from './envelope.ts';
import {
  LEGACY,
  MODERN,
  MODERN_VERSION,
  type Revision,
  type RevisionSpan,
  spans,
  WITH_TASKS,
} from './revision.ts';

/** The extension that serves instructions for agents as resources (ext-skills, SEP-2640). */
const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';

/** The things that a server can list. */
export const LISTS = {
  tools: { method: 'tools/list', use: 'tools/call', key: 'name', noun: 'tool' },
  resources: { method: 'resources/list', use: 'resources/read', key: 'uri', noun: 'resource' },
  resourceTemplates: {
    method: 'resources/templates/list',
    use: 'resources/read',
    key: 'uriTemplate',
    noun: 'template',
  },
  prompts: { method: 'prompts/list', use: 'prompts/get', key: 'name', noun: 'prompt' },
  // Each by the URI of its SKILL.md.
  skills: { method: 'skills/list', use: 'resources/read', key: 'uri', noun: 'skill' },
} as const satisfies Readonly<Record<string, ListFacts>>;

interface ListFacts {
  /** The method that asks for it, page after page. */
  readonly method: string;
  /** The method that uses one of its items. */
  readonly use: string;
  /** The member by which an item is asked for. */
  readonly key: string;
  /** What one of its items is called. */
  readonly noun: string;
}

/** A list, as its result names it. */
export type ListName = keyof typeof LISTS;

/** The lists, in the order in which they are shown. */
export const LIST_NAMES = Object.keys(LISTS) as readonly ListName[];

/** A method that uses an item of a list: calls a tool, reads a resource, gets a prompt. */
export type UseMethod = (typeof LISTS)[ListName]['use'];

/** What the specification says of one method, and what follows from that for a client. */
export interface Method {
  readonly kind: 'request' | 'notification';
  /** The revisions in which the client may send it, and the server; a side that is not named never may. */
  readonly from: Readonly<Partial<Record<Direction, RevisionSpan>>>;
  /**
   * The capability without which it may not be sent, e.g. `tools.listChanged`: announced by the side that is asked, or
   * that sends the notification (basic/lifecycle#capability-negotiation). An extension is named by its id.
   */
  readonly needs?: string;
  /** An extension has it, whether or not the revision does. */
  readonly extension?: true;
  /** The parameter that names its subject: a tool, a prompt, a URI, a task. */
  readonly subject?: string;
  /** It takes arguments by their names, in `arguments`. */
  readonly takesArguments?: true;
  /** The parameters that tell what it is about, where that is not its subject alone. */
  readonly about?: readonly string[];
  /**
   * What comes of making it twice: `harmless`, nothing was changed the first time either; `same`, what the second
   * changes the first had changed already.
   */
  readonly twice?: 'harmless' | 'same';
  /** It opens a connection. */
  readonly opens?: true;
  /** Its result may be kept for a while (basic/caching, 2026-07-28). */
  readonly cacheable?: true;
  /** Its result may ask for input first (client/input-required, 2026-07-28). */
  readonly takesInput?: true;
  /** Since 2026-07-28 the server asks it within such a result. */
  readonly isInput?: true;
  /** A person answers it. */
  readonly asksPerson?: true;
  /** The server may send it before it has answered `initialize` (basic/lifecycle#initialization). */
  readonly anyTime?: true;
  /** The lists that it says have changed. */
  readonly changes?: readonly ListName[];
  /** Since 2026-07-28 it comes on a subscription only (basic/subscriptions). */
  readonly subscribed?: true;
  /** The member of the filter of `subscriptions/listen` that asks for it. */
  readonly filter?: string;
  /** It reports the state of a task. */
  readonly reportsTask?: true;
  /** It stays open until one side ends it: no result is due. */
  readonly staysOpen?: true;
}

const byClient = (span: RevisionSpan = {}): Method['from'] => ({ c2s: span });
const byServer = (span: RevisionSpan = {}): Method['from'] => ({ s2c: span });
const byBoth = (span: RevisionSpan = {}): Method['from'] => ({ c2s: span, s2c: span });

const request = (from: Method['from'], facts: Omit<Method, 'kind' | 'from'> = {}) =>
  ({ kind: 'request', from, ...facts }) as const satisfies Method;
const notification = (from: Method['from'], facts: Omit<Method, 'kind' | 'from'> = {}) =>
  ({ kind: 'notification', from, ...facts }) as const satisfies Method;

const listing = (needs: string) => request(byClient(), { needs, twice: 'harmless', cacheable: true });
const changed = (needs: string, changes: readonly ListName[]) =>
  notification(byServer(), {
    ...{ needs: `${needs}.listChanged`, changes, subscribed: true, filter: `${needs}ListChanged` },
  });
const subscribing = request(byClient(LEGACY), {
  needs: 'resources.subscribe',
  subject: 'uri',
  twice: 'same',
});
const ofTask = { needs: 'tasks', subject: 'taskId', twice: 'same' } as const;
const taskReport = { about: ['taskId', 'status', 'statusMessage'], reportsTask: true } as const;

/** Every method, by name: a row states everything that is known about one. */
export const METHODS = {
  initialize: request(byClient(LEGACY), { opens: true, twice: 'same', about: ['protocolVersion'] }),
  'notifications/initialized': notification(byClient(LEGACY)),
  'server/discover': request(byClient(MODERN), { opens: true, twice: 'same', cacheable: true }),
  ping: request(byBoth(LEGACY), { twice: 'harmless', anyTime: true }),

  'notifications/cancelled': notification(byBoth(), { about: ['requestId', 'reason'], anyTime: true }),
  'notifications/progress': notification(
    { c2s: LEGACY, s2c: {} },
    { about: ['progress', 'total', 'message'], anyTime: true },
  ),

  'tools/list': listing('tools'),
  'tools/call': request(byClient(), {
    ...{ needs: 'tools', subject: 'name', takesArguments: true, takesInput: true },
  }),
  'notifications/tools/list_changed': changed('tools', ['tools']),

  'resources/list': listing('resources'),
  'resources/templates/list': listing('resources'),
  'resources/read': request(byClient(), {
    ...{ needs: 'resources', subject: 'uri', twice: 'harmless', cacheable: true, takesInput: true },
  }),
  'resources/subscribe': subscribing,
  'resources/unsubscribe': subscribing,
  'notifications/resources/updated': notification(byServer(), {
    ...{ needs: 'resources.subscribe', about: ['uri'], subscribed: true },
  }),
  'notifications/resources/list_changed': changed('resources', ['resources', 'resourceTemplates']),

  'prompts/list': listing('prompts'),
  'prompts/get': request(byClient(), {
    ...{ needs: 'prompts', subject: 'name', takesArguments: true, twice: 'harmless', takesInput: true },
  }),
  'notifications/prompts/list_changed': changed('prompts', ['prompts']),

  'skills/list': request(byClient(), {
    ...{ needs: SKILLS_EXTENSION, extension: true, twice: 'harmless', cacheable: true },
  }),
  'skills/get': request(byClient(), {
    ...{ needs: SKILLS_EXTENSION, extension: true, subject: 'uri', twice: 'harmless', cacheable: true },
  }),

  'completion/complete': request(byClient(), {
    ...{ needs: 'completions', about: ['ref', 'argument'], twice: 'harmless' },
  }),
  'logging/setLevel': request(byClient(LEGACY), { needs: 'logging', about: ['level'], twice: 'same' }),
  'notifications/message': notification(byServer(), {
    ...{ needs: 'logging', about: ['level', 'logger', 'data'], anyTime: true },
  }),

  'roots/list': request(byServer(LEGACY), { needs: 'roots', isInput: true }),
  'notifications/roots/list_changed': notification(byClient(LEGACY), { needs: 'roots.listChanged' }),
  'sampling/createMessage': request(byServer(LEGACY), { needs: 'sampling', isInput: true, asksPerson: true }),
  'elicitation/create': request(byServer({ since: '2025-06-18', ...LEGACY }), {
    ...{ needs: 'elicitation', about: ['message'], isInput: true, asksPerson: true },
  }),
  'notifications/elicitation/complete': notification(byServer(WITH_TASKS)),

  'tasks/list': request(byBoth(WITH_TASKS), { needs: 'tasks', twice: 'same' }),
  'tasks/get': request(byBoth(WITH_TASKS), { ...ofTask, extension: true }),
  'tasks/cancel': request(byBoth(WITH_TASKS), { ...ofTask, extension: true }),
  'tasks/result': request(byBoth(WITH_TASKS), ofTask),
  'tasks/update': request(byClient(MODERN), { needs: 'tasks', subject: 'taskId', extension: true }),
  'notifications/tasks/status': notification(byBoth(WITH_TASKS), taskReport),
  'notifications/tasks': notification(byServer(MODERN), { ...taskReport, extension: true }),

  'subscriptions/listen': request(byClient(MODERN), { twice: 'same', staysOpen: true }),
  'notifications/subscriptions/acknowledged': notification(byServer(MODERN), { subscribed: true }),
} as const satisfies Readonly<Record<string, Method>>;

/** A method of the table. */
export type MethodName = keyof typeof METHODS;

/** What is known about a method, in any revision; undefined where no revision has it. */
export function methodNamed(name: string): Method | undefined {
  return Object.hasOwn(METHODS, name) ? METHODS[name as MethodName] : undefined;
}

/** Whether a method takes arguments by their names: it calls a tool or gets a prompt. */
export const takesArguments = (method: string): boolean => methodNamed(method)?.takesArguments === true;

/** The capability that a method relies on, without what has to be in it: `resources` of `resources.subscribe`. */
export function capabilityOf(method: string): string | undefined {
  const needs = methodNamed(method)?.needs;
  const dot = needs === undefined || needs.includes('/') ? -1 : needs.indexOf('.');
  return dot < 0 ? needs : needs?.slice(0, dot);
}

/** The server capability that a request of the client relies on. */
export function serverCapabilityOf(method: string): string | undefined {
  const { kind, from } = methodNamed(method) ?? {};
  return kind === 'request' && from?.c2s !== undefined ? capabilityOf(method) : undefined;
}

/** Whether a server announced a capability, or an extension by its id. */
export function announces(
  server: Readonly<Record<string, unknown>> | undefined,
  capability: string | undefined,
): boolean {
  if (server === undefined || capability === undefined) return false;
  const { extensions } = server;
  return capability in server || (isObject(extensions) && capability in extensions);
}

/** Whether either side may send it in a revision; the extension counts with the modern one. */
export function isInRevision({ from, extension }: Method, revision: Revision): boolean {
  if (extension && revision === MODERN_VERSION) return true;
  return [from.c2s, from.s2c].some((span) => span !== undefined && spans(span, revision));
}

/** Which list a method asks for; undefined for any other method. */
export const listOf = (method: string): ListName | undefined =>
  LIST_NAMES.find((list) => LISTS[list].method === method);

/** What the items of a list are called: `tools`, `templates`. */
export const pluralOf = (list: ListName): string => `${LISTS[list].noun}s`;

/** What is wrong with a result that holds no list where one must be, as a sentence without its full stop. */
export function listFault(list: ListName, result: unknown): string | undefined {
  const given = isObject(result) ? result[list] : undefined;
  if (Array.isArray(given)) return undefined;
  const found = given === undefined ? 'missing' : typeName(given);
  return `${list} is ${found}; it must be an array`;
}

const USES: ReadonlySet<string> = new Set(LIST_NAMES.map((list) => LISTS[list].use));

/** Whether a method calls a tool, reads a resource or gets a prompt: a person asks for that as a rule, and it may take its time. */
export const isUse = (method: string): method is UseMethod => USES.has(method);

/** Whether a request opens a connection: one does in each era. */
export const opensConnection = (method: string | undefined): boolean =>
  methodNamed(method ?? '')?.opens === true;

/**
 * Whether a result says anything that a discovery says. Some legacy servers answer requests that they do not know with
 * an empty result.
 */
export const isDiscovery = (result: unknown): result is JsonObject =>
  isObject(result) && (Array.isArray(result['supportedVersions']) || isObject(result['capabilities']));

/** Whether a person answers a request of the server. */
export const asksPerson = (method: string | undefined): boolean =>
  methodNamed(method ?? '')?.asksPerson === true;

/** The list changes that `subscriptions/listen` may ask for: the member of its filter, and the capability it needs. */
export const LIST_CHANGES: readonly { readonly filter: string; readonly needs: string }[] =
  Object.values<Method>(METHODS).flatMap(({ filter, needs }) =>
    filter === undefined || needs === undefined ? [] : [{ filter, needs }],
  );

const familyOf = (name: string): string => name.slice(0, name.indexOf('/') + 1);

/** The beginnings of methods that only the client sends: `tools/`. */
const CLIENT_FAMILIES: ReadonlySet<string> = (() => {
  const both = new Set<string>(['', 'notifications/']);
  const rows = Object.entries<Method>(METHODS);
  for (const [name, { from }] of rows) if (from.s2c !== undefined) both.add(familyOf(name));
  return new Set(rows.map(([name]) => familyOf(name)).filter((family) => !both.has(family)));
})();

/** Whether only the client sends a method; of those that no revision has, `tools/…` and the like count as well. */
export function isClientOnly(name: string): boolean {
  const method = methodNamed(name);
  return method === undefined ? CLIENT_FAMILIES.has(familyOf(name)) : method.from.s2c === undefined;
}
