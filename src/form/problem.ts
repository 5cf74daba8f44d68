import type { Path } from '../json/path.ts';

/** One thing that is wrong with a value, in one plain sentence. */
export interface Problem {
  /** Where; for what is missing, where it should be. Empty for the value as a whole. */
  readonly path: Path;
  readonly sentence: string;
}
