import { compact } from '../json/compact.ts';
import { jsonOf } from '../json/json-of.ts';
import { memberText, memberTexts } from '../json/parts.ts';
import { isObject } from '../json/shape.ts';
import { methodNamed } from '../spec/methods.ts';
import { visible } from '../text/visible.ts';

/**
 * What a message is about, in a few words of visible text, read from the beginning of its JSON text: the tool's
 * name, the URI, the level and text of a log message. Empty when its method has no such thing.
 */
export function summaryOf(method: string, head: string): string {
  const { subject, about = subject === undefined ? [] : [subject] } = methodNamed(method) ?? {};
  if (about.length === 0) return '';
  const params = paramsOf(head);
  const found = about.map((name) => (params === undefined ? searched(head, name) : short(params[name])));
  return visible(found.filter((text) => text !== '').join('  '));
}

/** The code and the message of an error response. */
export const errorOf = (head: string): string => visible(errorMembers(head).join('  ').trim());

/** The message of an error response. */
export const errorMessageOf = (head: string): string => visible(errorMembers(head)[1]);

function errorMembers(head: string): readonly [code: string, message: string] {
  const parsed = parse(head);
  const error = isObject(parsed) && isObject(parsed['error']) ? parsed['error'] : undefined;
  if (error === undefined) return [searched(head, 'code'), searched(head, 'message')];
  return [short(error['code']), short(error['message'])];
}

/** How many arguments are told, and how much of each. */
const ARGUMENTS = 12;
const ARGUMENT = 60;

/** The arguments of a call in visible text, `a=2 b="to be"`, with the digits of numbers as they were sent; `…` where it was cut off. */
export function argumentsOf(head: string): string {
  if (parse(head) === undefined) return '…';
  const params = memberText(head, 'params') ?? '';
  const members = memberTexts(memberText(params, 'arguments') ?? '') ?? [];
  const told = members
    .slice(0, ARGUMENTS)
    .map(([name, value]) => `${name}=${isWord(value) ? value.slice(1, -1) : compact(value, ARGUMENT)}`);
  return visible([...told, ...(members.length > ARGUMENTS ? ['…'] : [])].join(' '));
}

/** How a request ended without its answer, in words. */
export const ENDED: Readonly<Record<'timeout' | 'cancel' | 'closed', string>> = {
  timeout: 'timed out',
  cancel: 'cancelled',
  closed: 'no answer',
};

/** Whether the JSON text is a string that needs no quotes to be told from anything else. */
const isWord = (json: string): boolean =>
  json.length <= ARGUMENT && /^"(?!(?:true|false|null)")[a-z][\w./:@-]*"$/i.test(json);

function paramsOf(head: string): Readonly<Record<string, unknown>> | undefined {
  const parsed = parse(head);
  if (!isObject(parsed)) return undefined;
  return isObject(parsed['params']) ? parsed['params'] : {};
}

/** The value; nothing when the text is cut off or not JSON, so that it has to be searched. */
function parse(head: string): unknown {
  try {
    return JSON.parse(head);
  } catch {
    return undefined;
  }
}

/** A member's text in a JSON text that was cut off; the text has at most a few thousand characters. */
function searched(head: string, name: string): string {
  const found = new RegExp(`"${name}"\\s*:\\s*(?:"((?:[^"\\\\]|\\\\.)*)|(-?[\\d.]+))`).exec(head);
  return found?.[1] ?? found?.[2] ?? '';
}

function short(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (isObject(value)) return short(value['name'] ?? value['uri'] ?? jsonOf(value));
  return jsonOf(value);
}
