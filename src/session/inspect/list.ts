import { brief } from '../../json/brief.ts';
import { isObject, typeName } from '../../json/shape.ts';
import type { Finding } from '../frame.ts';
import type { ListItem, ListName } from '../state.ts';
import { type Era, oddName, readItem } from './item.ts';

/** Which list a method asks for; undefined for any other method. */
export function listOf(method: string): ListName | undefined {
  return METHODS.find(([, asked]) => asked === method)?.[0];
}

const METHODS = [
  ['tools', 'tools/list'],
  ['resources', 'resources/list'],
  ['resourceTemplates', 'resources/templates/list'],
  ['prompts', 'prompts/list'],
] as const satisfies readonly (readonly [ListName, string])[];

/** The method that asks for a list. */
export const methodOf = (list: ListName): string => METHODS.find(([name]) => name === list)?.[1] ?? list;

const NOUN = {
  tools: 'tool',
  resources: 'resource',
  resourceTemplates: 'template',
  prompts: 'prompt',
} as const;

/** One page of a list: every item, the good ones beside the bad ones, and what is wrong with it. */
export interface Page {
  readonly items: readonly ListItem[];
  /** Where to go on; absent on the last page, and where the server's cursor leads nowhere. */
  readonly next?: string;
  readonly findings: readonly Finding[];
}

/** Where a page stands: its frame, the cursors already followed, the names of the pages before, the era. */
export interface PagePlace {
  readonly seq: number;
  readonly seen: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly era: Era;
}

/**
 * Reads the result of a list request (server/utilities/pagination). Never throws: an item that is wrong is listed
 * with its reasons.
 */
export function readPage(list: ListName, result: unknown, { seq, seen, names, era }: PagePlace): Page {
  const findings: Finding[] = [];
  const given = isObject(result) ? result[list] : undefined;
  const misfit = listMisfit(list, result);
  if (misfit !== undefined) {
    findings.push({ rule: 'list/no-array', path: `/result/${list}`, message: misfit });
  }
  const known = new Set(names);
  const items = (Array.isArray(given) ? given : []).map((raw: unknown, place) => {
    const item = readItem(list, raw, seq, era);
    const told = itemFindings(list, item, place, known);
    known.add(item.name);
    findings.push(...told.findings);
    return told.problems.length === 0 ? item : { ...item, problems: [...item.problems, ...told.problems] };
  });
  return { items, ...nextCursor(result, seen, findings), findings };
}

/** What is wrong with a result that holds no list where one must be, as a sentence without its full stop. */
export function listMisfit(list: ListName, result: unknown): string | undefined {
  const given = isObject(result) ? result[list] : undefined;
  if (Array.isArray(given)) return undefined;
  const found = given === undefined ? 'missing' : typeName(given);
  return `${list} is ${found}; it must be an array`;
}

/** What is found about an item, and what its name adds to its own problems. */
function itemFindings(list: ListName, item: ListItem, place: number, known: ReadonlySet<string>) {
  const path = `/result/${list}/${place}`;
  const who = `${NOUN[list]} ${item.name === '' ? `number ${place + 1}` : item.name}`;
  const problems: string[] = [];
  const findings: Finding[] = item.problems.map((problem) => ({
    rule: 'list/bad-item',
    path,
    message: `${who}: ${problem}`,
  }));
  if (item.name !== '' && known.has(item.name)) {
    findings.push({ rule: 'list/duplicate', path, message: `duplicate ${NOUN[list]} name ${item.name}` });
    problems.push(`another ${NOUN[list]} has the same name`);
  }
  const odd = oddName(list === 'tools' || list === 'prompts' ? item.name : nameOf(item.raw));
  if (odd !== undefined) {
    findings.push({ rule: 'list/odd-name', path, message: `${who}: ${odd}` });
    problems.push(odd);
  }
  return { findings, problems };
}

/** The name of a resource, which is asked for by its URI. */
const nameOf = (raw: unknown): string =>
  isObject(raw) && typeof raw['name'] === 'string' ? raw['name'] : '';

/** Pages a list may have: a server that never ends its cursors is cut off here. */
const PAGES = 1_000;

function nextCursor(
  result: unknown,
  seen: readonly string[],
  findings: Finding[],
): { readonly next?: string } {
  if (!isObject(result) || !('nextCursor' in result)) return {};
  const cursor = result['nextCursor'];
  const path = '/result/nextCursor';
  if (typeof cursor !== 'string' || cursor === '') {
    findings.push({
      rule: 'list/cursor',
      path,
      message: `nextCursor is ${brief(cursor)}; taken as the last page`,
    });
    return {};
  }
  if (seen.includes(cursor)) {
    findings.push({
      rule: 'list/cursor-loop',
      path,
      message: `nextCursor ${brief(cursor)} was already followed; stopped here`,
    });
    return {};
  }
  if (seen.length >= PAGES) {
    findings.push({ rule: 'list/endless', path, message: `more than ${PAGES} pages; stopped here` });
    return {};
  }
  return { next: cursor };
}
