import { cut } from './cut.ts';

/** Cells of what somebody else says that stand in a sentence. */
const LONGEST = 300;

/** A text of somebody else for a sentence: on one line, and not too long. */
export const brief = (text: string): string =>
  cut(
    text
      .slice(0, 4 * LONGEST)
      .replace(/\s+/g, ' ')
      .trim(),
    LONGEST,
  );
