import { wordsOf } from '../../text/name-words.ts';

/** What each shell sets by itself: a secret is never meant by it. */
const SET = ['HOME', 'LANG', 'PATH', 'PWD', 'SHELL', 'TERM', 'USER'];

/**
 * The variable that holds a secret: `TOKEN` for the member `token`, `API_KEY` for `apiKey`, with a number where that is taken.
 *
 * @param member the name of the member that the secret stands in, if any
 */
export function variableName(member: string | undefined, taken: readonly string[]): string {
  const words = wordsOf(member ?? '').join('_');
  const name = words.replace(/\W/g, '').toUpperCase() || 'SECRET';
  const whole = /^\d/.test(name) ? `_${name}` : name;
  for (let nth = 1; ; nth += 1) {
    const free = nth === 1 ? whole : `${whole}_${nth}`;
    if (!taken.includes(free) && !SET.includes(free)) return free;
  }
}
