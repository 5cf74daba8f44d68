import { parse } from '../../json/parse.ts';
import { elementTexts } from '../../json/parts.ts';
import { MARK, scan } from '../../json/scan.ts';
import { isObject } from '../../json/shape.ts';
import { classify } from '../../spec/envelope.ts';
import type { LogOutput, LogPlace, MessageItem } from './kind.ts';

/** The messages that a text holds, each with its exact text: one, or those of a batch. */
export type Messages = readonly Pick<MessageItem, 'text' | 'message' | 'part'>[];

/**
 * What a text is as messages; undefined where it is none, as for a torn line, a log line in JSON, or an array in which not
 * everything is a message.
 *
 * @param message the text, parsed, where that has been done
 */
export function messagesIn(text: string, message: unknown = parse(text)): Messages | undefined {
  if (isMessage(message)) return [{ text: text.trim(), message }];
  if (!Array.isArray(message) || message.length === 0 || !message.every(isMessage)) return undefined;
  const texts = elementTexts(text) ?? [];
  return message.map((one, at) => ({
    text: texts[at] ?? '',
    message: one,
    part: [at, message.length],
  }));
}

/**
 * Adds the messages that a text holds; false where it is none. Logs have a million of them: each item is written down whole, as
 * spreading costs more than all else together.
 */
export function addMessages(
  out: LogOutput,
  text: string,
  { at, conn, dir }: Pick<LogPlace, 'at' | 'conn'> & Pick<MessageItem, 'dir'>,
): boolean {
  if (out.isKnown?.(conn) === true) return true;
  const parsed = parse(text);
  if (isMessage(parsed)) {
    out.add({ type: 'message', at, conn, dir, text: text.trim(), message: parsed });
    return true;
  }
  const batch = messagesIn(text, parsed);
  for (const message of batch ?? []) out.add({ type: 'message', at, conn, dir, ...message });
  return batch !== undefined;
}

/** Whether a value is a message of JSON-RPC. */
const isMessage = (value: unknown): boolean => isObject(value) && classify(value).kind !== 'none';

/** Whether a value is a message that says so: other JSON has a method or an id as well. */
export const isStatedMessage = (value: unknown): boolean =>
  isObject(value) && value['jsonrpc'] === '2.0' && isMessage(value);

/** Where each element of an array stands, without the blanks around; of one that is cut, those that are whole. */
export function elementsOf(text: string): readonly (readonly [start: number, end: number])[] {
  const found: [number, number][] = [];
  let depth = 0;
  let from = 0;
  const add = (end: number): void => {
    const start = from + (/\S/.exec(text.slice(from, end))?.index ?? end - from);
    if (start < end) found.push([start, start + text.slice(start, end).trimEnd().length]);
  };
  scan(text, (mark, start, end) => {
    if (mark === MARK.object || mark === MARK.array) {
      depth += 1;
      if (depth === 1) from = end;
    } else if (mark === MARK.objectEnd || mark === MARK.arrayEnd) {
      depth -= 1;
      if (depth === 0) add(start);
      return depth <= 0;
    } else if (mark === MARK.comma && depth === 1) {
      add(start);
      from = end;
    }
    return false;
  });
  return found;
}

/** Where the object or array ends that begins at an index, or -1 where it does not. */
export function endOf(text: string, from: number): number {
  let depth = 0;
  let found = -1;
  scan(
    text,
    (mark, _, end) => {
      if (mark === MARK.object || mark === MARK.array) depth += 1;
      else if (mark === MARK.objectEnd || mark === MARK.arrayEnd) depth -= 1;
      if (depth <= 0) found = depth === 0 ? end : -1;
      return depth <= 0;
    },
    from,
  );
  return found;
}
