import type { Log } from '../../../session/log.ts';
import type { Sheet } from '../../kit/sheet/sheet.ts';
import type { differenceSheet, Lines } from './difference-sheet.ts';

/** What compares, once it was needed: a session in which nothing is compared does not read it. */
let compare: typeof differenceSheet | undefined;

/** Says in words how much differs in the answer to a request from that to an earlier one; nothing where nothing does. */
type Count = (log: Log, seq: number, against: number) => string | undefined;

/** Loads what compares answers; must have been waited for before {@link comparedSheet}. */
export async function loadComparing(): Promise<Count> {
  const { differenceSheet, differenceWords } = await import('./difference-sheet.ts');
  compare = differenceSheet;
  return differenceWords;
}

/** What differs in the answer to a request from that to an earlier one. */
export const comparedSheet = (
  lines: Lines,
  seq: number,
  against: number,
  revealed: boolean,
): Sheet | undefined => compare?.(lines, seq, against, revealed);
