import { MOST, readBytes, textOf } from '../disk/file.ts';
import { replace } from '../disk/write.ts';
import { parseJsonc } from '../json/jsonc.ts';
import { appendItem, edited, jsoncTree } from '../json/jsonc-edit.ts';
import { isObject } from '../json/shape.ts';
import { isMissing, reason } from '../text/reason.ts';

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
    const text = contentOf(path);
    const added = text === undefined ? begun(path, line([])) : withStep(text, line);
    if ('why' in added) return added;
    replace(path, added.text, 0o666);
    return { step: added.step };
  } catch (error) {
    return { why: reason(error) };
  }
}

function contentOf(path: string): string | undefined {
  try {
    return textOf(readBytes(path, MOST.content));
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

/** The text of a file with one more step; nothing is added to what is no file of steps. */
export function withStep(text: string, line: (names: readonly string[]) => string): Added {
  const bare = text.replace(/^\s*(?:(?:\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)\s*)*/, '');
  return bare.startsWith('[') ? inArray(text, line) : onLine(text, line);
}

function inArray(text: string, line: (names: readonly string[]) => string): Added {
  const parsed = parseJsonc(text);
  if ('problem' in parsed) return notSteps(parsed.problem.line, parsed.problem.message);
  const tree = jsoncTree(text);
  const values = Array.isArray(parsed.value) ? parsed.value : [];
  const wrong = values.findIndex((value) => !isStep(value));
  if (tree?.items === undefined || wrong >= 0)
    return notSteps(undefined, `element ${wrong + 1} is not a step`);
  return {
    text: edited(text, appendItem(text, tree, line(values.flatMap(nameOf)))),
    step: values.length + 1,
  };
}

function onLine(text: string, line: (names: readonly string[]) => string): Added {
  const names: string[] = [];
  let step = 1;
  for (const [at, written] of text.split('\n').entries()) {
    if (written.trim() === '' || written.trimStart().startsWith('//')) continue;
    const parsed = parseJsonc(written);
    if ('problem' in parsed) return notSteps(at + 1, parsed.problem.message);
    if (!isStep(parsed.value)) return notSteps(at + 1, 'it is not a step');
    names.push(...nameOf(parsed.value));
    step += 1;
  }
  const between = text === '' || text.endsWith('\n') ? '' : '\n';
  return { text: `${text}${between}${line(names)}\n`, step };
}

const notSteps = (line: number | undefined, what: string): Added => ({
  why: `it is not a file of steps: ${line === undefined ? '' : `line ${line}: `}${what}`,
});

/** A line of a recording has a `type`, a config of a client neither. */
const isStep = (value: unknown): boolean =>
  isObject(value) && !('jsonrpc' in value) && ['method', 'sleep', 'together'].some((name) => name in value);

const nameOf = (value: unknown): readonly string[] =>
  isObject(value) && typeof value['name'] === 'string' ? [value['name']] : [];
