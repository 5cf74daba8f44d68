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
  for (let at = 0; at < text.length; at++) {
    const top = levels.at(-1);
    switch (text[at]) {
      case '"': {
        const start = at + 1;
        at = closingQuote(text, start);
        const value = decode(text.slice(start, at));
        const role = top?.naming ? 'name' : 'value';
        if (top?.naming) Object.assign(top, { naming: false, name: value });
        visit({ start, end: at, role, value }, levels);
        break;
      }
      case '{':
        enter(false, top);
        break;
      case '[':
        enter(true, top);
        break;
      case '}':
      case ']':
        levels.pop();
        break;
      case ',':
        if (top?.array) top.index++;
        else if (top !== undefined) top.naming = true;
        break;
    }
  }
}

/** The JSON pointer (RFC 6901) of where a walk is. */
export function pointerOf(levels: readonly Level[]): string {
  return levels
    .map(({ array, name, index }) => `/${array ? index : name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

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

/** By `indexOf`: a pattern with an alternative for each character overflows on strings of some megabytes. */
function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before--;
  return (at - before) % 2 === 1;
}
