import { LISTS } from '../spec/methods.ts';
import { type Change, GROUPS, type Group } from '../surface/change.ts';
import { changeId, changeWords } from '../surface/words.ts';
import { counted } from '../text/measure.ts';
import { visible } from '../text/visible.ts';
import { isProse, wordLine } from '../text/word-diff.ts';
import type { CallChange, ComparedCalls } from './calls-compared.ts';

/** What differs between two sides. */
export interface Compared {
  readonly changes: readonly Change[];
  /** Only of two recordings. */
  readonly calls?: ComparedCalls;
}

/** How many changes of each group there are, those of calls among them. */
export function countsOf({ changes, calls }: Compared): Readonly<Record<Group, number>> {
  const counts = { breaking: 0, client: 0, policy: 0, review: 0, safe: 0 };
  for (const { group } of [...changes, ...(calls?.changes ?? [])]) counts[group] += 1;
  return counts;
}

/** The JSON report. */
export function differenceJson(compared: Compared): string {
  const changes = compared.changes.map((change) => {
    const { path, group, clients, level, row, before, after, renamed } = change;
    const message = wordsOf(change);
    return { item: changeId(change), path, group, clients, level, row, before, after, renamed, message };
  });
  const { calls } = compared;
  const told = calls?.changes.map(({ arguments: given, ...rest }) => ({
    ...rest,
    arguments: JSON.parse(given),
  }));
  return JSON.stringify({ changes, calls: told, counts: countsOf(compared) });
}

/** The report for people: group by group, the heaviest first, item by item. Lines are safe to show. */
export function differenceLines(compared: Compared, before: string, after: string): readonly string[] {
  const { changes, calls } = compared;
  const lines = [visible(`${before} → ${after}`)];
  for (const group of GROUPS) {
    const told = changes.filter((one) => one.group === group);
    const called = calls?.changes.filter((one) => one.group === group) ?? [];
    if (told.length + called.length === 0) continue;
    lines.push('', `${HEADINGS[group]}`);
    for (const [item, inner] of byItem(told)) lines.push(`  ${visible(item)}`, ...inner.flatMap(changeLines));
    lines.push(...called.flatMap(callLines));
  }
  if (calls !== undefined) lines.push('', callWords(calls));
  return [...lines, '', countWords(compared)];
}

/** What a group says, above its changes. */
const HEADINGS: Readonly<Record<Group, string>> = {
  breaking: 'breaking: callers break',
  client: 'client: crosses a limit of a client',
  policy: 'policy: permissions were given for something else',
  review: 'review: to be looked at',
  safe: 'safe: nobody breaks',
};

function byItem(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const found = new Map<string, Change[]>();
  for (const change of changes) {
    const { list, name } = change;
    const item = list === undefined ? 'server' : `${LISTS[list].noun} ${name}`;
    const known = found.get(item);
    if (known === undefined) found.set(item, [change]);
    else known.push(change);
  }
  return found;
}

/** A change in words; of what is gone also what it is most likely called now. */
const wordsOf = (change: Change): string =>
  change.renamed === undefined
    ? changeWords(change)
    : `${changeWords(change)}, probably ${change.renamed} now`;

function changeLines(change: Change): readonly string[] {
  const { before, after, level } = change;
  const words = `    ${level === undefined ? '' : 'error: '}${wordsOf(change)}`;
  if (!isProse(before) || !isProse(after) || change.group === 'client') return [visible(words)];
  return [visible(words), `      ${visible(wordLine(before, after))}`];
}

const callLines = ({ method, name, arguments: given, message, seqs }: CallChange): readonly string[] => [
  visible(`  ${method} ${name} ${given} (#${seqs[0]} and #${seqs[1]})`),
  visible(`    ${message}`),
];

function callWords({ matched, alone: [before, after] }: ComparedCalls): string {
  const rest = [
    before === 0 ? '' : `${before} only in the first`,
    after === 0 ? '' : `${after} only in the second`,
  ].filter((word) => word !== '');
  return [`${counted(matched, 'call')} compared`, ...rest].join(', ');
}

/** The last line: how many of each group. */
function countWords(compared: Compared): string {
  const counts = countsOf(compared);
  const told = GROUPS.flatMap((group) => (counts[group] === 0 ? [] : [`${counts[group]} ${group}`]));
  return told.length === 0 ? 'no difference' : told.join(', ');
}
