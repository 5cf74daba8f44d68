/** A JSON object as parsed: any members, nothing known of their values. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed value is a JSON object (no array, not null). */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is a text; undefined where it is anything else. */
export const textIn = (value: JsonObject, name: string): string | undefined => {
  const member = value[name];
  return typeof member === 'string' ? member : undefined;
};

/** Whether a text begins as an object or an array does, behind blanks. */
export const beginsAsJson = (text: string): boolean => /^\s{0,99}[{[]/.test(text);

/** The JSON type of a parsed value with its article, for sentences: "null", "an array", "a number". */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The JSON type of the value that a JSON text, without blanks in front, holds. */
export function typeOfText(text: string): 'object' | 'array' | 'string' | 'boolean' | 'null' | 'number' {
  switch (text[0]) {
    case '{':
      return 'object';
    case '[':
      return 'array';
    case '"':
      return 'string';
    case 't':
    case 'f':
      return 'boolean';
    case 'n':
      return 'null';
    default:
      return 'number';
  }
}

/** The names of the members of either, those of the first in front. */
export const namesOf = (one: JsonObject, other: JsonObject): readonly string[] => [
  ...new Set([...Object.keys(one), ...Object.keys(other)]),
];
