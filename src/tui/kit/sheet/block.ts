import { isObject } from '../../../json/shape.ts';
import { shortJson } from '../../../json/short-json.ts';
import { base64Bytes, base64Problem } from '../../../text/base64.ts';
import { bytes } from '../../../text/measure.ts';
import { pictureSize } from '../../world/pictures.ts';
import { withPicture } from './picture.ts';
import {
  exactly,
  type MessageSource,
  type MessageValue,
  member,
  others,
  readable,
  textSection,
} from './sections.ts';
import type { Section } from './sheet.ts';

/**
 * A content block (2025-11-25 server/tools#content) as sections: text as text, pictures and sound by kind, type
 * and size, links and embedded resources with what they say of themselves. Any other block, or one that is not as it
 * should be, is shown as the JSON it is. `quiet` leaves out the line above a text that says nothing else.
 */
export function blockSections(source: MessageSource, block: MessageValue, quiet = false): readonly Section[] {
  const { value } = block;
  const type = isObject(value) ? value['type'] : undefined;
  switch (type) {
    case 'text':
      return textBlock(source, block, quiet);
    case 'image':
    case 'audio':
      return bytesBlock(source, block, type);
    case 'resource_link':
      return linkBlock(source, block);
    case 'resource':
      return resourceBlock(source, block);
    default:
      return unknown(
        source,
        block,
        typeof type === 'string' ? type : isObject(value) ? 'a block without a type' : 'no content block',
      );
  }
}

/** The contents of a resource (server/resources#resource-contents): what it is, then its text or its bytes. */
export function contentsSections(source: MessageSource, contents: MessageValue): readonly Section[] {
  const { value } = contents;
  if (!isObject(value)) return unknown(source, contents, 'no resource contents');
  const known = ['uri', 'mimeType', 'text', 'blob', 'name', 'title', 'annotations'];
  const told = [word(value['uri']), word(value['mimeType'])];
  const rest = others(source, contents, known);
  if (typeof value['text'] === 'string') {
    const text = body(source, member(contents, 'text'));
    return [heading(source, contents, [...told, ...saidOf(text, value['text'])]), text, ...rest];
  }
  if (typeof value['blob'] === 'string') {
    return [
      ...blob(source, member(contents, 'blob'), [...told, 'blob'], value['mimeType'], contents),
      ...rest,
    ];
  }
  return unknown(source, contents, 'contents without text or blob');
}

function textBlock(source: MessageSource, block: MessageValue, quiet: boolean): readonly Section[] {
  const spot = member(block, 'text');
  if (typeof spot.value !== 'string') return unknown(source, block, 'text block without text');
  const text = body(source, spot);
  const said = annotations(block);
  const rest = others(source, block, ['type', 'text', 'annotations']);
  const first =
    quiet && said.length === 0 && text.kind === 'text'
      ? []
      : [heading(source, block, [nounOf(text), ...saidOf(text, spot.value)])];
  return [...first, text, ...rest];
}

function bytesBlock(source: MessageSource, block: MessageValue, kind: 'image' | 'audio'): readonly Section[] {
  const { value } = block;
  const spot = member(block, 'data');
  if (!isObject(value) || typeof spot.value !== 'string')
    return unknown(source, block, `${kind} without data`);
  return [
    ...blob(source, spot, [kind, word(value['mimeType'])], value['mimeType'], block),
    ...others(source, block, ['type', 'data', 'mimeType', 'annotations']),
  ];
}

function linkBlock(source: MessageSource, block: MessageValue): readonly Section[] {
  const { value } = block;
  if (!isObject(value) || typeof value['uri'] !== 'string')
    return unknown(source, block, 'link without a URI');
  const length = typeof value['size'] === 'number' ? bytes(value['size']) : '';
  const known = ['type', 'uri', 'name', 'title', 'description', 'mimeType', 'size', 'annotations'];
  return [
    heading(
      source,
      block,
      ['link', word(value['title'] ?? value['name']), word(value['mimeType']), length],
      value['uri'],
    ),
    textSection(block.path, source.mask(value['uri']), {
      path: `${block.path}/uri`,
      content: { kind: 'text', text: value['uri'] },
      link: value['uri'],
    }),
    ...(typeof value['description'] === 'string'
      ? [textSection(`${block.path} says`, source.mask(value['description']))]
      : []),
    ...others(source, block, known),
  ];
}

function resourceBlock(source: MessageSource, block: MessageValue): readonly Section[] {
  const resource = member(block, 'resource');
  if (!isObject(resource.value)) return unknown(source, block, 'resource without contents');
  return [
    heading(source, block, ['embedded resource']),
    ...contentsSections(source, resource),
    ...others(source, block, ['type', 'resource', 'annotations']),
  ];
}

function unknown(source: MessageSource, spot: MessageValue, what: string): readonly Section[] {
  return [textSection(`${spot.path} is`, [source.mask(what)], { meaning: 'dim' }), exactly(source, spot)];
}

/** A text as it reads. */
function body({ mask }: MessageSource, { value, path }: MessageValue): Section {
  const text = String(value);
  return readable(textSection(path, mask(text), { path, content: { kind: 'text', text } }));
}

const nounOf = ({ kind }: Section): string => (kind === 'json' ? 'JSON text' : 'text');

/** How large a text is, and how to see what is shown as JSON as it was sent. */
const saidOf = ({ kind }: Section, text: string): readonly string[] => [
  bytes(Buffer.byteLength(text)),
  kind === 'json' ? 'f: as sent' : '',
];

/** One line of what is said of a value, and its annotations. */
function heading(
  { mask }: MessageSource,
  spot: MessageValue,
  told: readonly string[],
  link?: string,
): Section {
  const words = [...told, ...annotations(spot)].filter((one) => one !== '');
  return textSection(`${spot.path} head`, [mask(words.join(', '))], {
    meaning: 'dim',
    ...(link === undefined ? {} : { link }),
  });
}

function blob(
  source: MessageSource,
  { value, path }: MessageValue,
  told: readonly string[],
  mimeType: unknown,
  of: MessageValue,
): readonly Section[] {
  const base64 = String(value);
  const dimensions = pictureSize({ base64 });
  const pixels = dimensions === undefined ? '' : `${dimensions.width}x${dimensions.height} pixels`;
  const words = [...told, sizeOfBase64(base64), pixels, ...annotations(of)].filter((one) => one !== '');
  return [
    withPicture(
      textSection(path, [source.mask(words.join(', '))], {
        path,
        content: { kind: 'blob', base64, mimeType: word(mimeType) },
      }),
    ),
  ];
}

/** How many bytes base64 stands for, or that it is not valid. */
const sizeOfBase64 = (base64: string): string =>
  base64Problem(base64) === undefined ? bytes(base64Bytes(base64)) : 'not valid base64';

/** What annotations say (server/resources#annotations): for whom, how important, how old. */
function annotations({ value }: MessageValue): readonly string[] {
  const said = isObject(value) ? value['annotations'] : undefined;
  if (!isObject(said)) return [];
  const { audience, priority, lastModified, ...rest } = said;
  return [
    Array.isArray(audience) ? `for ${audience.map(word).join(' and ')}` : '',
    priority === undefined ? '' : `priority ${word(priority)}`,
    lastModified === undefined ? '' : `modified ${word(lastModified)}`,
    ...Object.entries(rest).map(([name, one]) => `${name} ${word(one)}`),
  ].filter((one) => one !== '');
}

/** A value in a line of words. */
function word(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : shortJson(value);
}
