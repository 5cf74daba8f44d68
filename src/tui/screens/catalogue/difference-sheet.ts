import { type Difference, jsonDiff } from '../../../json/diff.ts';
import { memberText } from '../../../json/parts.ts';
import { isIndex, stepsOf } from '../../../json/path.ts';
import type { Log } from '../../../session/log/log.ts';
import { summaryOf } from '../../../session/summary.ts';
import { andMore } from '../../../text/few.ts';
import { clock, counted } from '../../../text/measure.ts';
import type { Run } from '../../../text/sequence-diff.ts';
import { fileName } from '../../kit/sheet/file-name.ts';
import { logSheet } from '../../kit/sheet/log-sheet.ts';
import { jsonSection, textSection } from '../../kit/sheet/sections.ts';
import type { Section, Sheet } from '../../kit/sheet/sheet.ts';
import type { Secrets } from '../../world/secrets.ts';
import type { Meaning } from '../../world/theme.ts';

/** Where the calls are looked up. */
interface Compared {
  readonly log: Log;
  readonly mask: (text: string) => string;
  /** Wall clock of the start, ms since 1970. */
  readonly started: number;
}

/** Differences that are shown, and lines around a change that are seen with it. */
const MOST = 500;
const AROUND = 3;

/** What differs between the answer to a request and that to an earlier one, `against`. */
export function differenceSheet(lines: Compared, seq: number, against: number, revealed: boolean): Sheet {
  const { log, mask, started } = lines;
  return logSheet(
    { log, mask },
    {
      key: `difference ${against} ${seq} ${log.row(seq)?.answer}`,
      revealed,
      groups: (secrets) => {
        const found = answerDiff(log, seq, against);
        const time = clock(new Date(started + (log.row(against)?.t ?? 0)));
        const count =
          found.length === 0
            ? `Same as the previous result, #${against} (${time})`
            : `${countWords(found)} from the result in #${against} (${time})`;
        const asked = argumentDiff(log, seq, against);
        const { kind } = answerOf(log, seq);
        const base = kind === answerOf(log, against).kind ? `/${kind}` : '';
        return [
          [textSection('told', [count], { meaning: found.length === 0 ? 'ok' : 'strong' })],
          ...(asked.length === 0 ? [] : [[textSection('asked', ['arguments'], { meaning: 'dim' })]]),
          ...groupsOf(asked, secrets, 'asked', { words: '', pointer: '/params/arguments', isText: false }),
          ...(asked.length === 0 ? [] : [[textSection('answered', ['result'], { meaning: 'dim' })]]),
          ...groupsOf(found, secrets, 'result', { words: '', pointer: base, isText: false }),
        ];
      },
      whole: () => JSON.stringify(answerDiff(log, seq, against), undefined, 2),
      file: fileName(`${summaryOf(log.row(seq)?.method ?? '', log.head(seq, 2048))} difference`, seq),
    },
  );
}

/** How much differs in an answer, in words; nothing where nothing does. */
export function differenceWords(log: Log, seq: number, against: number): string | undefined {
  const found = answerDiff(log, seq, against);
  return found.length === 0 ? undefined : countWords(found);
}

/** What differs in the answers, errors included. */
function answerDiff(log: Log, seq: number, against: number): readonly Difference[] {
  const [before, after] = [against, seq].map((request) => answerOf(log, request)) as [Answer, Answer];
  if (before.kind === after.kind) return jsonDiff(before.json, after.json);
  return [
    { kind: 'removed', path: `/${before.kind}`, text: before.json },
    { kind: 'added', path: `/${after.kind}`, text: after.json },
  ];
}

/** `3 differences`, those in texts and in JSON within texts counted one by one. */
export function countWords(found: readonly Difference[]): string {
  const count = countOf(found);
  if (count === 0) return 'no difference';
  return counted(count, 'difference');
}

const countOf = (found: readonly Difference[]): number =>
  found.reduce((sum, one) => sum + (one.kind === 'inside' ? countOf(one.differences) : 1), 0);

interface Answer {
  readonly kind: 'result' | 'error' | 'end';
  readonly json: string;
}

function answerOf(log: Log, request: number): Answer {
  const answer = log.row(request)?.answer ?? 0;
  const text = log.text(answer) ?? '';
  if (log.row(answer)?.type !== 'frame') return { kind: 'end', json: JSON.stringify(text) };
  const result = memberText(text, 'result');
  return result === undefined
    ? { kind: 'error', json: memberText(text, 'error') ?? 'null' }
    : { kind: 'result', json: result };
}

/** What differs in what was asked with. */
function argumentDiff(log: Log, seq: number, against: number): readonly Difference[] {
  const [before, after] = [against, seq].map(
    (request) => memberText(memberText(log.text(request) ?? '', 'params') ?? '', 'arguments') ?? '{}',
  ) as [string, string];
  return jsonDiff(before, after);
}

/** Where differences are found: the way there in words, and the pointer of what is looked into. */
interface Around {
  readonly words: string;
  readonly pointer: string;
  /** It is a text that holds JSON: what is inside of it has no pointer of its own. */
  readonly isText: boolean;
}

function groupsOf(
  found: readonly Difference[],
  secrets: Secrets,
  id: string,
  around: Around,
): readonly (readonly Section[])[] {
  const groups = found
    .slice(0, MOST)
    .flatMap((one, place) => groupOf(one, secrets, `${id} ${place}`, around));
  if (found.length <= MOST) return groups;
  const more = textSection(`${id} more`, [andMore(found.length - MOST).trim()], { meaning: 'finding' });
  return [...groups, [more]];
}

function groupOf(
  one: Difference,
  secrets: Secrets,
  id: string,
  around: Around,
): readonly (readonly Section[])[] {
  const at = secrets.mask(`${around.words}${one.path}`);
  // In a text there is no pointer: it is the text that has one.
  const path = around.isText ? around.pointer : `${around.pointer}${one.path}`;
  const where = { kind: one.kind, path, name: nameIn(one.path) };
  const head = (sign: string, words = ''): Section =>
    textSection(id, [`${sign} ${at === '' ? 'everything' : at}${words}`], {
      meaning: 'accent',
      path,
    });
  switch (one.kind) {
    case 'added':
      return [[head('+'), ...valueSections('+', one.text, where, secrets, id)]];
    case 'removed':
      return [[head('-'), ...valueSections('-', one.text, where, secrets, id)]];
    case 'changed':
      return [
        [
          head('~'),
          ...valueSections('-', one.before, where, secrets, id),
          ...valueSections('+', one.after, where, secrets, id),
        ],
      ];
    case 'lines':
      if (isHidden(where.name, secrets)) return [[head('~', ' (hidden)')]];
      return [[head('~', ` (${lineWords(one.runs)})`), ...runSections(one.runs, secrets, id)]];
    case 'inside':
      if (isHidden(where.name, secrets)) return [[head('~', ' (hidden)')]];
      return groupsOf(one.differences, secrets, id, {
        words: `${around.words}${one.path} > `,
        pointer: path,
        isText: true,
      });
    case 'order': {
      const names = (sign: Sign, all: readonly string[]): Section =>
        textSection(`${id} ${sign}`, [`${sign} ${secrets.mask(all.join(', '))}`], {
          meaning: meaningOf(sign),
        });
      return [[head('~', ' (different key order)'), names('-', one.before), names('+', one.after)]];
    }
  }
}

type Sign = '+' | '-';

const meaningOf = (sign: Sign): Meaning => (sign === '+' ? 'ok' : 'failed');

/** Where a value stands: what became of it there, its pointer in the message, and the name that it stands under. */
interface Where {
  readonly kind: Difference['kind'];
  readonly path: string;
  readonly name: string | undefined;
}

/** Whether what stands under a name is hidden whatever it says. */
const isHidden = (name: string | undefined, { hide }: Secrets): boolean => hide('"x"', name) !== '"x"';

/** A value with its sign beside it; of an object or an array a value a row, below it. */
function valueSections(
  sign: Sign,
  json: string,
  { kind, path, name }: Where,
  { hide }: Secrets,
  id: string,
): readonly Section[] {
  const meaning = meaningOf(sign);
  const rows = /^[{[]/.test(json) ? jsonSection(`${id} ${sign} json`, json, path) : undefined;
  // Where it came or went as a whole the sign stands before its place.
  const marked = kind === 'changed' ? [textSection(`${id} ${sign}`, [sign], { meaning })] : [];
  if (rows !== undefined) return [...marked, rows];
  const shown = json.startsWith('"') ? hide(json, name) : json;
  return [textSection(`${id} ${sign}`, [`${sign} ${shown}`], { meaning, path })];
}

/** The name that a value stands under: its own, or that of the array it is in. */
const nameIn = (path: string): string | undefined =>
  stepsOf(path)?.findLast((step) => !isIndex(step, Number(step)));

function lineWords(runs: readonly Run<string>[]): string {
  const count = (kind: Run<string>['kind']): number =>
    runs.reduce((sum, run) => sum + (run.kind === kind ? run.items.length : 0), 0);
  return `lines: ${count('removed')} removed, ${count('added')} added`;
}

/** Lines with their signs; of those that are the same only some around each change. */
function runSections(runs: readonly Run<string>[], { mask }: Secrets, id: string): readonly Section[] {
  return runs.flatMap(({ kind, items }, place): Section[] => {
    const section = `${id} ${place}`;
    const lines = items.map(mask);
    if (kind !== 'same') {
      const sign = kind === 'added' ? '+' : '-';
      return [
        textSection(
          section,
          lines.map((line) => `${sign} ${line}`),
          { meaning: meaningOf(sign) },
        ),
      ];
    }
    const first = place === 0 ? [] : lines.slice(0, AROUND);
    const rest = lines.slice(first.length);
    const last = place === runs.length - 1 ? [] : rest.slice(-AROUND);
    const left = rest.length - last.length;
    const gap = left === 0 ? [] : [`  … ${left} unchanged ${left === 1 ? 'line' : 'lines'}`];
    return [
      ...(first.length === 0 ? [] : [textSection(section, first.map(indented))]),
      ...(gap.length === 0 ? [] : [textSection(`${section} gap`, gap, { meaning: 'dim' })]),
      ...(last.length === 0 ? [] : [textSection(`${section} last`, last.map(indented))]),
    ];
  });
}

const indented = (line: string): string => `  ${line}`;
