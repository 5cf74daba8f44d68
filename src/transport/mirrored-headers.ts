import { isObject, type JsonObject } from '../json/shape.ts';
import type { HeaderLine } from '../session/frame.ts';
import { headerMarks } from '../spec/check/header-marks.ts';
import { isInRevision, methodNamed } from '../spec/methods.ts';
import { MODERN_VERSION } from '../spec/revision.ts';

/**
 * What of a message its headers repeat, for those between us and the server who do not read the body
 * (basic/transports/streamable-http#request-metadata, 2026-07-28).
 *
 * @param inputSchema of the tool with a name: its `x-mcp-header` marks say which arguments are repeated
 */
export function mirroredHeaders(
  method: string,
  params: unknown,
  inputSchema: (tool: string) => unknown,
): HeaderLine[] {
  const given = isObject(params) ? params : {};
  const name = given[namedBy(method) ?? ''];
  return [
    ['Mcp-Method', fieldValue(method)],
    ...(typeof name === 'string' ? ([['Mcp-Name', fieldValue(name)]] as const) : []),
    ...(method === 'tools/call' && typeof name === 'string'
      ? argumentHeaders(given['arguments'], inputSchema(name))
      : []),
  ];
}

/** The parameter that the header `Mcp-Name` repeats; of a task since who stands between has to find the server that holds it. */
function namedBy(name: string): string | undefined {
  const method = methodNamed(name);
  return method !== undefined && isInRevision(method, MODERN_VERSION) ? method.subject : undefined;
}

function argumentHeaders(values: unknown, inputSchema: unknown): readonly HeaderLine[] {
  return headerMarks(inputSchema).marks.flatMap(({ path, header }) => {
    const value = textOf(valueAt(values, path));
    return value === undefined ? [] : [[`Mcp-Param-${header}`, fieldValue(value)]];
  });
}

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      isObject(value) && Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined,
    values,
  );
}

/** Null, objects and integers beyond the exact range of a double have no header. */
function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return String(value);
    case 'number':
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
    default:
      return undefined;
  }
}

/**
 * A text as the value of a header. What a header cannot hold as it is (RFC 9110, 5.5), and what looks like this very
 * form, goes as Base64 of its UTF-8; so does the empty text, since an empty header gets lost on some ways.
 */
export function fieldValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  if (isPlain && !(text.startsWith('=?base64?') && text.endsWith('?='))) return text;
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
