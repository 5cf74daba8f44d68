import type { Finding } from '../finding.ts';

/** Rules about a thing with all that is in it: their message names the member. */
const WHOLE: ReadonlySet<string> = new Set([
  'list/bad-item',
  'result/resource',
  'message/not-protocol',
  'modern/input-required',
]);

/** Where a finding does not stand at what it is about: beside what should be there, at the sign of another result. */
const ABOUT: Readonly<Record<string, string>> = {
  'result/legacy': '/result/content',
  'modern/input-required': '/result',
};

/**
 * Tells of a pointer whether inspections have already said what is wrong there: at the same place, or of the whole in
 * which the place is.
 */
export function alreadySaid(inspected: readonly Finding[]): (pointer: string) => boolean {
  const places = new Set(inspected.flatMap(placesOf));
  const wholes = new Set(inspected.filter(({ rule }) => WHOLE.has(rule)).flatMap(placesOf));
  return (pointer) =>
    places.has(pointer) || (wholes.size > 0 && holders(pointer).some((at) => wholes.has(at)));
}

const placesOf = ({ rule, path = '', alike = [] }: Finding): readonly string[] => [
  ABOUT[rule] ?? path,
  ...alike,
];

/** The pointers to all that a place is in. */
function holders(pointer: string): readonly string[] {
  const steps = pointer.split('/');
  return steps.slice(1).map((_, at) => steps.slice(0, at + 1).join('/'));
}
