import { isObject } from '../json/shape.ts';
import { READING, WRITING } from '../text/verbs.ts';

/** First words of what only reads, and of what changes something. */
const READS: ReadonlySet<string> = new Set([...READING, 'status', 'info', 'head', 'options']);
const WRITES: ReadonlySet<string> = new Set(WRITING);

/**
 * A parameter that chooses between what reads and what writes, with the first word of each: `action`, `list`, `delete`. The
 * methods of HTTP count: `GET` reads, `POST` writes.
 */
export function mixedActions(
  schema: unknown,
): readonly [name: string, reads: string, writes: string] | undefined {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  if (!isObject(properties)) return undefined;
  for (const [name, property] of Object.entries(properties)) {
    const choices = isObject(property) && Array.isArray(property['enum']) ? property['enum'] : [];
    const words = choices.filter((one): one is string => typeof one === 'string');
    const reads = words.find((one) => READS.has(firstWord(one)));
    const writes = words.find((one) => WRITES.has(firstWord(one)));
    if (reads !== undefined && writes !== undefined && isAction(name, words)) return [name, reads, writes];
  }
  return undefined;
}

/** Most choices are verbs, or the name says that they are: fields to sort by may be called `status` and `close` as well. */
const isAction = (name: string, words: readonly string[]): boolean =>
  /action|operation|command|method|verb|mode|^op$|^type$/i.test(name) ||
  2 * words.filter((one) => READS.has(firstWord(one)) || WRITES.has(firstWord(one))).length > words.length;

/** `list` of `list_orders`, `listOrders` and `LIST`. */
function firstWord(text: string): string {
  const [word = ''] = /^(?:[A-Z]+(?![a-z])|[A-Za-z][a-z]*)/.exec(text) ?? [];
  return word.toLowerCase();
}
