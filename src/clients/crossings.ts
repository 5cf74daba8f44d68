import { isObject, type JsonObject } from '../json/shape.ts';
import type { ListName } from '../spec/methods.ts';
import type { Surface, SurfaceItem } from '../surface/surface.ts';
import { thousands } from '../text/measure.ts';
import { type Client, type ClientRule, type Limit, type SchemaTrait, TREATMENTS } from './client.ts';
import { mixedActions } from './mixed-actions.ts';
import { type GivenName, longestName, namesBy } from './naming.ts';
import { type TraitPlaces, traitPointer, traitsOf } from './schema-traits.ts';

/** A place where a surface goes beyond what a client takes. */
export interface Crossing {
  readonly client: Client;
  readonly rule: ClientRule;
  /** The list of the item, with the item; absent for what is true of the whole server. */
  readonly list?: ListName;
  readonly item?: SurfaceItem;
  /** A JSON pointer into the item, or into the result of the handshake: the first place of several. */
  readonly path: string;
  /** At how many places of the item it is so. */
  readonly places: number;
  /** What goes beyond it, to follow a colon: `2,300 characters, 2,048 reach the model`, `an array without items`. */
  readonly fact: string;
  /** What the client calls the tool, where that is what the crossing is about. */
  readonly given?: string;
  /** The number of the item in its list, where that is known; it is told of one that has no name. */
  readonly number?: number;
  /** How long the tool's own name may be, where it is too long; below 1 where the server's alone is. */
  readonly fits?: number;
  /** The schema is a union whose branches have the properties, so that these belong into one object. */
  readonly isUnion?: true;
}

/**
 * Every limit of these clients that a surface crosses, item by item in the order of the lists, the worst of each first, then what
 * is true of the whole server. What depends on results is not among it. Of rules with one id the first that is crossed counts.
 *
 * @param server what clients put before the names of its tools
 */
export function crossingsOf(
  clients: readonly Client[],
  surface: Surface,
  server: string,
): readonly Crossing[] {
  const found: Crossing[] = [];
  const asked = clients.map((client) => askedOf(client, server));
  for (const [at, tool] of (surface.lists.tools ?? []).entries()) {
    const traits = traitsOf(schemaOf(tool));
    const own: Crossing[] = [];
    for (const one of asked) addToolCrossings(own, one, tool, traits, at + 1);
    if (own.length > 0) found.push(...own.sort(byEffect));
  }
  for (const client of clients) found.push(...serverCrossings(client, surface));
  return found;
}

/** The limits of one client that one tool crosses. */
export function crossingsOfTool(client: Client, tool: SurfaceItem, server: string): readonly Crossing[] {
  const found: Crossing[] = [];
  addToolCrossings(found, askedOf(client, server), tool, traitsOf(schemaOf(tool)));
  return found;
}

/** What breaks comes before what is left out, and that before what is cut. */
const byEffect = (one: Crossing, other: Crossing): number =>
  TREATMENTS.indexOf(one.rule.effect) - TREATMENTS.indexOf(other.rule.effect);

const schemaOf = ({ raw }: SurfaceItem): unknown => (isObject(raw) ? raw['inputSchema'] : undefined);

/** A client, and what it makes of the names of a server's tools. */
interface Asked {
  readonly client: Client;
  readonly server: string;
  readonly nameOf: (tool: string) => GivenName;
  /** How long what it puts before them is. */
  readonly before: number;
}

function askedOf(client: Client, server: string): Asked {
  const nameOf = namesBy(client, server);
  return { client, server, nameOf, before: nameOf('').length };
}

function addToolCrossings(
  found: Crossing[],
  asked: Asked,
  tool: SurfaceItem,
  traits: TraitPlaces,
  number?: number,
): void {
  const { client } = asked;
  const first = found.length;
  for (const rule of client.rules) {
    const crossing = toolFact(asked, rule.limit, tool, traits);
    if (crossing === undefined || found.slice(first).some(({ rule: { id } }) => id === rule.id)) continue;
    const place = number === undefined ? undefined : { number };
    found.push({ client, rule, list: 'tools', item: tool, places: 1, ...place, ...crossing });
  }
}

type Fact = Pick<Crossing, 'path' | 'fact'> &
  Partial<Pick<Crossing, 'places' | 'given' | 'fits' | 'isUnion'>>;

function toolFact(asked: Asked, limit: Limit, tool: SurfaceItem, traits: TraitPlaces): Fact | undefined {
  switch (limit.on) {
    case 'name length':
      return nameFact(asked, limit.most, tool.name);
    case 'name characters':
      // One without a name cannot be called, which is said elsewhere.
      if (tool.name === '' || limit.taken.test(tool.name)) return undefined;
      return { path: '/name', fact: limit.says, given: asked.nameOf(tool.name).name };
    case 'description length': {
      const { length } = tool.description;
      if (length <= limit.most) return undefined;
      return {
        path: '/description',
        fact: `${characters(length)}, ${thousands(limit.most)} reach the model`,
      };
    }
    case 'description words': {
      const [phrase] = limit.unwanted.exec(tool.description) ?? [];
      return phrase === undefined ? undefined : { path: '/description', fact: `“${phrase}”` };
    }
    case 'schema': {
      const place = traits.get(limit.trait);
      if (place === undefined) return undefined;
      const pointer = traitPointer(place);
      const union =
        limit.trait === 'object without properties' && traits.has('root union')
          ? { isUnion: true as const }
          : {};
      const fact = traitWords(limit.trait, pointer);
      return { path: `/inputSchema${pointer}`, fact, places: place.count, ...union };
    }
    case 'mixed actions': {
      const mixed = mixedActions(schemaOf(tool));
      if (mixed === undefined) return undefined;
      const [name, reads, writes] = mixed;
      const path = `/inputSchema/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return { path, fact: `its ${name} is ${reads} as well as ${writes}` };
    }
    case 'title':
      return hasTitle(tool) ? undefined : { path: '/title', fact: 'there is none' };
    case 'hints': {
      const given = membersOf(tool, 'annotations');
      const missing = limit.explicit.filter((name) => typeof given[name] !== 'boolean');
      const isMet = limit.count === 'any' ? missing.length < limit.explicit.length : missing.length === 0;
      return isMet ? undefined : { path: '/annotations', fact: listed(missing, 'or') };
    }
    case 'app': {
      const ui = membersOf(tool, '_meta')['ui'];
      return isObject(ui) && typeof ui['resourceUri'] === 'string'
        ? { path: '/_meta/ui/resourceUri', fact: 'the tool has one' }
        : undefined;
    }
    case 'instructions length':
    case 'number of tools':
    case 'descriptions length':
    case 'shared name':
      return undefined;
  }
}

function traitWords(trait: SchemaTrait, path: string): string {
  switch (trait) {
    case 'root union':
      return `${path.slice(path.lastIndexOf('/') + 1)} at the root`;
    case 'root is not an object':
      return 'no "type": "object" at the root';
    case 'array without items':
      return 'an array without items';
    case 'object without properties':
      return 'an object without properties at the root';
    case 'lookaround':
      return 'a pattern with lookaround';
    case 'list of types':
      return 'a list of types';
    case 'additionalProperties':
      return 'additionalProperties';
    case 'union in items':
      return 'anyOf or oneOf as items';
    case 'optional parameter':
      return 'a parameter that is not required';
    case 'open object':
      return 'an object without "additionalProperties": false';
  }
}

function nameFact({ client, server, nameOf, before }: Asked, most: number, tool: string): Fact | undefined {
  const length = before + tool.length;
  if (length <= most) return undefined;
  const whose = client.naming === undefined || client.naming.prefix === '' ? '' : " with the server's name";
  const fact = `${characters(length)}${whose}, ${thousands(most)} are taken`;
  return { path: '/name', fact, given: nameOf(tool).name, fits: longestName([client], server) };
}

/** A title of its own, or in its annotations. */
function hasTitle({ raw }: SurfaceItem): boolean {
  if (!isObject(raw)) return false;
  const annotations = raw['annotations'];
  return [raw['title'], isObject(annotations) ? annotations['title'] : undefined].some(
    (title) => typeof title === 'string' && title.trim() !== '',
  );
}

function membersOf({ raw }: SurfaceItem, name: string): JsonObject {
  const found = isObject(raw) ? raw[name] : undefined;
  return isObject(found) ? found : {};
}

/** The limits of one client that a server as a whole crosses: by its instructions, by the number of its tools. */
export function serverCrossings(client: Client, surface: Surface): readonly Crossing[] {
  return client.rules.flatMap((rule): readonly Crossing[] => {
    const fact = serverFact(rule.limit, surface);
    return fact === undefined ? [] : [{ client, rule, places: 1, ...fact }];
  });
}

function serverFact(limit: Limit, { instructions = '', lists: { tools = [] } }: Surface): Fact | undefined {
  switch (limit.on) {
    case 'instructions length': {
      const { length } = instructions;
      if (length <= limit.most) return undefined;
      return {
        path: '/instructions',
        fact: `${characters(length)}, ${thousands(limit.most)} reach the model`,
      };
    }
    case 'number of tools':
      if (tools.length <= limit.most) return undefined;
      return { path: '', fact: `this server offers ${thousands(tools.length)}` };
    case 'descriptions length': {
      const sum = tools.reduce((length, { description }) => length + description.length, 0);
      return sum <= limit.most
        ? undefined
        : { path: '', fact: `those of this server have ${thousands(sum)}` };
    }
    case 'name length':
    case 'name characters':
    case 'description length':
    case 'description words':
    case 'schema':
    case 'mixed actions':
    case 'hints':
    case 'title':
    case 'app':
    case 'shared name':
      return undefined;
  }
}

/** `a`, `a or b`, `a, b or c`. */
export const listed = (names: readonly string[], link: 'and' | 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${link} ${names.at(-1)}`;

const characters = (count: number): string => `${thousands(count)} character${count === 1 ? '' : 's'}`;
