import { isObject } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import { firstOf } from '../../text/few.ts';
import type { Finding } from '../finding.ts';
import { LISTS, type ListName, listFault } from '../methods.ts';
import type { Era } from '../revision.ts';
import { type ItemFault, type ListItem, nullsOf, oddName, readItem } from './item.ts';

/** One page of a list: every item, the good ones beside the bad ones, and what is wrong with it. */
export interface ListPage {
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
export function readPage(list: ListName, result: unknown, { seq, seen, names, era }: PagePlace): ListPage {
  const findings: Finding[] = [];
  const given = isObject(result) ? result[list] : undefined;
  const fault = listFault(list, result);
  if (fault !== undefined) {
    findings.push({ rule: 'list/no-array', path: `/result/${list}`, message: fault });
  }
  const known = new Set(names);
  const faulty: FaultOf[] = [];
  const items = (Array.isArray(given) ? given : []).map((raw: unknown, place) => {
    const { item, faults } = readItem(list, raw, seq, era);
    const path = `/result/${list}/${place}`;
    const where = seen.length === 0 ? 'the list' : `page ${seen.length + 1}`;
    const who = item.name === '' ? `number ${place + 1} of ${where} (no name)` : item.name;
    faulty.push(...faults.map((fault) => ({ ...fault, path, who })));
    const told = nameFindings(list, item, { path, who, known });
    known.add(item.name);
    findings.push(...told.findings);
    return told.problems.length === 0 ? item : { ...item, problems: [...item.problems, ...told.problems] };
  });
  findings.unshift(...faultFindings(list, faulty));
  return { items, ...nextCursor(result, seen, findings), findings };
}

/** A fault with the item that has it, by its pointer and its name. */
interface FaultOf extends ItemFault {
  readonly path: string;
  readonly who: string;
}

/** One finding for each kind of fault, however many items have it, and one for all members that are null. */
function faultFindings(list: ListName, faulty: readonly FaultOf[]): readonly Finding[] {
  const kinds = new Map<string, FaultOf[]>();
  for (const fault of faulty) {
    const kind = fault.isNull ? '' : fault.says;
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [fault]);
    else known.push(fault);
  }
  return [...kinds.values()].map((alike) => {
    const [path = '', ...others] = alike.map((fault) => fault.path + (fault.member && `/${fault.member}`));
    const names = [...new Set(alike.map(({ who }) => who))];
    const [says = alike[0]?.says] = nullsOf(alike);
    const message = `${subject(LISTS[list].noun, names)}: ${says}`;
    const rule = alike[0]?.rule ?? 'list/bad-item';
    return { rule, path, message, ...(others.length === 0 ? {} : { alike: others }) };
  });
}

/** Items that are named when many have the same fault. */
const NAMED = 3;

/** `tool a`, `tools a, b`, `60 tools (a, b, c and 57 more)`. */
function subject(noun: string, names: readonly string[]): string {
  if (names.length === 1) return `${noun} ${names[0]}`;
  const shown = firstOf(names, NAMED);
  return names.length <= NAMED ? `${noun}s ${shown}` : `${names.length} ${noun}s (${shown})`;
}

/** What is found about the name of an item, and what that adds to its problems. */
function nameFindings(
  list: ListName,
  item: ListItem,
  { path, who, known }: Pick<FaultOf, 'path' | 'who'> & { readonly known: ReadonlySet<string> },
) {
  const problems: string[] = [];
  const findings: Finding[] = [];
  if (item.name !== '' && known.has(item.name)) {
    findings.push({
      rule: 'list/duplicate',
      path,
      message: `duplicate ${LISTS[list].noun} name ${item.name}`,
    });
    problems.push(`another ${LISTS[list].noun} has the same name`);
  }
  const odd = oddName(list === 'tools' || list === 'prompts' ? item.name : nameOf(item.raw));
  if (odd !== undefined) {
    findings.push({ rule: 'list/odd-name', path, message: `${LISTS[list].noun} ${who}: ${odd}` });
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
  if (!isObject(result)) return {};
  const name = 'nextCursor' in result ? 'nextCursor' : 'next_cursor';
  const cursor = result[name];
  const path = `/result/${name}`;
  if (name === 'next_cursor') {
    if (typeof cursor !== 'string' || cursor === '') return {};
    const message = 'next_cursor is not a member of a page; it is followed as nextCursor';
    findings.push({ rule: 'list/cursor', path, message });
  }
  if (typeof cursor !== 'string' || cursor === '') {
    findings.push({
      rule: 'list/cursor',
      path,
      message: `${name} is ${shortJson(cursor)}; taken as the last page`,
    });
    return {};
  }
  if (seen.includes(cursor)) {
    findings.push({
      rule: 'list/cursor-loop',
      path,
      message: `${name} ${shortJson(cursor)} was already followed; stopped here`,
    });
    return {};
  }
  if (seen.length >= PAGES) {
    findings.push({ rule: 'list/endless', path, message: `more than ${PAGES} pages; stopped here` });
    return {};
  }
  return { next: cursor };
}
