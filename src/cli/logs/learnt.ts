import { looksRandom } from '../../session/redaction/names.ts';
import { mark, type SecretRule } from '../../session/redaction/redaction.ts';

/**
 * What of a secret that was found in one place is looked for in all others: nothing that might be a word, a number or a date of
 * a text that is about something else.
 */
export function worthLearning(rule: SecretRule, secret: string): readonly string[] {
  const text = decoded(secret);
  if (text.includes(mark)) return [];
  switch (rule) {
    case 'tokens':
      return [text];
    case 'keys':
      return text.startsWith('--') && !text.includes('\n') ? [] : [text];
    case 'urls':
      return text.split(':').slice(1).filter(isDistinct);
    case 'headers':
    case 'names':
    case 'commands':
      return [text, ...text.split(/;\s*/).map((cookie) => cookie.slice(cookie.indexOf('=') + 1))].filter(
        isDistinct,
      );
    case 'known':
    case 'given':
    case 'patterns':
      return [];
  }
}

/** As it is, where it stood in the JSON of a text. */
function decoded(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
}

/** Values that nobody writes who does not mean this one. */
const isDistinct = (text: string): boolean =>
  text.length >= 8 &&
  text.length <= 10_000 &&
  (looksRandom(text) || (/\d/.test(text) && /[a-z]/i.test(text) && !PLAIN.test(text)));

/** A date, a version, a place: letters and digits as people write them. */
const PLAIN =
  /^(?:\d{4}-\d\d-\d\d.*|v?\d+(?:\.\d+)+.*|[a-z][a-z+.-]*:\/\/.*|[\w.-]*\/[\w./-]*|[\w.-]+\.[a-z]{2,4})$/i;
