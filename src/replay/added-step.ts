import { MOST, readBytes, textOf } from '../disk/file.ts';
import { replace } from '../disk/write.ts';
import { appendItem, edited, jsoncTree } from '../json/jsonc-edit.ts';
import { isMissing, reason } from '../text/reason.ts';
import { partsOf, type ScriptStep } from './step.ts';
import { StepError } from './step-error.ts';
import { readStepFile } from './step-file.ts';

/** Which step of the file it has become, from 1; or why it was not added, in words that end a sentence. */
export type AddedStep = { readonly step: number } | { readonly why: string };

/**
 * Adds a step behind all others of a file of steps: as a line, or as an element where the file is an array, whose comments
 * stay. A file that is not there is begun, as an array where its name says so. It is written whole or not at all.
 *
 * @param line makes the text of the step, for the names that the file has already
 */
export function addStep(path: string, line: (names: readonly string[]) => string): AddedStep {
  try {
    const bytes = contentOf(path);
    const added = bytes === undefined ? begun(path, line([])) : withStep(textOf(bytes), line);
    if ('why' in added) return added;
    const mark = bytes?.subarray(0, BOM.length).equals(BOM) ? BOM : '';
    replace(path, `${mark}${added.text}`, 0o666, () => {
      const now = contentOf(path);
      if (now === undefined ? bytes !== undefined : bytes === undefined || !now.equals(bytes))
        throw new Error('the file was changed meanwhile');
    });
    return { step: added.step };
  } catch (error) {
    return { why: reason(error) };
  }
}

/** Some editors begin a file with it, and miss it. */
const BOM = Buffer.from('\uFEFF');

function contentOf(path: string): Buffer | undefined {
  try {
    return readBytes(path, MOST.content);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

type Added = { readonly text: string; readonly step: number } | { readonly why: string };

const begun = (path: string, step: string): Added => ({
  text: /\.jsonc?$/i.test(path) ? `[\n  ${step}\n]\n` : `${step}\n`,
  step: 1,
});

/** The text of a file with one more step; nothing is added to a file with anything else in it. */
export function withStep(text: string, line: (names: readonly string[]) => string): Added {
  const file = readStepFile(text);
  const wrong = file.unusable ?? file.problems[0];
  if (wrong !== undefined) return { why: `line ${wrong.line} is not a step: ${wrong.message}` };
  const names = file.steps.flatMap(({ step }) => (step instanceof StepError ? [] : namesIn(step)));
  const step = file.steps.length + 1;
  const tree = file.kind === 'array' ? jsoncTree(text) : undefined;
  if (tree !== undefined) return { step, text: edited(text, appendItem(text, tree, line(names))) };
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const between = text === '' || text.endsWith('\n') ? '' : lineBreak;
  return { step, text: `${text}${between}${line(names)}${lineBreak}` };
}

const namesIn = (step: ScriptStep): readonly string[] =>
  partsOf(step).flatMap((one) => (one.kind === 'send' && one.name !== undefined ? [one.name] : []));
