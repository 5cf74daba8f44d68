import { isObject, type JsonObject } from './shape.ts';

/**
 * JSON text that is to be sent exactly as is: arguments typed by a person keep their digits, their order
 * and their white space. {@link write} puts it into a larger value without looking inside.
 */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Serialises a value on one line like `JSON.stringify`, with every {@link JsonText} in it verbatim. */
export function write(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value))
    return `[${value.map((item) => write(item === undefined ? null : item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members: string[] = [];
    for (const [key, member] of Object.entries(value)) {
      if (member !== undefined) members.push(`${JSON.stringify(key)}:${write(member)}`);
    }
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Whether a value to be sent has members that others can be put beside: an object, and none that is text already. */
export const hasMembers = (value: unknown): value is JsonObject =>
  isObject(value) && !(value instanceof JsonText);
