import type { Path } from '../json/path.ts';

/** One thing that is wrong with a value, in one plain sentence. */
export interface Problem {
  /** Where; for what is missing, where it should be. Empty for the value as a whole. */
  readonly path: Path;
  readonly sentence: string;
}

/** A path as a person writes it: `a.b[0].c`; a name that would be misread is quoted. */
export function pathText(path: Path): string {
  return path
    .map((step, i) => {
      if (typeof step === 'number') return `[${step}]`;
      const plain = /^[^\s.[\]"=:]+$/.test(step) ? step : JSON.stringify(step);
      return i === 0 ? plain : `.${plain}`;
    })
    .join('');
}
