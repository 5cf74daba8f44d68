import { parse } from '../../json/parse.ts';
import { elementSpans, memberTexts, minified } from '../../json/parts.ts';
import { isObject } from '../../json/shape.ts';
import type { Direction } from '../../spec/envelope.ts';
import type { LogItem, MessageItem } from './kind.ts';
import { messagesIn } from './messages.ts';

/** The members of an object that a document holds, each as its text. */
export type MemberTexts = ReadonlyMap<string, string>;

/** The members of an object's text; none of any other value. */
export const membersOf = (text: string): MemberTexts => new Map(memberTexts(text) ?? []);

/** The members of the first element of an array, as far as the text goes: by them an array is recognized. */
export function firstMembers(text: string): MemberTexts {
  const [, first] = /^\s*\[\s*(\{.*)/s.exec(text) ?? [];
  return first === undefined ? new Map() : membersOf(first);
}

/** A member that is a string; undefined for anything else. */
export function stringIn(members: MemberTexts, name: string): string | undefined {
  const value = parse(members.get(name) ?? '');
  return typeof value === 'string' ? value : undefined;
}

/** A member that is a number; undefined for anything else. */
export function numberIn(members: MemberTexts, name: string): number | undefined {
  const value = parse(members.get(name) ?? '');
  return typeof value === 'number' ? value : undefined;
}

/** The elements of an array, each as its text, and apart from them what a document ends in that is not a whole one. */
export function wholeElements(text: string): {
  readonly texts: readonly string[];
  readonly torn?: string | undefined;
} {
  const spans = elementSpans(text) ?? [];
  const texts = spans.map(({ start, end }) => text.slice(start, end));
  const last = texts.at(-1);
  if (last !== undefined && parse(last) === undefined) return { texts: texts.slice(0, -1), torn: last };
  const rest = text.slice(spans.at(-1)?.end ?? text.indexOf('[') + 1).replace(/^[\s,]*/, '');
  return rest === '' || rest.startsWith(']') ? { texts } : { texts, torn: rest };
}

/** When, where and which way a message went. */
type Way = Omit<MessageItem, 'text' | 'message' | 'part' | 'type' | 'dir'> &
  Pick<LogItem, 'at' | 'conn'> & { readonly dir: Direction };

/**
 * The messages of a value of a document, on one line each, or else the value as a line that holds none; nothing for `null`. They are
 * parsed again when they are looked at: a document is read as a whole, and the values of all its messages at once would take many
 * times its size.
 */
export function valueItems(way: Way, value: string): readonly LogItem[] {
  if (value === 'null') return [];
  const line = /[\r\n]/.test(value) ? minified(value) : value;
  const { refused, ms, ...place } = way;
  const none = [{ ...place, type: 'invalid', text: line, why: 'this is not a message' }] as const;
  return (
    messagesIn(line)?.map(({ text, part }) => ({
      ...way,
      ...(part === undefined ? {} : { part }),
      type: 'message',
      text,
      get message() {
        return parse(text);
      },
    })) ?? none
  );
}

/** Whether a value is the answer to a request. */
export function answers(answer: unknown, request: unknown): boolean {
  return isObject(answer) && isObject(request) && !('method' in answer) && answer['id'] === request['id'];
}
