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
/** Folds case; characters beyond ASCII fall on others, which costs a further look. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

/** The newest four characters, seven bits each. */
const step = (window: number, code: number): number => ((window << 7) | FOLDED[code & 0x7f]!) & 0xfffffff;

/**
 * One pass for any number of parts; a pattern of as many alternatives takes ten times as long.
 *
 * @param bits of a slot: the more, the seldomer two parts share one, and the more memory it takes
 */
export function createScan(bits = 16): Scan {
  const parts = new Map<number, number>();
  /** Rules out nearly everything without a search. */
  const slots = new Uint8Array(1 << bits);
  const most = slots.length - 1;
  const slotOf = (window: number): number => (window ^ (window >>> 10)) & most;

  /** The first place at or just before which a window may be of a part; two at a time, which is faster by a third. */
  const candidate = (text: string, from: number, before: number): number => {
    const end = text.length - 1;
    let window = before;
    let at = from;
    for (; at < end; at += 2) {
      const first = step(window, text.charCodeAt(at));
      window = step(first, text.charCodeAt(at + 1));
      if ((slots[slotOf(first)]! | slots[slotOf(window)]!) !== 0) return at;
    }
    return at > end || slots[slotOf(step(window, text.charCodeAt(at)))] === 0 ? -1 : at;
  };

  const windowBefore = (text: string, at: number): number => {
    let window = 0;
    for (let i = Math.max(0, at - LOOK + 1); i < at; i++) window = step(window, text.charCodeAt(i));
    return window;
  };

  const next = (text: string, from: number): number => {
    for (let at = from; ; ) {
      const found = candidate(text, at, windowBefore(text, at));
      if (found < 0) return -1;
      let window = windowBefore(text, found);
      for (let i = found; i < found + 2 && i < text.length; i++) {
        window = step(window, text.charCodeAt(i));
        if (parts.has(window)) return i + 1;
      }
      at = found + 2;
    }
  };

  return {
    add(part, kind) {
      let window = 0;
      for (let at = 0; at < LOOK; at++) window = step(window, part.charCodeAt(at));
      parts.set(window, (parts.get(window) ?? 0) | kind);
      slots[slotOf(window)] = 1;
    },
    next,
    kinds(text) {
      let kinds = 0;
      for (let at = next(text, 0); at >= 0; at = next(text, at)) {
        kinds |= parts.get(step(windowBefore(text, at - 1), text.charCodeAt(at - 1))) ?? 0;
      }
      return kinds;
    },
  };
}
