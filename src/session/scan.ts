/** Looks at every character of a text once and tells where something may be that is looked for. */
export interface Scan {
  /** Adds a part that is looked for, in any case; its first four characters count. `kind` is one bit. */
  add(part: string, kind: number): void;
  /**
   * The place behind the next four characters of a part, from a place on; -1 when there is none. It may be wrong in
   * finding something, never in finding nothing.
   */
  next(text: string, from: number): number;
  /** The kinds of all that may be in a text, together. */
  kinds(text: string): number;
}

/** Characters of a part that count. */
export const LOOK = 4;
const SLOTS = 0x1ffff;

/** Folds case; characters beyond ASCII fall on others, which costs a further look. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

/** The newest four characters, seven bits each. */
const step = (window: number, code: number): number =>
  ((window << 7) | (FOLDED[code & 0x7f] ?? 0)) & 0xfffffff;

const slotOf = (window: number): number => (Math.imul(window, 0x9e3779b1) >>> 15) & SLOTS;

/** One pass for any number of parts; a pattern of as many alternatives takes ten times as long. */
export function createScan(): Scan {
  const parts = new Map<number, number>();
  /** Tells nearly all that is no part without a search for it. */
  const slots = new Uint8Array(SLOTS + 1);
  return {
    add(part, kind) {
      let window = 0;
      for (let at = 0; at < LOOK; at++) window = step(window, part.charCodeAt(at));
      parts.set(window, (parts.get(window) ?? 0) | kind);
      slots[slotOf(window)] = 1;
    },
    next(text, from) {
      let window = 0;
      for (let at = Math.max(0, from - LOOK + 1), { length } = text; at < length; at++) {
        window = step(window, text.charCodeAt(at));
        if (slots[slotOf(window)] === 1 && at >= from && parts.has(window)) return at + 1;
      }
      return -1;
    },
    kinds(text) {
      let window = 0;
      let kinds = 0;
      for (let at = 0, { length } = text; at < length; at++) {
        window = step(window, text.charCodeAt(at));
        if (slots[slotOf(window)] === 1) kinds |= parts.get(window) ?? 0;
      }
      return kinds;
    },
  };
}
