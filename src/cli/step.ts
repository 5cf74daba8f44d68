import { elementTexts, memberText, memberTexts } from '../json/parts.ts';
import { locateError } from '../json/reader.ts';
import { isObject } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import { UsageError } from './exit.ts';

/** A request or notification of a step: any method, the params as written. */
export interface SendStep {
  readonly kind: 'send';
  readonly method: string;
  readonly params: unknown;
  /** ms after which it is cancelled. */
  readonly cancelAfter?: number;
  /** The first answer is the answer, even if it asks for input. */
  readonly raw: boolean;
}

/** What one request or pause is, alone on its line or beside others. */
export type SingleStep = SendStep | { readonly kind: 'sleep'; readonly ms: number };

/** One line of a file of steps. */
export type ScriptStep = SingleStep | { readonly kind: 'together'; readonly steps: readonly SingleStep[] };

/**
 * Reads one line: `{"method", "params"?, "cancelAfter"?}`, `{"sleep": ms}` or `{"together": [step, …]}`. Throws a
 * UsageError that says what is wrong with it. Params keep their digits and the order of their members.
 */
export function parseStep(text: string): ScriptStep {
  const value = parsed(text);
  if (!isObject(value)) throw new UsageError('a step must be an object, e.g. {"method": "ping"}');
  if ('together' in value) return together(text, value['together']);
  return simple(text, value);
}

function simple(text: string, value: Readonly<Record<string, unknown>>): SingleStep {
  if ('sleep' in value) return { kind: 'sleep', ms: span('sleep', value['sleep']) };
  const { method, cancelAfter, raw } = value;
  if (typeof method !== 'string' || method === '') {
    throw new UsageError('a step needs one of "method", "sleep" and "together"');
  }
  return {
    kind: 'send',
    method,
    params: asWritten(memberText(text, 'params')),
    raw: raw === true,
    ...(cancelAfter === undefined ? {} : { cancelAfter: span('cancelAfter', cancelAfter) }),
  };
}

function together(text: string, value: unknown): ScriptStep {
  if (!Array.isArray(value)) throw new UsageError('"together" must be an array of steps');
  const texts = elementTexts(memberText(text, 'together') ?? '');
  const steps = (texts ?? []).map((one) => {
    const step = parseStep(one);
    if (step.kind === 'together') throw new UsageError('"together" cannot be nested');
    return step;
  });
  return { kind: 'together', steps };
}

function parsed(text: string): unknown {
  const problem = locateError(text);
  if (problem === undefined) return JSON.parse(text);
  throw new UsageError(`not JSON: ${problem.message} (column ${problem.column})`);
}

function span(name: string, value: unknown): number {
  if (typeof value !== 'number' || value < 0) {
    throw new UsageError(`"${name}" must be a number of milliseconds, e.g. {"${name}": 500}`);
  }
  return value;
}

/** The members one by one, so that a progress token can be put beside those of `_meta`. */
function asWritten(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const members = memberTexts(text);
  if (members === undefined) return new JsonText(text);
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      name === '_meta' ? (asWrittenMeta(member) ?? new JsonText(member)) : new JsonText(member),
    ]),
  );
}

function asWrittenMeta(text: string): unknown {
  const members = memberTexts(text);
  return members && Object.fromEntries(members.map(([name, member]) => [name, new JsonText(member)]));
}
