/**
 * Puts JSON together that was written over several lines, as `JSON.stringify(…, null, 2)` and jq do. What stands before its
 * first line may stand before each, or some of it.
 *
 *   [26682] {
 *     "jsonrpc": "2.0",
 *     "id": 0
 *   }
 */
export interface Spread {
  /** Whether the beginning was there, and not yet the end. */
  readonly isOpen: boolean;
  /**
   * Takes the next line.
   *
   * @returns `text`, where it is the last of a text over `lines`, with what stands before its first; else those lines that
   *   are parts of none: this one and those that were held back, or nothing.
   */
  take(line: string): { readonly lines: readonly string[]; readonly text?: string; readonly pre: string };
  /** The lines that were held back when there are no more. */
  end(): readonly string[];
}

/** Lines above which it is given up. */
const MOST = 100_000;
/** Characters before each of its lines, which are compared in all of them. */
export const LONGEST_LEAD = 300;

/** What is said where a message was put together so. */
export const ON_ONE_LINE = 'messages over several lines are shown on one: their text is not exact';

/** Begins to look for such JSON. */
export function createSpread(): Spread {
  let held: string[] = [];
  let parts: string[] = [];
  let pre = '';
  const taken = (): readonly string[] => {
    const lines = held;
    held = [];
    parts = [];
    return lines;
  };
  return {
    get isOpen() {
      return held.length > 0;
    },
    take(line) {
      if (held.length === 0) {
        if (!opens(line)) return { lines: [line], pre: '' };
        const end = line.trimEnd();
        pre = end.slice(0, -1);
        held = [line];
        parts = [end.slice(-1)];
        return { lines: [], pre: '' };
      }
      const part = line.slice(sharedLength(line, pre)).trimEnd();
      if (/^[}\]]/.test(part)) {
        parts.push(part);
        const text = parts.join(' ');
        return { lines: [...taken(), line], text, pre };
      }
      if (/^\s/.test(part) && held.length < MOST) {
        held.push(line);
        parts.push(part);
        return { lines: [], pre: '' };
      }
      const before = taken();
      const after = this.take(line);
      return { ...after, lines: [...before, ...after.lines] };
    },
    end: taken,
  };
}

/** Whether a line ends with the brace or the bracket that opens an object or an array, and holds no other. */
function opens(line: string): boolean {
  const end = line.trimEnd();
  return end.length <= LONGEST_LEAD && end.endsWith('{') && end.indexOf('{') === end.length - 1;
}

/** What stands in a line behind what led another one, as a time or a name; undefined where it is led by something else. */
export const behind = (line: string, lead: string): string | undefined =>
  lead !== '' && digitless(line.slice(0, lead.length)) === digitless(lead)
    ? line.slice(lead.length)
    : undefined;

/** How far a line begins as what led another one, digits aside. */
function sharedLength(line: string, lead: string): number {
  const [one, other] = [digitless(line.slice(0, lead.length)), digitless(lead)];
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

const digitless = (text: string): string => text.replace(/\d/g, '#');
