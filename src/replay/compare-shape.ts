import { holdsJson } from '../json/inner.ts';
import { LEVELS_COMPARED } from '../json/parse.ts';
import { pointerStep } from '../json/path.ts';
import { isObject, typeName } from '../json/shape.ts';
import { mark } from '../session/redaction/redaction.ts';
import type { AnswerDifference } from './verification.ts';

/** What is at one place of a value, the elements of an array taken together. */
interface At {
  /** The place around it; undefined at the top, and for elements of an array: one more or less is no difference. */
  readonly parent: string | undefined;
  /** What was seen there, by its type, each with the first pointer to it. */
  readonly types: Map<string, { readonly pointer: string; readonly value: unknown }>;
  /** It was redacted, and can have been any text: nothing else is. */
  isHidden: boolean;
}

/**
 * What differs in types and members. Elements of an array are taken together: how many there are is no difference, nor that
 * one lacks what another has. JSON in a text is looked into; that a text is JSON belongs to its type.
 */
export function shapeDifferences(
  was: unknown,
  is: unknown,
  top: string,
  isLeftOut: (pointer: string) => boolean,
): readonly AnswerDifference[] {
  const [old, now] = [placesIn(was, top, isLeftOut, true), placesIn(is, top, isLeftOut, false)];
  const found: AnswerDifference[] = [];
  for (const [place, at] of old) {
    const other = now.get(place);
    if (other === undefined) {
      const [first] = at.types.values();
      if (first !== undefined && hasMembers(now, at.parent) && !isNoError(place, first.value))
        found.push({ pointer: first.pointer, kind: 'missing', was: first.value });
      continue;
    }
    const [first] = at.types.values();
    for (const [type, { pointer, value }] of other.types)
      if (!at.types.has(type) && !(at.isHidden && typeof value === 'string'))
        found.push({ pointer, kind: 'type', was: first?.value, is: value });
  }
  for (const [place, { parent, types }] of now) {
    const [first] = types.values();
    if (!old.has(place) && first !== undefined && hasMembers(old, parent) && !isNoError(place, first.value))
      found.push({ pointer: first.pointer, kind: 'added', is: first.value });
  }
  return found;
}

/** Whether a result says that it is no error, which it says as well by saying nothing. */
const isNoError = (place: string, value: unknown): boolean =>
  value === false && /^\/result(?:\/result)?\/isError$/.test(place);

/** Whether there is an object at a place, so that a member that is not in it is missing. */
const hasMembers = (places: ReadonlyMap<string, At>, place: string | undefined): boolean =>
  place !== undefined && [...(places.get(place)?.types.keys() ?? [])].some((type) => type.endsWith(OBJECT));

const OBJECT = 'an object';

function placesIn(
  whole: unknown,
  top: string,
  isLeftOut: (pointer: string) => boolean,
  isRecorded: boolean,
): ReadonlyMap<string, At> {
  const places = new Map<string, At>();
  const walk = (
    value: unknown,
    pointer: string,
    place: string,
    parent: string | undefined,
    depth: number,
  ) => {
    if (isLeftOut(pointer)) return;
    const inside: unknown = typeof value === 'string' && holdsJson(value) ? JSON.parse(value) : value;
    const type = inside === value ? typeName(value) : `the text of ${typeName(inside)}`;
    const at = places.get(place) ?? { parent, types: new Map(), isHidden: false };
    places.set(place, at);
    if (isRecorded && value === mark) at.isHidden = true;
    if (!at.types.has(type)) at.types.set(type, { pointer, value });
    if (depth === LEVELS_COMPARED) return;
    if (Array.isArray(inside))
      for (const [nth, one] of inside.entries())
        walk(one, `${pointer}/${nth}`, `${place}/*`, undefined, depth + 1);
    else if (isObject(inside))
      for (const [name, one] of Object.entries(inside)) {
        const step = pointerStep(name);
        walk(one, `${pointer}/${step}`, `${place}/${step}`, place, depth + 1);
      }
  };
  walk(whole, top, top, undefined, 0);
  return places;
}
