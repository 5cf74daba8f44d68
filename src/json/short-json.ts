import { isObject } from './shape.ts';

/** Levels, members of each and characters that are shown; the rest is `…`. */
const DEEP = 3;
const WIDE = 6;
const LONG = 80;

/**
 * A parsed value as short JSON for a sentence: `"nope"`, `["a",{"b":…}]`. Unlike `JSON.stringify` it takes a value of
 * any size and depth, because values of strangers have any.
 */
export function shortJson(value: unknown): string {
  const text = briefly(value, DEEP);
  return text.length > LONG ? `${text.slice(0, LONG - 1)}…` : text;
}

function briefly(value: unknown, levels: number): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > LONG ? `${value.slice(0, LONG)}…` : value);
  if (Array.isArray(value))
    return `[${members(value.length, levels, (at) => briefly(value[at], levels - 1))}]`;
  if (isObject(value)) {
    const names = Object.keys(value);
    const member = (at: number): string => {
      const name = names[at] ?? '';
      return `${briefly(name, 1)}:${briefly(value[name], levels - 1)}`;
    };
    return `{${members(names.length, levels, member)}}`;
  }
  return JSON.stringify(value) ?? 'nothing';
}

function members(count: number, levels: number, member: (at: number) => string): string {
  if (count === 0) return '';
  if (levels === 0) return '…';
  const shown = Array.from({ length: Math.min(count, WIDE) }, (_, at) => member(at));
  return [...shown, ...(count > WIDE ? ['…'] : [])].join(',');
}
