import { jsonOf } from '../../../json/json-of.ts';
import { beginsAsJson, isObject, type JsonObject } from '../../../json/shape.ts';
import { thousands } from '../../../text/measure.ts';
import type { SeenResult } from '../../kit/lens.ts';
import { blockSections } from '../../kit/sheet/block.ts';
import {
  elements,
  exactly,
  type MessageSource,
  type MessageValue,
  member,
  others,
  textSection,
} from '../../kit/sheet/sections.ts';
import type { Section } from '../../kit/sheet/sheet.ts';

/** The result of a tool (server/tools#tool-result): its content, and beside it its structured content. */
export function toolGroups(
  source: MessageSource,
  result: MessageValue,
  see: See,
): readonly (readonly Section[])[] {
  const blocks = elements(member(result, 'content'));
  if (!isObject(result.value) || (blocks === undefined && result.value['structuredContent'] === undefined))
    return [[exactly(source, result)]];
  const seen = see(result.value);
  const failed = result.value['isError'] === true;
  const said = textSection('isError', ['Tool error (isError)'], { meaning: 'failed' });
  const structured = reaching(
    seen,
    '/structuredContent',
    structuredSections(source, member(result, 'structuredContent')),
  );
  const isRepeat = repeats(result.value['structuredContent']);
  const [only] = blocks?.length === 1 ? blocks : [];
  // Characters that a client still takes of the texts.
  let left = seen?.most ?? Number.POSITIVE_INFINITY;
  const content = (blocks ?? []).map((block, at) => {
    const length = textLength(block);
    const most = left;
    left = Math.max(0, left - length);
    if (length > most) return cutText(source, block, most);
    const sections = isRepeat(block.value)
      ? [repeated(block)]
      : blockSections(source, block, only !== undefined);
    return reaching(seen, `/content/${at}`, sections);
  });
  return [
    failed ? [said] : [],
    seen?.told ?? [],
    blocks === undefined && 'content' in result.value ? [exactly(source, member(result, 'content'))] : [],
    ...(only !== undefined && isRepeat(only.value)
      ? [[...structured, ...content.flat()]]
      : [...content, structured]),
    blocks?.length === 0 && structured.length === 0
      ? [textSection('empty', ['The result has no content.'], { meaning: 'dim' })]
      : [],
    others(source, result, ['content', 'structuredContent', 'isError']),
  ];
}

/** What becomes of a result under the lens that is on; nothing where none is. */
export type See = (result: JsonObject) => SeenResult | undefined;

/** Characters (UTF-16) of a block of text; none of any other. */
function textLength({ value }: MessageValue): number {
  const text = isObject(value) && value['type'] === 'text' ? value['text'] : undefined;
  return typeof text === 'string' ? text.length : 0;
}

/** A text of which the model gets the beginning: behind that it is drawn back. */
function cutText({ mask }: MessageSource, block: MessageValue, most: number): readonly Section[] {
  const { value, path } = member(block, 'text');
  const text = String(value);
  const lost = `the model sees no more than this: ${thousands(text.length - most)} characters are lost`;
  const whole = { path, content: { kind: 'text', text } } as const;
  return [
    ...(most === 0 ? [] : [textSection(path, mask(text.slice(0, most)), whole)]),
    textSection(`${path} cut`, [lost], { meaning: 'finding' }),
    textSection(`${path} lost`, mask(text.slice(most)), { meaning: 'dim', ...whole }),
  ];
}

/** A part of a result, drawn back and said so where it does not reach the model. */
function reaching(
  seen: SeenResult | undefined,
  path: string,
  sections: readonly Section[],
): readonly Section[] {
  if (seen === undefined || sections.length === 0 || seen.reaches(path)) return sections;
  const faint = sections.map((one) => (one.kind === 'text' ? { ...one, meaning: 'dim' as const } : one));
  return [textSection(`lens ${path}`, ['not for the model:'], { meaning: 'finding' }), ...faint];
}

function structuredSections(source: MessageSource, structured: MessageValue): readonly Section[] {
  if (structured.value === undefined) return [];
  return [textSection('structured', ['structured content'], { meaning: 'dim' }), exactly(source, structured)];
}

/** Tells of a block of content whether it is a text of the structured content and nothing else, as the specification asks for. */
function repeats(structured: unknown): (block: unknown) => boolean {
  if (structured === undefined) return () => false;
  const known = jsonOf(sorted(structured));
  return (block) => {
    if (!isObject(block) || block['type'] !== 'text' || typeof block['text'] !== 'string') return false;
    if (Object.keys(block).some((name) => name !== 'type' && name !== 'text')) return false;
    if (!beginsAsJson(block['text'])) return false;
    const sent = parsed(block['text']);
    return sent !== undefined && jsonOf(sorted(sent)) === known;
  };
}

/** Servers send it as a text, too, for clients that know no structured content: that is said in a line. */
function repeated(block: MessageValue): Section {
  const { value: text, path } = member(block, 'text');
  const sent = String(text);
  return textSection(path, ['text content: same as structured content'], {
    meaning: 'dim',
    path,
    content: { kind: 'text', text: sent },
    turned: textSection(path, sent, { path, content: { kind: 'text', text: sent } }),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A value with the members of its objects in the order of their names; what is very deep as it is. */
function sorted(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((one) => sorted(one, depth + 1));
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return names.map((name) => [name, sorted(value[name], depth + 1)]);
}

/** Levels of a value that are put in order. */
const DEEPEST = 500;
