import { brief } from '../../json/brief.ts';
import { isObject, typeName } from '../../json/shape.ts';
import { visible } from '../../text/visible.ts';
import type { ListItem, ListName } from '../state.ts';
import { headerMarks } from './header-marks.ts';
import { schemaFaults } from './schema-faults.ts';

/** The member by which an item is asked for. */
const KEY = { tools: 'name', resources: 'uri', resourceTemplates: 'uriTemplate', prompts: 'name' } as const;

/** The two ways in which servers are spoken to. */
export type Era = 'legacy' | 'modern';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads one item, whatever it is; `problems` says what is wrong with it in the era it was sent in. */
export function readItem(list: ListName, raw: unknown, seq: number, era: Era): ListItem {
  if (!isObject(raw)) {
    return {
      raw,
      name: '',
      title: '',
      description: '',
      problems: [`is ${typeName(raw)}; it must be an object`],
      seq,
    };
  }
  const name = text(raw[KEY[list]]);
  const annotations = raw['annotations'];
  const title =
    text(raw['title']) ||
    (isObject(annotations) ? text(annotations['title']) : '') ||
    text(raw['name']) ||
    name;
  return {
    raw,
    name,
    title,
    description: text(raw['description']),
    problems: itemProblems(list, raw, era),
    seq,
  };
}

function itemProblems(list: ListName, raw: Readonly<Record<string, unknown>>, era: Era): readonly string[] {
  const problems: string[] = [];
  const wants = (member: string, fits: (value: unknown) => boolean, what: string, required = false): void => {
    const value = raw[member];
    if (value === undefined ? required : !fits(value)) {
      problems.push(
        value === undefined ? `${member} is missing` : `${member} is ${typeName(value)}; it must be ${what}`,
      );
    }
  };
  const isText = (value: unknown): boolean => typeof value === 'string';
  wants('name', isText, 'text', true);
  for (const member of ['title', 'description', 'mimeType']) wants(member, isText, 'text');
  for (const member of ['annotations', '_meta']) wants(member, isObject, 'an object');
  wants('icons', Array.isArray, 'an array');
  switch (list) {
    case 'tools':
      wants('inputSchema', isObject, 'an object', true);
      problems.push(...schemaProblems('inputSchema', raw['inputSchema']));
      wants('outputSchema', isObject, 'an object');
      // A modern tool may put out any value, and send arguments in headers.
      if (era === 'legacy') problems.push(...schemaProblems('outputSchema', raw['outputSchema']));
      else problems.push(...headerMarks(raw['inputSchema']).problems);
      break;
    case 'resources':
      wants('uri', isText, 'a URI', true);
      if (isText(raw['uri']) && !/^[a-z][a-z0-9+.-]*:/i.test(String(raw['uri'])))
        problems.push('uri has no scheme');
      wants('size', (value) => typeof value === 'number', 'a number');
      break;
    case 'resourceTemplates':
      wants('uriTemplate', isText, 'a URI template', true);
      break;
    case 'prompts':
      wants('arguments', Array.isArray, 'an array');
      problems.push(...argumentProblems(raw['arguments']));
      break;
  }
  return problems;
}

/** A tool's schema must say `"type": "object"` at its root (server/tools#tool). */
function schemaProblems(member: string, schema: unknown): readonly string[] {
  if (!isObject(schema)) return [];
  const problems: string[] = [];
  const { type, properties, required } = schema;
  if (type === undefined) problems.push(`${member} has no "type": "object"`);
  else if (type !== 'object') problems.push(`${member}.type is ${brief(type)}; it must be "object"`);
  if (properties !== undefined && !isObject(properties))
    problems.push(`${member}.properties is ${typeName(properties)}; it must be an object`);
  if (
    required !== undefined &&
    !(Array.isArray(required) && required.every((name) => typeof name === 'string'))
  ) {
    problems.push(`${member}.required is ${typeName(required)}; it must be a list of names`);
  }
  problems.push(...schemaFaults(member, schema));
  return problems;
}

function argumentProblems(given: unknown): readonly string[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((argument: unknown, place) =>
    isObject(argument) && typeof argument['name'] === 'string' ? [] : [`argument ${place + 1} has no name`],
  );
}

/** Scripts with letters that look alike. */
const SCRIPTS = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
] as const;

/** Characters in a name that deceive the eye; undefined when there are none. */
export function oddName(name: string): string | undefined {
  if (/^[\x21-\x7e]*$/.test(name)) return undefined;
  const shown = visible(name);
  if (shown !== name) return `the name holds invisible characters: ${shown}`;
  const scripts = SCRIPTS.filter(([, pattern]) => pattern.test(name)).map(([script]) => script);
  if (scripts.length > 1) return `the name mixes ${scripts.join(' and ')} letters`;
  // Of other scripts much has a second form, which deceives nobody.
  const twin = Array.from(name).find((one) => one > '\x7f' && /^[A-Za-z0-9_]+$/.test(one.normalize('NFKC')));
  if (twin !== undefined) return `the name holds ${twin}, which looks like ${twin.normalize('NFKC')}`;
  return /^\s|\s$/.test(name) ? 'the name begins or ends with a space' : undefined;
}
