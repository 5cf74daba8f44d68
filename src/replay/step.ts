import { elementTexts, memberText, memberTexts } from '../json/parts.ts';
import { pointerStep } from '../json/path.ts';
import { locateError } from '../json/reader.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { closest } from '../text/suggest.ts';
import { type Expectations, pointerIn, readExpectations } from './expectation.ts';
import { onlyOnce, StepError } from './step-error.ts';
import { VARIABLE_NAME, variablesIn } from './variables.ts';

/** A request or notification of a step: any method, the params as written. */
export interface SendStep {
  readonly kind: 'send';
  readonly name?: string;
  readonly method: string;
  /** Their exact JSON text, in which variables may stand (`${name}`). */
  readonly params?: string;
  /** ms after which it is cancelled. */
  readonly cancelAfter?: number;
  /** The first answer is the answer, even if it asks for input. */
  readonly raw: boolean;
  readonly expect?: Expectations;
  /** The pointers of the values that are kept for later steps. */
  readonly save: readonly SavedValue[];
}

/** What of an answer is kept, and under which name. */
export interface SavedValue {
  readonly name: string;
  readonly pointer: string;
}

/** What one request or pause is, alone on its line or beside others. */
export type SingleStep = SendStep | { readonly kind: 'sleep'; readonly ms: number };

/** One step of a file. */
export type ScriptStep = SingleStep | { readonly kind: 'together'; readonly steps: readonly SingleStep[] };

/** What a step does side by side: its parts, or itself. */
export const partsOf = (step: ScriptStep): readonly SingleStep[] =>
  step.kind === 'together' ? step.steps : [step];

/** The variables that a step needs a value of. */
export const namesOf = (step: SingleStep): readonly string[] =>
  step.kind === 'sleep'
    ? []
    : [...new Set([...variablesIn(step.params ?? ''), ...variablesIn(step.expect?.text ?? '')])];

const SEND = [
  'name',
  'method',
  'params',
  'expect',
  'save',
  'cancelAfter',
  'raw',
  'jsonrpc',
  'id',
  '$comment',
];

/**
 * Reads one step: `{"method", "params"?, "name"?, "expect"?, "save"?, "cancelAfter"?, "raw"?}`, `{"sleep": ms}` or `{"together":
 * [step, …]}`. Throws a StepError that says what is wrong with it, and where. Params keep their digits and the order of their
 * members; the envelope of a message that was copied (`jsonrpc`, `id`) is not sent.
 */
export function parseStep(text: string): ScriptStep {
  const problem = locateError(text);
  if (problem !== undefined) throw new StepError(`not JSON: ${problem.message}`, '', problem.offset);
  return readStep(text, true);
}

function readStep(text: string, mayBeTogether: boolean): ScriptStep {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new StepError('a step must be an object, e.g. {"method": "ping"}');
  onlyOnce(memberTexts(text) ?? [], '');
  if ('together' in value) {
    if (!mayBeTogether) throw new StepError('"together" cannot be nested', '/together');
    return together(text, value);
  }
  if ('sleep' in value) {
    onlyKnown(value, ['sleep', '$comment']);
    return { kind: 'sleep', ms: span('sleep', value['sleep']) };
  }
  return sendStep(text, value);
}

function sendStep(text: string, value: JsonObject): SendStep {
  const { method, name, cancelAfter, raw = false } = value;
  if (typeof method !== 'string' || method === '')
    throw new StepError(
      'a step needs one of "method", "sleep" and "together"',
      'method' in value ? '/method' : '',
    );
  onlyKnown(value, SEND);
  if (name !== undefined && (typeof name !== 'string' || name === ''))
    throw new StepError('"name" must be a text', '/name');
  if (typeof raw !== 'boolean') throw new StepError('"raw" must be true or false', '/raw');
  const [params, expected, saved] = ['params', 'expect', 'save'].map((member) => memberText(text, member));
  if (method.startsWith('notifications/') && (expected ?? saved) !== undefined)
    throw new StepError('a notification has no answer, so there is nothing to expect or to save', '/method');
  return {
    kind: 'send',
    ...(name !== undefined && { name }),
    method,
    ...(params !== undefined && { params }),
    ...(cancelAfter !== undefined && { cancelAfter: span('cancelAfter', cancelAfter) }),
    raw,
    ...(expected !== undefined && { expect: readExpectations(expected) }),
    save: saved === undefined ? [] : readSave(saved),
  };
}

function together(text: string, value: JsonObject): ScriptStep {
  onlyKnown(value, ['together', '$comment']);
  const texts = elementTexts(memberText(text, 'together') ?? '');
  if (texts === undefined) throw new StepError('"together" must be an array of steps', '/together');
  const steps = texts.map((one, place) => {
    try {
      return readStep(one, false) as SingleStep;
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      throw new StepError(error.message, `/together/${place}${error.at}`);
    }
  });
  return { kind: 'together', steps };
}

function readSave(text: string): readonly SavedValue[] {
  const members = memberTexts(text);
  if (members === undefined)
    throw new StepError('"save" must be an object, e.g. {"id": "/result/structuredContent/id"}', '/save');
  onlyOnce(members, '/save');
  return members.map(([name, one]) => {
    const at = `/save/${pointerStep(name)}`;
    if (!VARIABLE_NAME.test(name))
      throw new StepError(
        `"${name}" is not a name: letters, digits, _ . and -, with a letter or _ first`,
        at,
      );
    const pointer: unknown = JSON.parse(one);
    if (typeof pointer !== 'string')
      throw new StepError(`"${name}" needs a JSON pointer, e.g. "/result/structuredContent/id"`, at);
    return { name, pointer: pointerIn(pointer, at) };
  });
}

/** A mistyped "expect" would be a test that always holds. */
function onlyKnown(value: JsonObject, known: readonly string[]): void {
  const odd = Object.keys(value).find((name) => !known.includes(name));
  if (odd === undefined) return;
  const near = closest(odd, known);
  const hint = near === undefined ? `there are ${known.join(', ')}` : `did you mean "${near}"?`;
  throw new StepError(`"${odd}" is not known here: ${hint}`, `/${pointerStep(odd)}`);
}

/** ms, the most that a timer can wait for: about 24 days. */
export const LONGEST = 2 ** 31 - 1;

function span(name: string, value: unknown): number {
  if (typeof value !== 'number' || value < 0)
    throw new StepError(`"${name}" must be a number of milliseconds, e.g. {"${name}": 500}`, `/${name}`);
  if (value > LONGEST) throw new StepError(`"${name}" can be at most ${LONGEST} milliseconds`, `/${name}`);
  return value;
}
