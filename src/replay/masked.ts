import { exactly } from '../json/equal.ts';
import { elementTexts, memberTexts } from '../json/parts.ts';
import { stepsOf } from '../json/path.ts';
import { JsonText, write } from '../json/write.ts';
import type { AnswerDifference, VerifiedStep } from './verification.ts';

type Mask = (text: string) => string;

/** A step without the secrets that an answer repeats, or that its params or its expectations hold. */
export function maskedStep(step: VerifiedStep, mask: Mask): VerifiedStep {
  const { why, subject, differences } = step;
  return {
    ...{
      ...step,
      subject: mask(subject),
      differences: differences.map((one) => maskedDifference(one, mask)),
    },
    ...(why === undefined ? {} : { why: mask(why) }),
  };
}

/** A difference without secrets: a value is masked under the names that its pointer leads through, as within its answer. */
export function maskedDifference(difference: AnswerDifference, mask: Mask): AnswerDifference {
  const { pointer, was, is, wanted, got } = difference;
  const under = maskUnder(pointer, mask);
  const masked = (value: unknown): unknown => {
    const text = write(value);
    const now = under(text);
    if (now === text) return value;
    return value instanceof JsonText ? new JsonText(now) : exactly(now);
  };
  return {
    ...{ ...difference, pointer: mask(pointer) },
    ...(was === undefined ? {} : { was: masked(was) }),
    ...(is === undefined ? {} : { is: masked(is) }),
    ...(wanted === undefined ? {} : { wanted: mask(wanted).replace(STRING, under) }),
    ...(got === undefined ? {} : { got: mask(got) }),
  };
}

/** A string of JSON in a sentence. */
const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Masks the JSON text of a value that stands at a pointer. */
function maskUnder(pointer: string, mask: Mask): Mask {
  const steps = stepsOf(pointer) ?? [];
  const around = steps.map((step) => (/^\d+$/.test(step) ? ['[', ']'] : [`{${JSON.stringify(step)}:`, '}']));
  const before = around.map(([open]) => open).join('');
  const after = around
    .map(([, close]) => close)
    .reverse()
    .join('');
  return (text) => {
    const masked = mask(before + text + after);
    // Names may be masked as well: there is one way down all the same.
    return steps.reduce(
      (found, _) => memberTexts(found)?.[0]?.[1] ?? elementTexts(found)?.[0] ?? found,
      masked,
    );
  };
}
