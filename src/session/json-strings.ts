import type { Path } from '../json/path.ts';
import { MARK, scan } from '../json/scan.ts';

/** An object or array around a string, as {@link walkStrings} comes down to it. */
export interface Level {
  readonly array: boolean;
  /** Of an object, the name of the member where the walk is, decoded; may be changed to hide it in pointers. */
  name: string;
  /** Of an array, the place from 0. */
  index: number;
  /** Whether the next string of an object is a name. */
  naming: boolean;
  /** What the names of the levels around it say of all that is in it. */
  readonly around: number;
  /** For who walks to keep in mind: of an object the name that a member says, and the value that came before it. */
  said?: string;
  waiting?: StringToken & { readonly member: string };
  /** Of an array the strings before this one and the one before that. */
  before?: string | undefined;
  next?: string | undefined;
}

/** A string of a JSON text. */
export interface StringToken {
  /** Offsets between the quotes. */
  readonly start: number;
  readonly end: number;
  readonly role: 'name' | 'value';
  /** Decoded. */
  readonly value: string;
}

/**
 * Calls `visit` for every string of a valid JSON text in order, with the levels around it, outermost first.
 *
 * @param around says of a level what holds for those in it, so that nobody has to look at all the levels around a string:
 *   there may be a hundred thousand
 */
export function walkStrings(
  text: string,
  visit: (token: StringToken, levels: readonly Level[]) => void,
  around: (level: Level) => number,
): void {
  const levels: Level[] = [];
  const enter = (array: boolean, top: Level | undefined): void => {
    levels.push({ array, name: '', index: 0, naming: !array, around: top === undefined ? 0 : around(top) });
  };
  scan(text, (mark, start, end) => {
    const top = levels.at(-1);
    switch (mark) {
      case MARK.quote: {
        const value = decode(text.slice(start + 1, end - 1));
        const role = top?.naming ? 'name' : 'value';
        if (top?.naming) Object.assign(top, { naming: false, name: value });
        visit({ start: start + 1, end: end - 1, role, value }, levels);
        break;
      }
      case MARK.object:
        enter(false, top);
        break;
      case MARK.array:
        enter(true, top);
        break;
      case MARK.objectEnd:
      case MARK.arrayEnd:
        levels.pop();
        break;
      case MARK.comma:
        if (top?.array) top.index++;
        else if (top !== undefined) top.naming = true;
        break;
    }
    return false;
  });
}

/** The way from the top to where a walk is. */
export const pathOf = (levels: readonly Level[]): Path =>
  levels.map(({ array, name, index }) => (array ? index : name));

/** For offsets in a decoded string, in order, the offsets in its JSON text (without the quotes). */
export function rawOffsets(raw: string, decoded: readonly number[]): number[] {
  if (!raw.includes('\\')) return [...decoded];
  const offsets: number[] = [];
  let at = 0;
  let count = 0;
  for (const wanted of decoded) {
    while (count < wanted && at < raw.length) {
      at += raw[at] !== '\\' ? 1 : raw[at + 1] === 'u' ? 6 : 2;
      count++;
    }
    offsets.push(at);
  }
  return offsets;
}

const decode = (raw: string): string => (raw.includes('\\') ? JSON.parse(`"${raw}"`) : raw);
