import { canonicalNumber, canonicalText } from '../json/canonical.ts';
import { elementTexts, memberTexts } from '../json/parts.ts';
import { type Path, pointerOf } from '../json/path.ts';
import type { Group, InnerChange } from './change.ts';

/** Differences between two texts of an item in numbers that a double cannot distinguish. Empty if a text is not known. */
export function numberDifference(
  before: string | undefined,
  after: string | undefined,
): readonly InnerChange[] {
  if (before === undefined || after === undefined || before === after || !LONG.test(before)) return [];
  if (canonicalText(before) === canonicalText(after)) return [];
  return numbersIn([], before, after);
}

/** A number with more digits than a double can be trusted with. */
const LONG = /\d{16}/;

function numbersIn(path: Path, before: string, after: string): readonly InnerChange[] {
  if (before === after) return [];
  const [old, now] = [memberTexts(before), memberTexts(after)];
  if (old !== undefined && now !== undefined) {
    const values = new Map(now);
    return old.flatMap(([name, text]) => numbersIn([...path, name], text, values.get(name) ?? text));
  }
  const [items, others] = [elementTexts(before), elementTexts(after)];
  if (items !== undefined && others !== undefined)
    return items.flatMap((text, at) => numbersIn([...path, at], text, others[at] ?? text));
  if (!NUMBER.test(before) || !NUMBER.test(after) || Number(before) !== Number(after)) return [];
  const [was, is] = [canonicalNumber(before), canonicalNumber(after)];
  return was === is
    ? []
    : [{ path: pointerOf(path), kind: 'changed', group: groupOf(path, was, is), before: was, after: is }];
}

const NUMBER = /^-?\d/;

/** Only for the bounds of a schema is it known who breaks. */
function groupOf([member, ...steps]: Path, before: string, after: string): Group {
  const keyword = String(steps.at(-1));
  const isUpper = /^(?:m|exclusiveM)aximum$/.test(keyword);
  if (!isUpper && !/^(?:m|exclusiveM)inimum$/.test(keyword)) return 'review';
  const isNarrower = isLess(after, before) === isUpper;
  return isNarrower === (member === 'inputSchema') ? 'breaking' : 'safe';
}

/** Compares two numbers that are equal as doubles, so that both have as many digits before the point. */
function isLess(one: string, other: string): boolean {
  const isNegative = one.startsWith('-');
  const [mine, theirs] = [one, other].map((text) =>
    text.replace(/[-.]/g, '').replace(/e.*/, '').padEnd(400, '0'),
  );
  return (mine ?? '') < (theirs ?? '') !== isNegative;
}
