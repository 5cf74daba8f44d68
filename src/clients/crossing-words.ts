import { cut } from '../text/cut.ts';
import { thousands } from '../text/measure.ts';
import { visible } from '../text/visible.ts';
import type { Client, Limit, SchemaTrait, Treatment } from './client.ts';
import { type Crossing, listed } from './crossings.ts';
import { evidenceWords } from './evidence.ts';
import { limitFix } from './rule-words.ts';

/** A crossing in words. */
export interface CrossingWords {
  /** In one sentence, with the client, the item and the limit. */
  readonly message: string;
  /** The same for a place where client and item stand already: `leaves it out: 71 characters with the server's name, 60 are taken`. */
  readonly says: string;
  /** What to change. */
  readonly fix: string;
}

/** Takes the secrets out of a text. */
type Mask = (text: string) => string;

/** `Cursor leaves out very-long-name: 71 characters with the server's name, 60 are taken (reported 2026-03, …)`. */
export function crossingWords(crossing: Crossing, mask?: Mask): CrossingWords {
  const { client, rule, item, fact } = crossing;
  const name =
    item === undefined ? '' : nameInSentence(item.name, mask) || `tool ${namelessWords(crossing.number)}`;
  const besides = besidesWords(rule.besides);
  const sentence = (subject: Subject, isBehind: boolean): string => {
    const [head, isWhole] = headOf(crossing, subject);
    const behind = isWhole ? '' : `: ${fact}`;
    const link = isBehind ? (head.startsWith('every ') ? ': ' : ' ') : '';
    return `${isBehind ? client.name + link : ''}${head}${behind}${besides}`;
  };
  return {
    message: `${sentence(subjectOf(name), true)} ${evidenceWords(rule)}`,
    says: sentence(IT, false),
    fix: fixOf(rule.limit, crossing),
  };
}

function besidesWords(besides: string | undefined): string {
  if (besides === undefined) return '';
  if (besides.startsWith('since ')) return ` (${besides})`;
  return `${besides.startsWith('unless ') ? ',' : ';'} ${besides}`;
}

/** What is said in the place of a name where there is none: `number 6 of the list (no name)`. */
export const namelessWords = (number?: number): string =>
  number === undefined ? 'without a name' : `number ${number} of the list (no name)`;

/** Cells of a name in a sentence: the item of a finding has it whole. */
const LONGEST = 80;

/**
 * A name as a sentence has it.
 *
 * @param mask takes out of a name what is secret before it is cut: half of a secret is not recognized
 */
export function nameInSentence(name: string, mask?: Mask): string {
  const whole = visible(name);
  const short = cut(whole, LONGEST);
  return mask === undefined || short === whole ? short : cut(visible(mask(name)), LONGEST);
}

/** A tool, as it is called in a sentence. */
interface Subject {
  readonly it: string;
  readonly its: (noun: string) => string;
  /** Where `it` would not say what. */
  readonly one: string;
  readonly leavesOut: string;
}

const subjectOf = (name: string): Subject => ({
  it: name,
  its: (noun) => `the ${noun} of ${name}`,
  one: name,
  leavesOut: `leaves out ${name}`,
});

const IT: Subject = {
  it: 'it',
  its: (noun) => `its ${noun}`,
  one: 'this one',
  leavesOut: 'leaves it out',
};

/** What is said of a crossing before its fact, and whether the fact is in it already. */
function headOf(
  { rule: { limit, effect }, places, given = '', fact }: Crossing,
  { it, its, one, leavesOut }: Subject,
): readonly [head: string, isWhole?: true] {
  switch (limit.on) {
    case 'name length':
      if (effect === 'wanted') return [`asks for a shorter name than ${one}`];
      return [nameHead(effect, { it, leavesOut, given: nameInSentence(given) })];
    case 'name characters':
      if (effect === 'wanted') return [`asks for another name than ${one}`];
      return [nameHead(effect, { it, leavesOut, given: nameInSentence(given) })];
    case 'description length':
      return [`cuts ${its('description')}`];
    case 'description words':
      return [
        `asks for descriptions that do not tell the model how to behave: ${its('description')} has ${fact}`,
        true,
      ];
    case 'schema':
      return [schemaHead(limit.trait, effect, fact, places, { it, its, one, leavesOut }), true];
    case 'mixed actions':
      return [`asks for separate tools for reading and writing: ${it} does both`];
    case 'title':
      return [`asks for a title: ${it} has none`, true];
    case 'hints': {
      const hints = listed(limit.explicit, limit.count === 'any' ? 'or' : 'and');
      return [`asks for ${hints}, true or false: ${it} does not state ${fact}`, true];
    }
    case 'app':
      return effect === 'cut'
        ? [`hands no structuredContent and no _meta of results to the view of ${one}`, true]
        : [`shows no views of MCP Apps: of ${one} only the text is seen`, true];
    case 'instructions length':
      return ['cuts the instructions'];
    case 'number of tools':
      if (effect === 'refused') return [`every request fails with more than ${thousands(limit.most)} tools`];
      if (effect === 'deferred') return [`may not take more than ${thousands(limit.most)} tools at once`];
      return [`leaves out tools beyond ${thousands(limit.most)} of all servers together`];
    case 'shared name':
      if (effect === 'refused') return [`every request fails with two tools called ${nameInSentence(given)}`];
      return [`${effect === 'ignored' ? 'uses' : 'keeps'} only one tool called ${nameInSentence(given)}`];
    case 'descriptions length':
      return [`leaves out tools beyond ${thousands(limit.most)} characters of descriptions`];
  }
}

function nameHead(
  effect: Treatment,
  { it, leavesOut, given }: Pick<Subject, 'it' | 'leavesOut'> & { readonly given: string },
): string {
  if (effect === 'left out') return leavesOut;
  if (effect === 'refused') return `every request fails while ${it} is offered`;
  return `${effect === 'cut' ? 'shortens' : 'renames'} ${it} to ${given}`;
}

function schemaHead(
  trait: SchemaTrait,
  effect: Treatment,
  fact: string,
  places: number,
  { it, its, one, leavesOut }: Subject,
): string {
  const many = places === 1 ? '' : ` (${thousands(places)} places)`;
  if (effect === 'wanted') {
    switch (trait) {
      case 'optional parameter':
        return `asks for all parameters to be required: ${it} has others${many}`;
      case 'open object':
        return `asks for "additionalProperties": false: ${it} has an object without it${many}`;
      case 'root is not an object':
        return `asks for "type": "object" at the root of ${its('inputSchema')}`;
    }
  }
  const within = `${fact.endsWith('at the root') ? 'of' : 'in'} its inputSchema`;
  if (effect === 'replaced') return `rewrites ${its('inputSchema')}, which has ${fact}, as one object`;
  if (effect === 'left out') return `${leavesOut}, with ${fact} ${within}${many}`;
  if (effect === 'wanted') return `asks for another inputSchema: ${one} has ${fact}${many}`;
  return `every request fails while ${it} has ${fact} ${within}${many}`;
}

const hasPrefix = ({ naming }: Client): boolean => naming !== undefined && naming.prefix !== '';

/**
 * To how many characters a name is to be shortened.
 *
 * @param canServer whether a shorter name of the server helps as well
 * @param behind what that number is enough for, where it is not one client alone
 */
export function shorterName(fits: number, canServer: boolean, behind = ''): string {
  if (fits < 1) return 'Shorten the name of the server in the configuration.';
  const server = canServer ? ', or that of the server in the configuration by as much' : '';
  const length = `Shorten the name to ${thousands(fits)} character${fits === 1 ? '' : 's'}`;
  return behind === '' ? `${length}${server}.` : `${length}, ${behind}.`;
}

/** What to do about a crossing: the general advice, but where the limit or what it wants can be named. */
function fixOf(limit: Limit, { client, rule: { effect }, fits, isUnion }: Crossing): string {
  switch (limit.on) {
    case 'name length':
      return shorterName(fits ?? limit.most, hasPrefix(client));
    case 'description length':
    case 'instructions length':
      return `Say within ${thousands(limit.most)} characters what the model needs, and move the rest into a resource, a prompt or a tool that explains.`;
    case 'schema':
      return limitFix(isUnion ? { on: 'schema', trait: 'root union' } : limit);
    case 'hints':
      return `State ${listed(limit.explicit, limit.count === 'any' ? 'or' : 'and')} in annotations, true or false.`;
    case 'number of tools':
      return `Offer at most ${thousands(limit.most)} tools, or let people choose groups of them.`;
    case 'app':
      return effect === 'cut'
        ? 'Let the view read its data from content as well, or call the tool again.'
        : 'Say in content what the view shows.';
    case 'name characters':
    case 'descriptions length':
    case 'description words':
    case 'mixed actions':
    case 'shared name':
    case 'title':
      return limitFix(limit);
  }
}
