import { exactly } from '../json/equal.ts';
import { textAt } from '../json/inner.ts';
import { DEEPEST, tooDeepAt } from '../json/parse.ts';
import { elementTexts, memberText, memberTexts } from '../json/parts.ts';
import { pointerStep, stepsOf } from '../json/path.ts';
import { RULES, ruleOf } from '../spec/rules.ts';
import { closest } from '../text/suggest.ts';
import { type Judging, judged } from './judge.ts';
import { onlyOnce, StepError } from './step-error.ts';
import { isTest, readTest, type ValueTest } from './value-test.ts';
import type { AnswerDifference } from './verification.ts';

/** What must hold of the answer to a step. */
export interface Expectations {
  /** Of the values that JSON pointers lead to in the message. */
  readonly answer: readonly { readonly pointer: string; readonly test: ValueTest }[];
  /** Of the time that it took. */
  readonly ms?: ValueTest;
  /** Of the ids of the rules that were broken meanwhile, as a sorted array. */
  readonly findings?: ValueTest;
  /** The exact text they were read from. */
  readonly text: string;
}

/** What came of a step. */
export interface StepAnswer {
  /** The message with the result or the error; undefined where none came. */
  readonly message: string | undefined;
  readonly ms: number;
  /** The ids of the rules that were broken, sorted, each once. */
  readonly findings: readonly string[];
}

/** Reads the member `expect` of a step. Throws a StepError that says where it is wrong. */
export function readExpectations(text: string): Expectations {
  const members = memberTexts(text);
  if (members === undefined)
    throw new StepError('"expect" must be an object, e.g. {"/result/isError": {"$not": true}}', '/expect');
  if (tooDeepAt(text) !== undefined)
    throw new StepError(`"expect" is nested more than ${DEEPEST.toLocaleString('en')} deep`, '/expect');
  onlyOnce(members, '/expect');
  const answer: { pointer: string; test: ValueTest }[] = [];
  let ms: ValueTest | undefined;
  let findings: ValueTest | undefined;
  for (const [name, one] of members) {
    const at = `/expect/${pointerStep(name)}`;
    if (name === 'ms') ms = readTime(one, at);
    else if (name === 'findings') findings = readFindings(one, at);
    else answer.push({ pointer: pointerIn(name, at), test: readTest(one, at) });
  }
  return { answer, text, ...(ms && { ms }), ...(findings && { findings }) };
}

/** A pointer into the answer to a step. */
export function pointerIn(text: string, at: string): string {
  if (/^\/(?:result|error)(?:\/|$)/.test(text) && stepsOf(text) !== undefined) return text;
  if (!text.startsWith('/')) {
    const near = closest(text, ['ms', 'findings']);
    const hint = near === undefined ? 'e.g. "/result/content/0/text"' : `or did you mean "${near}"?`;
    throw new StepError(`"${text}" is not a JSON pointer into the answer, ${hint}`, at);
  }
  if (stepsOf(text) === undefined)
    throw new StepError(`"${text}" is not a valid JSON pointer: ~ is written ~0, and / in a name ~1`, at);
  throw new StepError(`"${text}" leads nowhere: a pointer begins with /result or /error`, at);
}

function readTime(text: string, at: string): ValueTest {
  if (isTest(text)) return readTest(text, at);
  const most = /^\d/.test(text) ? text : '500';
  throw new StepError(`"ms" needs a test, as no time is the same twice: {"ms": {"$max": ${most}}}`, at);
}

/** An array of rules is all that may be found, in any order. */
function readFindings(text: string, at: string): ValueTest {
  const items = elementTexts(text);
  if (items === undefined ? !isTest(text) : items.some((item) => !item.startsWith('"')))
    throw new StepError('"findings" needs the ids of rules, e.g. [] for none, or {"$has": "id/late"}', at);
  const test = readTest(items === undefined ? text : `[${[...new Set(items)].sort().join(',')}]`, at);
  for (const id of textsIn(test)) {
    if (ruleOf(id) !== undefined || id.includes('${')) continue;
    const near = closest(id, Object.keys(RULES));
    const hint = near === undefined ? 'docs/findings.md lists all' : `did you mean ${near}?`;
    throw new StepError(`"${id}" is not a rule of a finding; ${hint}`, at);
  }
  return test;
}

/** The texts that a test names as values. */
function textsIn(test: ValueTest): readonly string[] {
  if (test.kind === 'value') return test.text.startsWith('"') ? [JSON.parse(test.text)] : [];
  if (test.kind === 'array') return test.items.flatMap(textsIn);
  if ('tests' in test) return test.tests.flatMap(textsIn);
  return 'test' in test ? textsIn(test.test) : [];
}

/** What is not as it was expected; nothing where all is. */
export function judge(
  { answer, ms, findings }: Expectations,
  came: StepAnswer,
  how: Judging,
): readonly AnswerDifference[] {
  const differences: AnswerDifference[] = judgeAnswer(answer, came.message, how);
  if (ms !== undefined) differences.push(...judged(ms, JSON.stringify(came.ms), 'ms', how));
  if (findings !== undefined && judged(findings, JSON.stringify(came.findings), '', how).length > 0) {
    const [first] = judged({ kind: 'all', tests: [findings] }, JSON.stringify(came.findings), '', how);
    const wanted = first?.wanted;
    const was = findings.kind === 'array' ? { was: JSON.parse(findings.text) } : {};
    differences.push({
      ...{ pointer: 'findings', kind: 'value' },
      ...(wanted === undefined || findings.kind === 'array' ? was : { wanted }),
      is: came.findings,
    });
  }
  return differences;
}

function judgeAnswer(
  expected: Expectations['answer'],
  message: string | undefined,
  how: Judging,
): AnswerDifference[] {
  if (message === undefined)
    return expected.length === 0 ? [] : [{ pointer: '/result', kind: 'status', wanted: 'an answer' }];
  const found: AnswerDifference[] = [];
  const error = memberText(message, 'error');
  let hasStatus = false;
  for (const { pointer, test } of expected) {
    const [, part = ''] = /^\/(result|error)/.exec(pointer) ?? [];
    const isOther = memberText(message, part) === undefined;
    const differences = judged(test, textAt(message, pointer), pointer, how);
    // Nothing that is said of a result holds of an error, not even what is said by "$not".
    const isHidden = isOther && part === 'result' && pointer !== '/result';
    if (!isOther || (differences.length === 0 && !isHidden))
      found.push(
        ...differences.map((one) => (one.pointer === pointer ? one : { ...one, expectation: pointer })),
      );
    else if (!hasStatus) {
      hasStatus = true;
      found.push({
        ...{ pointer: `/${part}`, kind: 'status', wanted: part === 'error' ? 'an error' : 'a result' },
        is: exactly(error ?? memberText(message, 'result') ?? 'null'),
      });
    }
  }
  return found;
}
