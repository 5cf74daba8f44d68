import { jsonOf } from '../json/json-of.ts';
import { pretty } from '../json/pretty.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { base64Bytes, base64Problem } from '../text/base64.ts';
import { bytes } from '../text/measure.ts';
import { visible, visibleLines } from '../text/visible.ts';

/**
 * One content block for people (server/tools#tool-result): text as its lines, everything else as one line that says
 * what it is. An unknown block is shown as JSON.
 *
 * @param json the block as it was sent, where that is known
 */
export function contentLines(block: unknown, json = jsonOf(block)): string[] {
  // Line breaks occur only between the tokens of JSON.
  const asSent = (): string[] => [visible(json.replace(/[\r\n]+/g, ' '))];
  if (!isObject(block)) return asSent();
  if (typeof block['text'] === 'string' && (block['type'] === 'text' || block['type'] === undefined)) {
    return visibleLines(block['text']);
  }
  switch (block['type']) {
    case 'image':
    case 'audio':
      return [label([block['type'], block['mimeType'], size(block['data'])])];
    case 'resource_link':
      return [label(['resource link', block['name'], block['mimeType'], block['uri']])];
    case 'resource':
      return [resourceLine(block['resource'])];
    default:
      return asSent();
  }
}

/** Whether a block is text that {@link contentLines} shows as text. */
export function isText(block: unknown): boolean {
  return isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string';
}

/** The contents of a resource for people: text as its lines, a blob as one line with its kind and size. */
export function resourceLines(contents: unknown): string[] {
  if (isObject(contents) && typeof contents['text'] === 'string') return visibleLines(contents['text']);
  return [resourceLine(contents)];
}

function resourceLine(resource: unknown): string {
  if (!isObject(resource)) return visible(jsonOf(resource ?? null));
  return label([
    'resource',
    resource['uri'],
    resource['mimeType'],
    size(resource['blob']) ??
      (typeof resource['text'] === 'string' ? bytes(Buffer.byteLength(resource['text'])) : undefined),
  ]);
}

/** JSON of the server's as it was sent, indented and safe to show. */
export function prettyLines(json: string): string[] {
  return pretty(json).split('\n').map(visible);
}

/** The array of a result by its member's name, or nothing when it is not an array. */
export function arrayOf(result: unknown, member: string): readonly unknown[] | undefined {
  const value = isObject(result) ? (result as JsonObject)[member] : undefined;
  return Array.isArray(value) ? value : undefined;
}

function label(words: readonly unknown[]): string {
  const texts = words.filter((word): word is string => typeof word === 'string' && word !== '');
  return `[${visible(texts.join(' '))}]`;
}

/** How much base64 holds. */
function size(data: unknown): string | undefined {
  if (typeof data !== 'string') return undefined;
  return base64Problem(data) === undefined ? bytes(base64Bytes(data)) : 'not valid base64';
}
