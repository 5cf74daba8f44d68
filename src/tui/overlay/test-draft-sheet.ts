import type { Host } from '../../host/host.ts';
import { equal } from '../../json/equal.ts';
import { foldedFrom } from '../../json/fold.ts';
import { jsonIn, textAt } from '../../json/inner.ts';
import { memberText } from '../../json/parts.ts';
import { pointerOf, stepsOf } from '../../json/path.ts';
import { pathOf, rowAt, valueText } from '../../json/rows.ts';
import { isObject } from '../../json/shape.ts';
import type { CallForStep } from '../../replay/call-for-step.ts';
import { errorSaid, type IsHidden, passesWithin, type WantedAnswer } from '../../replay/written-step.ts';
import { mark } from '../../session/redaction/redaction.ts';
import { argumentsOf } from '../../session/summary.ts';
import { counted } from '../../text/measure.ts';
import { memo, memoOf } from '../../time/memo.ts';
import { jsonSection, parted, textSection } from '../kit/sheet/sections.ts';
import type { JsonSection, Section, Sheet, TextSection } from '../kit/sheet/sheet.ts';
import type { Context } from '../world/command.ts';
import { secretsOf } from '../world/secrets.ts';

declare module '../world/ui.ts' {
  interface Ui {
    /** The test that is made of a call. */
    readonly testDraft?: TestDraft;
    /** The file of steps that was used last, as it was typed. */
    readonly stepsFile?: string;
  }
}

/** A test as far as it is made. */
export interface TestDraft {
  readonly call: CallForStep;
  readonly name: string;
  /** ms that it may take, where that is ticked. */
  readonly ms: number;
  readonly ticks: readonly Tick[];
  readonly values: WantedAnswer['values'];
}

/** What can be ticked besides values. */
export type Tick = 'outcome' | 'schema' | 'ms' | 'findings';

/** What enter does in rows of the sheet. */
export interface DraftActs {
  readonly toggle: (context: Context, tick: Tick) => void;
  readonly rename: (context: Context) => void;
  readonly choose: (context: Context) => void;
  readonly time: (context: Context) => void;
}

/** The file that steps are written to at first, in the folder that the program was started in. */
export const STEPS_FILE = 'mcp.steps.jsonl';

/** Names the sheet of a call. */
export const draftKey = ({ seq }: CallForStep): string => `keep ${seq}`;

/** The call, what can be ticked, and its answer, of which each value can be ticked. */
export const draftSheet = memo(
  (
    host: Host,
    acts: DraftActs,
    testDraft: TestDraft,
    file: string,
    revealed: boolean,
    hasSchema: boolean,
  ): Sheet => {
    const { call, values } = testDraft;
    const isHidden = hiddenIn(host);
    const secrets = secretsOf(host.mask, revealed);
    const sent = `{"params": ${call.params ?? '{}'}}`;
    const said = [call.method, call.subject, argumentsOf(sent)].filter((word) => word !== '').join(' ');
    const sections = parted([
      [textSection('call', [secrets.mask(said)], { meaning: 'strong' }), ...fields(testDraft, file, acts)],
      ticksOf(testDraft, hasSchema, acts, secrets.mask, isHidden),
      answerOf(call),
    ]);
    return {
      key: draftKey(call),
      sections,
      hide: secrets.hide,
      before: (section, row) => boxOf(section, row, values, isHidden),
      whyNotSaved: 'There is nothing to save here: the step is written with ctrl+s.',
      whole: () => call.answer,
      file: 'answer',
    };
  },
);

function fields({ call, name }: TestDraft, file: string, { rename, choose }: DraftActs): readonly Section[] {
  const variables = call.variables.map((one) => `\${env:${one}}`);
  const hang = FIELD;
  return [
    textSection('name', [`${'name'.padEnd(FIELD)}${name}`], { hang, press: { word: 'rename', run: rename } }),
    textSection('file', [`${'file'.padEnd(FIELD)}${file}`], {
      hang,
      press: { word: 'other file', run: choose },
    }),
    ...(variables.length === 0
      ? []
      : [
          textSection('variables', [`${'secrets'.padEnd(FIELD)}written as ${variables.join(', ')}`], {
            ...{ hang, meaning: 'dim' },
          }),
        ]),
  ];
}

/** Cells of the name of a field. */
const FIELD = 9;

/** What is wanted of the answer as a whole. */
function ticksOf(
  testDraft: TestDraft,
  hasSchema: boolean,
  acts: DraftActs,
  mask: (text: string) => string,
  isHidden: IsHidden,
): readonly Section[] {
  const { call, ticks, ms } = testDraft;
  const row = (tick: Tick, words: string, press?: TextSection['press']): Section => {
    const isTicked = ticks.includes(tick);
    const toggle = { word: isTicked ? 'untick' : 'tick', run: (now: Context) => acts.toggle(now, tick) };
    return textSection(`tick ${tick}`, [`[${isTicked ? 'x' : ' '}] ${words}`], { press: press ?? toggle });
  };
  return [
    row('outcome', mask(outcomeWords(call, isHidden))),
    ...(hasSchema ? [row('schema', 'fits its outputSchema')] : []),
    row('ms', `faster than ${ms} ms`, { word: 'other time', run: acts.time }),
    row(
      'findings',
      call.findings === 0 ? 'no findings' : `no findings (it has ${counted(call.findings, 'finding')})`,
    ),
  ];
}

function outcomeWords(call: CallForStep, isHidden: IsHidden): string {
  const { kind, answer } = call;
  if (kind === 'result') return 'no error';
  if (kind === 'error') return `this error (code ${textAt(answer, '/error/code') ?? 'missing'})`;
  const said = errorSaid(call, isHidden);
  return said === undefined ? 'any tool error (isError)' : `this tool error: ${JSON.parse(said)}`;
}

/** The answer as rows, and below it the JSON that its texts hold. */
const answerOf = memoOf((call: CallForStep): readonly Section[] => {
  const { answer, kind } = call;
  const member = kind === 'error' ? 'error' : 'result';
  const whole = jsonSection('answer', memberText(answer, member) ?? 'null', `/${member}`);
  if (whole === undefined) return [];
  const structured = textAt(answer, '/result/structuredContent');
  const inside = textsIn(whole).filter(
    ({ rows }) => structured === undefined || !equal(rows.text, structured),
  );
  return [
    textSection(
      'legend',
      ['space ticks what must be in the answer again: [=] this value, [~] any value of its type'],
      {
        meaning: 'dim',
      },
    ),
    short(whole),
    ...inside.flatMap((section) => [
      textSection(`in ${section.path}`, [`JSON in ${section.path}`], { meaning: 'dim' }),
      short(section),
    ]),
  ];
});

/** What is long is folded at first. */
const short = (section: JsonSection): JsonSection =>
  section.rows.length > LONG ? { ...section, fold: foldedFrom(section.rows, 2) } : section;
const LONG = 60;

/** How many texts are looked into. */
const MOST_TEXTS = 20;

/** The JSON in the strings of a section. */
function textsIn({ rows, path }: JsonSection): readonly JsonSection[] {
  const found: JsonSection[] = [];
  for (let row = 0; row < rows.length && found.length < MOST_TEXTS; row += 1) {
    // What begins as a word does is not read as JSON.
    if (rowAt(rows, row).kind !== 'string' || !/[\s{[\\]/.test(rows.text[(rows.starts[row] ?? 0) + 1] ?? ''))
      continue;
    const inner = jsonIn(valueText(rows, row));
    const at = `${path}${pointerOf(pathOf(rows, row))}`;
    const section = inner === undefined ? undefined : jsonSection(at, inner, at);
    if (section !== undefined) found.push(section);
  }
  return found;
}

/** The box before a row of the answer; what is ticked with what is around it has none of its own. */
function boxOf(
  { rows, path }: JsonSection,
  row: number,
  values: WantedAnswer['values'],
  isHidden: IsHidden,
): string {
  if (rowAt(rows, row).role === 'close') return '    ';
  const pointer = `${path}${pointerOf(pathOf(rows, row))}`;
  const own = values[pointer];
  if (own !== undefined) return own === 'value' ? '[=] ' : '[~] ';
  if (covering(values, pointer) === undefined) return '[ ] ';
  const json = valueText(rows, row);
  return passesWithin(json, stepsOf(pointer)?.at(-1), isHidden) ? ' ~  ' : ' =  ';
}

/** What is ticked around a place, and is wanted there as it is. */
export const covering = (values: WantedAnswer['values'], pointer: string): string | undefined =>
  Object.keys(values).find((one) => values[one] === 'value' && pointer.startsWith(`${one}/`));

/** Whether a value is hidden on the screen or was in a recording. */
export function hiddenIn({ mask }: Pick<Host, 'mask'>): IsHidden {
  const { hide } = secretsOf(mask, false);
  return (json, name) => json.startsWith('"') && (json.includes(mark) || hide(json, name) !== json);
}

/** Whether a tool says how its structured content is made. */
export function hasOutputSchema({ store }: Host, { method, subject, kind }: CallForStep): boolean {
  if (method !== 'tools/call' || kind !== 'result') return false;
  const raw = store.state().lists.tools.items.find(({ name }) => name === subject)?.raw;
  return isObject(raw) && isObject(raw['outputSchema']);
}
