import { parse } from '../../json/parse.ts';
import { elementTexts } from '../../json/parts.ts';
import { isObject } from '../../json/shape.ts';
import { classify } from '../../spec/envelope.ts';
import type { MessageItem } from './kind.ts';

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
    part: [at + 1, message.length],
  }));
}

/** Whether a value is a message of JSON-RPC. */
const isMessage = (value: unknown): boolean => isObject(value) && classify(value).kind !== 'none';
