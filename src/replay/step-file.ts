import { elementSpans } from '../json/parts.ts';
import { locateError, problemAt, spanAt } from '../json/reader.ts';
import { afterSpace } from '../json/scan.ts';
import { strictText, withoutComments } from '../json/strict.ts';
import { namesOf, parseStep, partsOf, type ScriptStep, type SingleStep } from './step.ts';
import { StepError } from './step-error.ts';
import { unsetSentence } from './variables.ts';

/** A step with its place in a file. */
export interface StepInFile {
  /** From 1; empty lines and comments do not count. */
  readonly number: number;
  /** Where its text is, in code units. */
  readonly start: number;
  readonly end: number;
  /** Its text as strict JSON: comments and trailing commas are blanks, so that all else stands where it stands in the file. */
  readonly text: string;
  readonly step: ScriptStep | StepError;
}

/** Something wrong in a file of steps. */
export interface StepProblem {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** Absent for what is wrong with the file. */
  readonly step?: StepInFile;
}

/** A file of steps, read as a whole. */
export interface StepFile {
  /** As it is in the file, without a byte order mark. */
  readonly text: string;
  readonly kind: 'lines' | 'array';
  readonly steps: readonly StepInFile[];
  /** What is wrong with its steps, in their order. */
  readonly problems: readonly StepProblem[];
  /** Why it is no file of steps. */
  readonly unusable?: StepProblem;
}

/** A file of steps is read as a whole, and its mistakes are reported one by one. */
const MOST_STEPS = 100_000;
const MOST_WRONG = 100;

/**
 * Reads a file of steps: JSON Lines, in which lines may begin with `//`, or an array of steps as JSON with comments and trailing
 * commas. Its first character that is neither says which.
 */
export function readStepFile(text: string): StepFile {
  return isArray(text) ? inArray(text) : inLines(text);
}

/** Whether a text begins as an array does, behind blanks and comments. */
export const isArray = (text: string): boolean =>
  text[afterSpace(withoutComments(text.slice(0, HEAD)), 0)] === '[';

/** Comments at the top of a file that are looked behind, in code units. */
const HEAD = 64 * 1024;

function inLines(text: string): StepFile {
  const steps: StepInFile[] = [];
  const problems: StepProblem[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (!isBlank(line)) {
      const step = fileStep(steps.length + 1, start, line);
      steps.push(step);
      if (step.step instanceof StepError) problems.push(problemOf(text, step, step.step));
      const unusable = tooMuch(steps, problems);
      if (unusable !== undefined) return { text, kind: 'lines', steps, problems, unusable };
    }
    start += line.length + 1;
  }
  return { text, kind: 'lines', steps, problems };
}

/** Whether a line of a file of steps holds none. */
export const isBlank = (line: string): boolean => /^\s*(?:$|\/\/)/.test(line);

function inArray(text: string): StepFile {
  const strict = strictText(text);
  const file = { text, kind: 'array' as const };
  const broken = locateError(strict);
  if (broken !== undefined) {
    const { line, column, message } = broken;
    return { ...file, steps: [], problems: [], unusable: { line, column, message: `not JSON: ${message}` } };
  }
  const spans = elementSpans(strict) ?? [];
  const steps = spans.map(({ start, end }, at) => fileStep(at + 1, start, strict.slice(start, end)));
  const problems = steps.flatMap((step) =>
    step.step instanceof StepError ? [problemOf(text, step, step.step)] : [],
  );
  const unusable = tooMuch(steps, problems);
  return { ...file, steps, problems, ...(unusable && { unusable }) };
}

function fileStep(number: number, start: number, text: string): StepInFile {
  return { number, start, end: start + text.length, text, step: readStep(text) };
}

/** A step, or what is wrong with it. */
export function readStep(text: string): ScriptStep | StepError {
  try {
    return parseStep(text);
  } catch (error) {
    if (error instanceof StepError) return error;
    throw error;
  }
}

function problemOf(text: string, step: StepInFile, { message, at, offset }: StepError): StepProblem {
  const inside = offset ?? spanAt(step.text, at)?.start ?? 0;
  const { line, column } = problemAt(text, step.start + inside, message);
  return { line, column, message, step };
}

function tooMuch(steps: readonly StepInFile[], problems: readonly StepProblem[]): StepProblem | undefined {
  const last = problems.at(-1);
  if (last !== undefined && problems.length > MOST_WRONG) {
    const message = `not a file of steps: more than ${MOST_WRONG} steps are not valid; the last one: ${last.message}`;
    return { line: last.line, column: last.column, message };
  }
  if (steps.length <= MOST_STEPS) return undefined;
  const message = `the file has more than ${MOST_STEPS} steps: pipe them to stdin (-), which is read step by step`;
  return { line: 1, column: 1, message };
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * All that is wrong in a file of steps before any is sent: that it is none; or each step that is not valid, then each variable
 * that can have no value.
 *
 * @param isMeant whether a step is sent; all are where it is left out
 */
export const problemsIn = (
  file: StepFile,
  env: Environment,
  isMeant: (step: SingleStep) => boolean = () => true,
): readonly StepProblem[] =>
  file.unusable === undefined ? [...file.problems, ...unsetIn(file, env, isMeant)] : [file.unusable];

/** A problem with its place, as compilers tell it. */
export const problemLine = (source: string, { line, column, message }: StepProblem): string =>
  `${source}:${line}:${column}: ${message}`;

/** The variables that have no value when their step comes: none that an earlier step saves, none of the environment. */
function unsetIn(
  { text, steps }: StepFile,
  env: Environment,
  isMeant: (step: SingleStep) => boolean,
): readonly StepProblem[] {
  const saves = (step: StepInFile): readonly string[] =>
    step.step instanceof StepError
      ? []
      : partsOf(step.step).flatMap((one) => (one.kind === 'send' ? one.save.map(({ name }) => name) : []));
  const all = new Set(steps.flatMap(saves));
  const saved = new Set<string>();
  const problems: StepProblem[] = [];
  for (const step of steps) {
    if (step.step instanceof StepError) continue;
    for (const name of new Set(partsOf(step.step).filter(isMeant).flatMap(namesOf))) {
      const message = unsetSentence(name, env, saved, all);
      const inside = Math.max(0, step.text.indexOf(`\${${name}}`));
      if (message === undefined || problems.length >= MOST_WRONG) continue;
      const { line, column } = problemAt(text, step.start + inside, message);
      problems.push({ line, column, message, step });
    }
    for (const name of saves(step)) saved.add(name);
  }
  return problems;
}
