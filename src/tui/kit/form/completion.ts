import { isObject } from '../../../json/shape.ts';

/** What the server offers for the text of the focused field (server/utilities/completion). */
export interface Completion {
  readonly values: readonly string[];
  /** The place of the chosen value; -1 while none is, and what is typed stays as it is. */
  readonly at: number;
  /** How many there are besides, or why there are none; empty when there is nothing to say. */
  readonly note: string;
}

/** What a result of `completion/complete` offers, whatever the server sent; values that are no text are left out. */
export function completionOf(result: unknown): Completion {
  const completion = isObject(result) ? result['completion'] : undefined;
  const values = isObject(completion) ? completion['values'] : undefined;
  if (!isObject(completion) || !Array.isArray(values))
    return { values: [], at: -1, note: 'no completion: the answer holds no list of values' };
  const texts = values.filter((value): value is string => typeof value === 'string');
  return { values: texts, at: -1, note: noteOf(texts.length, completion) };
}

/** A completion that did not come, with the reason. */
export const failedCompletion = (why: string): Completion => ({
  values: [],
  at: -1,
  note: `no completion: ${why}`,
});

function noteOf(count: number, { total, hasMore }: Readonly<Record<string, unknown>>): string {
  if (typeof total === 'number' && total > count) return `${count} of ${total}`;
  return hasMore === true ? `${count} of more` : '';
}
