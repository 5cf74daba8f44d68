import { parse } from '../../json/parse.ts';
import { isObject, type JsonObject } from '../../json/shape.ts';
import { LISTS, type ListName, listOf } from '../../spec/methods.ts';
import type { Reaction } from './reactions.ts';

/** What was used of each list that nobody asked for in a recording, as it would be listed. */
export type UsedItems = ReadonlyMap<ListName, readonly JsonObject[]>;

/** The items of a list by what they are asked for with. */
type Found = Map<string, JsonObject>;

/** Lists of which a request does not tell what is in them are not here. */
const MADE: readonly ListName[] = ['tools', 'resources', 'resourceTemplates', 'prompts'];

export function usedIn(all: readonly Reaction[]): UsedItems {
  const listed = new Set(all.map(({ request }) => listOf(request.line.method)));
  const used = new Map<ListName, Found>(MADE.map((list) => [list, new Map()]));
  for (const { request } of all) {
    const params = parse(request.params ?? '');
    if (isObject(params)) use(used, request.line.method, params);
  }
  return new Map(
    MADE.filter((list) => !listed.has(list)).map((list) => [list, [...(used.get(list)?.values() ?? [])]]),
  );
}

function use(used: ReadonlyMap<ListName, Found>, method: string, params: JsonObject): void {
  const { name, uri, ref, argument } = params;
  switch (method) {
    case 'tools/call':
      add(used.get('tools'), name, (before) => toolOf(name, before, 'task' in params));
      break;
    case 'resources/read':
    case 'resources/subscribe':
      add(used.get('resources'), uri, () => ({ uri, name: uri }));
      break;
    case 'prompts/get':
      add(used.get('prompts'), name, (before) => promptOf(name, before, namesIn(params['arguments'])));
      break;
    case 'completion/complete':
      if (isObject(ref)) complete(used, ref, isObject(argument) ? argument['name'] : undefined);
  }
}

/** What is completed is an argument of a prompt, or a part of a template. */
function complete(used: ReadonlyMap<ListName, Found>, { uri, name }: JsonObject, argument: unknown): void {
  add(used.get('resourceTemplates'), uri, () => ({ uriTemplate: uri, name: uri }));
  if (uri === undefined) add(used.get('prompts'), name, (before) => promptOf(name, before, [argument]));
}

function add(found: Found | undefined, key: unknown, made: (before: JsonObject | undefined) => JsonObject) {
  if (typeof key === 'string') found?.set(key, made(found.get(key)));
}

/** A mock does no harm, whatever the server does. */
const toolOf = (name: unknown, before: JsonObject | undefined, isTask: boolean): JsonObject => ({
  ...{ name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  ...((isTask || before?.['execution'] !== undefined) && { execution: { taskSupport: 'optional' } }),
});

const namesIn = (value: unknown): readonly unknown[] => (isObject(value) ? Object.keys(value) : []);

function promptOf(name: unknown, before: JsonObject | undefined, given: readonly unknown[]): JsonObject {
  const known = Array.isArray(before?.['arguments']) ? before['arguments'].map((one) => one.name) : [];
  const names = [...new Set([...known, ...given])].filter((one) => typeof one === 'string');
  return { name, ...(names.length > 0 && { arguments: names.map((one) => ({ name: one })) }) };
}

/** The result of a list of what was used. */
export function usedResult(list: ListName, items: readonly JsonObject[], isModern: boolean): string {
  const kept = isModern && { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  return JSON.stringify({ [list]: items, ...kept });
}

/** Says which lists are made of what was used; nothing where none is. */
export function usedRemarks(used: UsedItems, isServed: (method: string) => boolean): readonly string[] {
  const lists = [...used.keys()].filter(
    (list) => list !== 'resourceTemplates' && (isServed(LISTS[list].method) || used.get(list)?.length),
  );
  if (lists.length === 0) return [];
  return [`no list of ${lists.join(', or of ')} was recorded: what was used in the recording is listed`];
}
