import { type Change, GROUPS, type Group } from '../surface/change.ts';
import { byItem, countWords, fullWords, GROUP_SAYS, reportedChange } from '../surface/words.ts';
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
  const changes = compared.changes.map(reportedChange);
  const { calls } = compared;
  const told = calls?.changes.map(({ arguments: given, ...rest }) => ({
    ...rest,
    arguments: JSON.parse(given),
  }));
  return JSON.stringify({ changes, calls: told, counts: countsOf(compared) });
}

/** The report for people: group by group, the heaviest first, item by item. Lines are safe to show. */
export function comparedLines(compared: Compared, before: string, after: string): readonly string[] {
  const { changes, calls } = compared;
  const lines = [visible(`${before} → ${after}`)];
  for (const group of GROUPS) {
    const told = changes.filter((one) => one.group === group);
    const called = calls?.changes.filter((one) => one.group === group) ?? [];
    if (told.length + called.length === 0) continue;
    lines.push('', GROUP_SAYS[group]);
    for (const [item, inner] of byItem(told)) lines.push(`  ${visible(item)}`, ...inner.flatMap(changeLines));
    lines.push(...called.flatMap(callLines));
  }
  if (calls !== undefined) lines.push('', callWords(calls));
  const counts = countWords([...changes, ...(calls?.changes ?? [])]);
  // Characters that cannot be seen are for models, and no caller breaks on them.
  const isHidden = changes.some(({ level, group }) => level === 'error' && group !== 'breaking');
  return [...lines, '', counts === '' ? 'no difference' : counts, ...(isHidden ? HIDDEN : [])];
}

const HIDDEN = [
  'hidden characters are an error and do not count as breaking: --fail-on any, the default, fails on them',
];

function changeLines(change: Change): readonly string[] {
  const { before, after, level } = change;
  const words = `    ${level === undefined ? '' : 'error: '}${fullWords(change)}`;
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
