import { isObject } from '../json/shape.ts';
import type { ListName } from '../spec/methods.ts';
import type { Surface, SurfaceItem } from '../surface/surface.ts';
import type { Client, ClientRule, Limit } from './client.ts';
import { givenName } from './naming.ts';
import { type TraitPlaces, traitsOf } from './schema-traits.ts';

/** A place where a surface goes beyond what a client takes. */
export interface Crossing {
  readonly client: Client;
  readonly rule: ClientRule;
  /** The list of the item, with the item; absent for what is true of the whole server. */
  readonly list?: ListName;
  readonly item?: SurfaceItem;
  /** A JSON pointer into the item, or into the result of the handshake. */
  readonly path: string;
  /** What goes beyond it, to follow a colon: `2,300 characters, 2,048 are taken`. */
  readonly fact: string;
}

/**
 * Every limit of these clients that a surface crosses, item by item in the order of the lists, then what is true of the whole
 * server. What depends on results is not among it.
 *
 * @param server what clients put before the names of its tools
 */
export function crossingsOf(
  clients: readonly Client[],
  surface: Surface,
  server: string,
): readonly Crossing[] {
  const tools = surface.lists.tools ?? [];
  return [
    ...tools.flatMap((tool) => {
      const traits = traitsOf(isObject(tool.raw) ? tool.raw['inputSchema'] : undefined);
      return clients.flatMap((client) => toolCrossings(client, tool, traits, server));
    }),
    ...clients.flatMap((client) => serverCrossings(client, surface, tools.length)),
  ];
}

/** The limits of one client that one tool crosses. */
export const crossingsOfTool = (client: Client, tool: SurfaceItem, server: string): readonly Crossing[] =>
  toolCrossings(client, tool, traitsOf(isObject(tool.raw) ? tool.raw['inputSchema'] : undefined), server);

function toolCrossings(
  client: Client,
  tool: SurfaceItem,
  traits: TraitPlaces,
  server: string,
): readonly Crossing[] {
  return client.rules.flatMap((rule) =>
    toolFacts(client, rule.limit, tool, traits, server).map(
      ([path, fact]): Crossing => ({ client, rule, list: 'tools', item: tool, path, fact }),
    ),
  );
}

/** Where, and what is so there. */
type Fact = readonly [path: string, says: string];

function toolFacts(
  client: Client,
  limit: Limit,
  tool: SurfaceItem,
  traits: TraitPlaces,
  server: string,
): readonly Fact[] {
  const raw = isObject(tool.raw) ? tool.raw : {};
  switch (limit.on) {
    case 'name length': {
      const { length } = givenName(client, server, tool.name);
      const whose = client.naming === undefined ? '' : " with the server's name";
      return length > limit.most
        ? [['/name', `${count(length, 'character')}${whose}, ${number(limit.most)} are taken`]]
        : [];
    }
    case 'name characters':
      return limit.taken.test(tool.name) ? [] : [['/name', limit.says]];
    case 'description length': {
      const { length } = tool.description;
      return length > limit.most
        ? [['/description', `${count(length, 'character')}, ${number(limit.most)} are taken`]]
        : [];
    }
    case 'schema':
      return (traits.get(limit.trait) ?? []).map((at): Fact => [`/inputSchema${at}`, limit.trait]);
    case 'title':
      return tool.title === tool.name ? [['/title', 'there is no title']] : [];
    case 'hints': {
      const given = isObject(raw['annotations']) ? raw['annotations'] : {};
      const missing = limit.explicit.filter((name) => typeof given[name] !== 'boolean');
      const isMet = limit.count === 'any' ? missing.length < limit.explicit.length : missing.length === 0;
      return isMet ? [] : [['/annotations', `${missing.join(', ')} not stated`]];
    }
    case 'instructions length':
    case 'number of tools':
    case 'result':
    case 'app':
      return [];
  }
}

function serverCrossings(client: Client, { instructions = '' }: Surface, tools: number): readonly Crossing[] {
  return client.rules.flatMap((rule): readonly Crossing[] => {
    const { limit } = rule;
    if (limit.on === 'instructions length' && instructions.length > limit.most) {
      const fact = `${count(instructions.length, 'character')}, ${number(limit.most)} are taken`;
      return [{ client, rule, path: '/instructions', fact }];
    }
    if (limit.on === 'number of tools' && tools > limit.most)
      return [{ client, rule, path: '', fact: `${count(tools, 'tool')}, ${number(limit.most)} are taken` }];
    return [];
  });
}

const number = (value: number): string => value.toLocaleString('en-US');
const count = (value: number, noun: string): string => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
