import { type Run, sequenceDiff } from './sequence-diff.ts';

/** Words beside a change that are shown with it. */
const AROUND = 6;

/**
 * What differs between two texts, word by word: the runs to be shown one behind the other, those that are the same cut down
 * to the words beside a change. Spaces and line breaks count as one space.
 */
export function wordDiff(before: string, after: string): readonly Run<string>[] {
  const runs = sequenceDiff(wordsOf(before), wordsOf(after));
  return runs.map((run, at): Run<string> => {
    if (run.kind !== 'same') return run;
    const { items } = run;
    const first = at === 0 ? 0 : AROUND;
    const last = at === runs.length - 1 ? 0 : AROUND;
    if (items.length <= first + last + 1) return run;
    return { kind: 'same', items: [...items.slice(0, first), '…', ...items.slice(items.length - last)] };
  });
}

/** Whether a value is a text of several words, of which single ones may differ. */
export const isProse = (value: unknown): value is string =>
  typeof value === 'string' && /\S\s+\S/.test(value);

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/**
 * The same in one line: `the [-old-] {+new+} words`.
 *
 * @param most code units after which it is told only how many more places differ; of one place, half of that is shown
 */
export function wordLine(before: string, after: string, most = Number.POSITIVE_INFINITY): string {
  const runs = wordDiff(before, after);
  const shown: string[] = [];
  let length = 0;
  for (const [at, { kind, items }] of runs.entries()) {
    if (length >= most) {
      const left = runs.slice(at).filter((run) => run.kind !== 'same').length;
      return [...shown, left === 0 ? '…' : `… and ${left} more changes`].join(' ');
    }
    const words = items.join(' ');
    const short = words.length > most / 2 ? `${words.slice(0, most / 2)}… (${items.length} words)` : words;
    shown.push(kind === 'same' ? short : kind === 'removed' ? `[-${short}-]` : `{+${short}+}`);
    length += short.length;
  }
  return shown.join(' ');
}
