import { isObject, type JsonObject, typeName } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import { visible } from '../../text/visible.ts';
import { LISTS, type ListName } from '../methods.ts';
import type { Era } from '../revision.ts';
import type { RuleId } from '../rules.ts';
import { any, either, list, type Members, number, oneOf, open, optional, text } from '../shape.ts';
import { headerMarks } from './header-marks.ts';
import { memberCheck } from './members.ts';
import { schemaFaults } from './schema.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** One item of a list: what was sent, untouched, beside what could be made of it. */
export interface ListItem {
  /** The item as parsed from the wire: any JSON value. */
  readonly raw: unknown;
  /** Its name as sent (uri or template for resources); empty when it has none and so cannot be asked for. */
  readonly name: string;
  /** Title precedence: `title`, `annotations.title`, name. */
  readonly title: string;
  readonly description: string;
  /** Sentences about what is wrong with it, shown beside it. */
  readonly problems: readonly string[];
  /** The seq of the frame it came in. */
  readonly seq: number;
}

/** Something wrong with an item. */
export interface ItemFault {
  /** The member it is in; empty for the whole item. */
  readonly member: string;
  /** In a sentence without its full stop; of an optional member that is null its name alone. */
  readonly says: string;
  readonly isNull?: true;
  /** The rule of its finding, where that is not the one of malformed items. */
  readonly rule?: RuleId;
}

/** Reads one item, whatever it is; `faults` says what is wrong with it in the era it was sent in. */
export function readItem(
  list: ListName,
  raw: unknown,
  seq: number,
  era: Era,
): { readonly item: ListItem; readonly faults: readonly ItemFault[] } {
  const faults = isObject(raw)
    ? itemFaults(list, raw, era)
    : [{ member: '', says: `is ${typeName(raw)}; it must be an object` }];
  const problems = [...nullsOf(faults), ...faults.flatMap(({ says, isNull }) => (isNull ? [] : [says]))];
  if (!isObject(raw)) return { item: { raw, name: '', title: '', description: '', problems, seq }, faults };
  const name = textOf(raw[LISTS[list].key]);
  const annotations = raw['annotations'];
  // A skill says what it is in the frontmatter of its SKILL.md.
  const { frontmatter } = raw;
  const own = list === 'skills' && isObject(frontmatter) ? frontmatter : raw;
  const title =
    textOf(own['title']) ||
    (isObject(annotations) ? textOf(annotations['title']) : '') ||
    textOf(own['name']) ||
    name;
  return { item: { raw, name, title, description: textOf(own['description']), problems, seq }, faults };
}

/** The members that are null where they should be left out, in one sentence; nothing when there are none. */
export function nullsOf(faults: readonly ItemFault[]): readonly string[] {
  const names = [...new Set(faults.flatMap(({ says, isNull }) => (isNull ? [says] : [])))];
  if (names.length < 2) return names.map((name) => `${name} is null; leave it out`);
  return [`null instead of left out: ${names.join(', ')}`];
}

/** A missing member that is there with underlines. */
function meant(raw: Readonly<Record<string, unknown>>, member: string): string {
  const snake = member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return snake in raw ? `: is it meant with ${snake}?` : '';
}

const described: Members = {
  ...{ name: text, title: optional(text), description: optional(text), mimeType: optional(text) },
  ...{ annotations: optional(open), _meta: optional(open), icons: optional(list(any)) },
};

/** What items must have to be of use, in all revisions. */
const CHECKS: Readonly<Record<ListName, ReturnType<typeof memberCheck>>> = {
  tools: memberCheck({ ...described, inputSchema: open, outputSchema: optional(open) }),
  resources: memberCheck({ ...described, uri: text, size: optional(number) }),
  resourceTemplates: memberCheck({ ...described, uriTemplate: text }),
  prompts: memberCheck({ ...described, arguments: optional(list(any)) }),
  skills: memberCheck({
    ...{ uri: text, frontmatter: open },
    resources: either(list(any), oneOf('dynamic')),
  }),
};

function itemFaults(name: ListName, raw: JsonObject, era: Era): readonly ItemFault[] {
  const within = (member: string, problems: readonly string[]): readonly ItemFault[] =>
    problems.map((says) => ({ member, says }));
  const faults = CHECKS[name](raw).map(({ member, says, isMissing, isNull }): ItemFault => {
    if (isNull) return { member, says: member, isNull };
    return { member, says: `${member} ${says}${isMissing ? meant(raw, member) : ''}` };
  });
  switch (name) {
    case 'tools':
      return [
        ...faults,
        ...typeFaults('inputSchema', raw['inputSchema']),
        // A modern tool may put out any value, and send arguments in headers.
        ...(era === 'legacy'
          ? typeFaults('outputSchema', raw['outputSchema'])
          : within('inputSchema', headerMarks(raw['inputSchema']).problems)),
      ];
    case 'resources':
      return [...faults, ...(typeof raw['uri'] === 'string' ? within('uri', schemeProblem(raw['uri'])) : [])];
    case 'skills':
      return [...faults, ...within('frontmatter', frontmatterProblems(raw['frontmatter']))];
    case 'resourceTemplates':
      return faults;
    case 'prompts':
      return [...faults, ...within('arguments', argumentProblems(raw['arguments']))];
  }
}

/** Every URI begins with a scheme (RFC 3986, 3.1). */
function schemeProblem(uri: string): readonly string[] {
  if (/^[a-z][a-z0-9+.-]*:/i.test(uri)) return [];
  const [scheme] = /^[^/?#:]+:/.exec(uri) ?? [];
  return scheme === undefined
    ? ['uri has no scheme']
    : [`uri has the scheme ${shortJson(scheme)}; a scheme is a letter, then letters, digits, +, . and -`];
}

/** A tool's schema must say `"type": "object"` at its root (server/tools#tool). */
function typeFaults(member: string, schema: unknown): readonly ItemFault[] {
  if (!isObject(schema)) return [];
  const faults: ItemFault[] = [];
  const { type, properties, required } = schema;
  const add = (says: string): void => void faults.push({ member, says });
  const wants = (name: string, value: unknown, fits: boolean, what: string): void => {
    if (value === undefined || fits) return;
    if (value === null) faults.push({ member, says: `${member}.${name}`, isNull: true });
    else add(`${member}.${name} is ${typeName(value)}; it must be ${what}`);
  };
  if (type === undefined) add(`${member} has no "type": "object"`);
  else if (type !== 'object') add(`${member}.type is ${shortJson(type)}; it must be "object"`);
  wants('properties', properties, isObject(properties), 'an object');
  const areNames = Array.isArray(required) && required.every((name) => typeof name === 'string');
  wants('required', required, areNames, 'a list of names');
  for (const { says, isDeadEnd } of schemaFaults(member, schema))
    faults.push({ member, says, ...(isDeadEnd ? { rule: 'tool/no-value' } : {}) });
  return faults;
}

function argumentProblems(given: unknown): readonly string[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((argument: unknown, place) =>
    isObject(argument) && typeof argument['name'] === 'string' ? [] : [`argument ${place + 1} has no name`],
  );
}

/** What every SKILL.md says of itself (ext-skills, Skill Format). */
function frontmatterProblems(given: unknown): readonly string[] {
  if (!isObject(given)) return [];
  return ['name', 'description'].flatMap((member) =>
    typeof given[member] === 'string'
      ? []
      : [
          `frontmatter.${member} is ${given[member] === undefined ? 'missing' : `${typeName(given[member])}; it must be text`}`,
        ],
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
  // Many letters of other scripts have a second form, which deceives nobody.
  const twin = Array.from(name).find((one) => one > '\x7f' && /^[A-Za-z0-9_]+$/.test(one.normalize('NFKC')));
  if (twin !== undefined) return `the name holds ${twin}, which looks like ${twin.normalize('NFKC')}`;
  return /^\s|\s$/.test(name) ? 'the name begins or ends with a space' : undefined;
}
