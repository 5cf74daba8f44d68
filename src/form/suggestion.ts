import type { Field } from './field.ts';

/**
 * Texts to offer for a text field, which takes any other text as well: its examples, its default, and for a date or a
 * time the present moment in UTC.
 */
export function suggestionsFor(field: Field, now: Date): readonly string[] {
  if (field.kind !== 'text') return [];
  const { default: given, formatHint = '' } = field.schema;
  const known = [...field.suggestions, ...(typeof given === 'string' && given !== '' ? [given] : [])];
  const moment = momentIn(formatHint, now.toISOString());
  return [...new Set(moment === undefined ? known : [moment, ...known])];
}

/** Whether there are any. */
export const hasSuggestions = (field: Field): boolean => suggestionsFor(field, new Date(0)).length > 0;

/** The present moment as a format writes it (RFC 3339); nothing for a format that is no date or time. */
function momentIn(format: string, iso: string): string | undefined {
  const seconds = iso.replace(/\.\d+/, '');
  switch (format) {
    case 'date-time':
      return seconds;
    case 'date':
      return seconds.slice(0, 10);
    case 'time':
      return seconds.slice(11);
    default:
      return undefined;
  }
}
