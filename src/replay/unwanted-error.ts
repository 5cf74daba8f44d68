import { memberText } from '../json/parts.ts';
import { isObject } from '../json/shape.ts';
import { errorSentence } from '../session/negotiation.ts';
import type { Expectations } from './expectation.ts';
import { coveredBy } from './pointers.ts';
import type { AnswerDifference } from './verification.ts';

/**
 * The one difference of an answer that is an error where none was wanted; undefined for any other. All else that was expected of
 * it is not there because of that.
 *
 * @param message the whole message
 * @param differences what is not as it was expected
 */
export function unwantedError(
  message: string,
  expect: Expectations | undefined,
  differences: readonly AnswerDifference[],
): AnswerDifference | undefined {
  const pointers = expect?.answer.map(({ pointer }) => pointer) ?? [];
  const error = memberText(message, 'error');
  if (error !== undefined) {
    if (pointers.some(coveredBy(['/error']))) return undefined;
    const is: unknown = JSON.parse(error);
    const said = isObject(is) ? errorSentence(is) : error;
    return { pointer: '/error', kind: 'status', wanted: 'a result', is, got: `an error: ${firstOf(said)}` };
  }
  const result: unknown = JSON.parse(memberText(message, 'result') ?? 'null');
  if (!isObject(result) || result['isError'] !== true) return undefined;
  const hasFailed = differences.some(({ pointer }) => pointer === IS_ERROR);
  // Who expects something that an error has, expects the error.
  const isMeant = pointers.some((one) => !differences.some(({ pointer }) => coveredBy([one])(pointer)));
  if (!hasFailed && (isMeant || pointers.includes(IS_ERROR))) return undefined;
  const said = firstOf(textIn(result['content']));
  return {
    ...{ pointer: IS_ERROR, kind: 'status', wanted: 'no error (isError)', is: true },
    got: said === '' ? 'an error without a text' : `an error: ${said}`,
  };
}

const IS_ERROR = '/result/isError';

/** Code units of what an error says, and its lines. */
const LONG = 400;
const LINES = 4;

function firstOf(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const shown = lines.slice(0, LINES).join(' / ');
  return shown.length > LONG || lines.length > LINES ? `${shown.slice(0, LONG)}…` : shown;
}

const textIn = (content: unknown): string =>
  (Array.isArray(content) ? content : [])
    .flatMap((one) => (isObject(one) && typeof one['text'] === 'string' ? [one['text']] : []))
    .join('\n');
