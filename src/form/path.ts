import type { Path } from '../json/path.ts';

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
