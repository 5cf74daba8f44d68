import { elementTexts, memberText } from '../json/parts.ts';
import { locateError } from '../json/reader.ts';
import { isObject } from '../json/shape.ts';

/** What is wrong with a step, in a sentence that says what to write instead. */
export class StepError extends Error {
  override name = 'StepError';
}

/** A request or notification of a step: any method, the params as written. */
export interface SendStep {
  readonly kind: 'send';
  readonly method: string;
  /** Their exact JSON text. */
  readonly params?: string;
  /** ms after which it is cancelled. */
  readonly cancelAfter?: number;
  /** The first answer is the answer, even if it asks for input. */
  readonly raw: boolean;
}

/** What one request or pause is, alone on its line or beside others. */
export type SingleStep = SendStep | { readonly kind: 'sleep'; readonly ms: number };

/** One step of a file. */
export type ScriptStep = SingleStep | { readonly kind: 'together'; readonly steps: readonly SingleStep[] };

/** What a step does side by side: its parts, or itself. */
export const partsOf = (step: ScriptStep): readonly SingleStep[] =>
  step.kind === 'together' ? step.steps : [step];

/**
 * Reads one step: `{"method", "params"?, "cancelAfter"?}`, `{"sleep": ms}` or `{"together": [step, …]}`. Throws a
 * StepError that says what is wrong with it. Params keep their digits and the order of their members.
 */
export function parseStep(text: string): ScriptStep {
  const value = parsed(text);
  if (!isObject(value)) throw new StepError('a step must be an object, e.g. {"method": "ping"}');
  if ('together' in value) return together(text, value['together']);
  return simple(text, value);
}

function simple(text: string, value: Readonly<Record<string, unknown>>): SingleStep {
  if ('sleep' in value) return { kind: 'sleep', ms: span('sleep', value['sleep']) };
  const { method, cancelAfter, raw } = value;
  if (typeof method !== 'string' || method === '') {
    throw new StepError('a step needs one of "method", "sleep" and "together"');
  }
  const params = memberText(text, 'params');
  return {
    kind: 'send',
    method,
    ...(params !== undefined && { params }),
    raw: raw === true,
    ...(cancelAfter === undefined ? {} : { cancelAfter: span('cancelAfter', cancelAfter) }),
  };
}

function together(text: string, value: unknown): ScriptStep {
  if (!Array.isArray(value)) throw new StepError('"together" must be an array of steps');
  const texts = elementTexts(memberText(text, 'together') ?? '');
  const steps = (texts ?? []).map((one) => {
    const step = parseStep(one);
    if (step.kind === 'together') throw new StepError('"together" cannot be nested');
    return step;
  });
  return { kind: 'together', steps };
}

function parsed(text: string): unknown {
  const problem = locateError(text);
  if (problem === undefined) return JSON.parse(text);
  throw new StepError(`not JSON: ${problem.message} (column ${problem.column})`);
}

function span(name: string, value: unknown): number {
  if (typeof value !== 'number' || value < 0) {
    throw new StepError(`"${name}" must be a number of milliseconds, e.g. {"${name}": 500}`);
  }
  return value;
}
