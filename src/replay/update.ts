import { compact } from '../json/compact.ts';
import { jsonIn, textAt } from '../json/inner.ts';
import { edited, type TextEdit } from '../json/jsonc-edit.ts';
import { pointerStep } from '../json/path.ts';
import { pretty } from '../json/pretty.ts';
import { spanAt } from '../json/reader.ts';
import type { Expectations } from './expectation.ts';
import type { ValueTest } from './value-test.ts';
import { variablesIn } from './variables.ts';
import type { AnswerDifference } from './verification.ts';

/** A step that came out otherwise than its file says. */
export interface Deviation {
  /** Which step of the file it is, and which part of that, as its report has it. */
  readonly index: number;
  readonly part?: number | undefined;
  /** How it is called in a sentence. */
  readonly label: string;
  /** Where its text is in the file, and as strict JSON. */
  readonly start: number;
  readonly text: string;
  /** The pointer to it within that text, of a part of several. */
  readonly at: string;
  readonly expect?: Expectations | undefined;
  /** The message with the answer. */
  readonly message?: string | undefined;
  readonly differences: readonly AnswerDifference[];
}

/** A file with the values that were found. */
export interface UpdatedFile {
  readonly text: string;
  /** The steps that have new values. */
  readonly changed: readonly Deviation[];
  /** Those of them that expect nothing else than what came, now. */
  readonly settled: readonly Deviation[];
  /** What was not, and why, in sentences. */
  readonly left: readonly string[];
}

/**
 * Writes the values found into the steps of a file, where they expect plain values; all else in it stays to the character. A test
 * that failed stays, and so does what a variable stands in.
 *
 * @param isSecret whether a text holds what must not be written down
 */
export function updatedFile(
  file: string,
  deviations: readonly Deviation[],
  isSecret: (text: string) => boolean,
): UpdatedFile {
  const edits: TextEdit[] = [];
  const left: string[] = [];
  const changed: Deviation[] = [];
  const settled: Deviation[] = [];
  for (const deviation of deviations) {
    const [before, lefts] = [edits.length, left.length];
    const { label, start, at, expect, differences } = deviation;
    const told = new Set<AnswerDifference>();
    const isError = differences.some(({ kind, got }) => kind === 'status' && got !== undefined);
    for (const { pointer, test } of isError ? [] : (expect?.answer ?? [])) {
      const own = differences.filter((one) => (one.expectation ?? one.pointer) === pointer);
      if (own.length === 0) continue;
      for (const one of own) told.add(one);
      const place = `${at}/expect/${pointerStep(pointer)}`;
      const found = newValues({ ...deviation, pointer, test, place, own }, isSecret);
      if ('why' in found) {
        left.push(`${label}: ${pointer} ${found.why}`);
        continue;
      }
      for (const edit of found.edits) edits.push({ ...edit, from: start + edit.from, to: start + edit.to });
    }
    for (const { pointer, kind, got } of differences.filter((one) => !told.has(one)))
      left.push(
        kind === 'status' && got !== undefined
          ? `${label}: the answer is ${got}`
          : `${label}: ${pointer} is not a value that the step expects`,
      );
    if (edits.length > before) changed.push(deviation);
    if (edits.length > before && left.length === lefts) settled.push(deviation);
  }
  return { text: edited(file, edits), changed, settled, left };
}

/** An expectation of a step that did not hold. */
interface Failed extends Deviation {
  readonly pointer: string;
  readonly test: ValueTest;
  /** Where it is written, as a pointer into the text of the step. */
  readonly place: string;
  readonly own: readonly AnswerDifference[];
}

type NewValues = { readonly edits: readonly TextEdit[] } | { readonly why: string };

function newValues(failed: Failed, isSecret: (text: string) => boolean): NewValues {
  const { text, message, pointer, test, place } = failed;
  const span = spanAt(text, place);
  const answered = message === undefined ? undefined : textAt(message, pointer);
  if (span === undefined || answered === undefined) return { why: 'has no value now' };
  const written = text.slice(span.start, span.end);
  if (!isPlain(test) || /^\s*\{\s*"\$/.test(written))
    return { why: 'is checked by a test, which --update leaves alone' };
  if (variablesIn(written).length > 0)
    return { why: 'is checked against a variable, which --update leaves alone' };
  const now = test.kind === 'value' ? answered : (jsonIn(answered) ?? answered);
  if (isSecret(now)) return { why: 'holds a secret now, which is not written into a file' };
  if (now.includes('${') || /"\$[^"]*"\s*:/.test(now))
    return { why: 'has a $ now that means something else in a step: write it by hand' };
  return {
    edits: leafEdits(failed) ?? [{ from: span.start, to: span.end, text: likeBefore(now, text, span) }],
  };
}

/** The single values within an object or array that are others now; nothing where members have come or gone. */
function leafEdits({ text, message = '', pointer, place, own }: Failed): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const difference of own) {
    const span = spanAt(text, place + difference.pointer.slice(pointer.length));
    const now = textAt(message, difference.pointer);
    if (span === undefined || now === undefined || difference.kind === 'added') return undefined;
    edits.push({ from: span.start, to: span.end, text: likeBefore(now, text, span) });
  }
  return edits;
}

/** A value in the style of the one whose place it takes: in lines where that is, on one line otherwise. */
function likeBefore(
  now: string,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const before = text.slice(start, end);
  if (!/[\r\n]/.test(before)) return /": /.test(text) || /[\r\n]/.test(now) ? compact(now, LONGEST) : now;
  const begin = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const indent = /^[ \t]*/.exec(text.slice(begin, start))?.[0] ?? '';
  const unit = indent.includes('\t') ? '\t' : /\n( +)\S/.exec(before)?.[1]?.slice(indent.length) || '  ';
  const lineBreak = before.includes('\r\n') ? '\r\n' : '\n';
  return pretty(now).replace(/\n( *)/g, (_, by: string) => lineBreak + indent + unit.repeat(by.length / 2));
}

/** More than any answer has. */
const LONGEST = Number.MAX_SAFE_INTEGER / 8;

/** Whether a test is a value and nothing else. */
function isPlain(test: ValueTest): boolean {
  switch (test.kind) {
    case 'value':
      return true;
    case 'object':
      return !test.open && test.members.every(([, one]) => isPlain(one));
    case 'array':
      return !test.open && test.items.every(isPlain);
    case 'match':
    case 'type':
    case 'min':
    case 'max':
    case 'length':
    case 'has':
    case 'not':
    case 'any':
    case 'all':
    case 'schema':
      return false;
  }
}
