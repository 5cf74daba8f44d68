import { visible } from '../../../text/visible.ts';
import { wrap } from '../../../text/wrap.ts';
import type { Depth } from '../../terminal/pictures/blocks.ts';
import { type Blob, dimensionsOf, formatOf } from '../../terminal/pictures/picture.ts';
import { fitted, type PixelSize } from '../../terminal/pictures/raster.ts';
import type { Theme } from '../../world/theme.ts';
import type { Section, TextSection, View } from './sheet.ts';

/** What has become of a picture that is to be drawn in a sheet. */
export type PictureDrawing =
  /** It is decoded; how much room it takes is known from its first bytes, if they tell. */
  | { readonly kind: 'waiting'; readonly size?: PixelSize }
  | { readonly kind: 'ready'; readonly size: PixelSize; readonly paint: Paint }
  /** Why it is not drawn, in a sentence. */
  | { readonly kind: 'failed'; readonly why: string };

/** Draws it in so many pixels, two of them a cell, one above the other: rows of text with their colours. */
export type Paint = (size: PixelSize, look: Depth | 'ramp') => readonly string[];

/** The drawings by what they are drawn from, as long as its sheet is kept. */
const drawings = new WeakMap<Blob, PictureDrawing>();
const begun = new WeakSet<Blob>();

/** The pictures among these sections that are to be decoded and are not yet: each is given once. */
export function toDecode(sections: readonly Section[]): readonly Blob[] {
  return sections.flatMap((section) => {
    if (section.kind !== 'text' || section.content?.kind !== 'blob') return [];
    if (section.unfolded !== true || begun.has(section.content)) return [];
    begun.add(section.content);
    return [section.content];
  });
}

/** Keeps what has become of a picture. */
export function setDrawing(blob: Blob, drawing: PictureDrawing): void {
  drawings.set(blob, drawing);
}

/** The bytes of a section that say that they are a picture, or are said to be one. */
export function pictureOf(section: Section): Blob | undefined {
  if (section.kind !== 'text' || section.content?.kind !== 'blob') return undefined;
  const { content } = section;
  return /^image\//i.test(content.mimeType) || formatOf(headOf(content, 16)) !== undefined
    ? content
    : undefined;
}

/** A section with its picture below what is said of it; nothing when it has none. The same one each time. */
export function unfoldedPicture(section: TextSection): TextSection | undefined {
  if (pictureOf(section) === undefined) return undefined;
  const known = unfolded.get(section);
  if (known !== undefined) return known;
  const made: TextSection = { ...section, lines: [...section.lines, ''], unfolded: true };
  unfolded.set(section, made);
  return made;
}

const unfolded = new WeakMap<TextSection, TextSection>();

/** The picture that a line of a section is, and not words. */
export function pictureAt(section: TextSection, line: number): Blob | undefined {
  const isPicture = section.unfolded === true && line === section.lines.length - 1;
  return isPicture && section.content?.kind === 'blob' ? section.content : undefined;
}

/** How many rows a picture takes in a room of its own (see place.ts). */
export function pictureHeight(blob: Blob, view: View): number {
  const drawing = drawingOf(blob);
  if (drawing.kind === 'failed') return wordsOf(drawing.why, view).length;
  return drawing.size === undefined ? 1 : Math.ceil(sizeIn(drawing.size, view).height / 2);
}

/** One of these rows, painted. */
export function pictureRow(blob: Blob, row: number, view: View, theme: Theme): string {
  const drawing = drawingOf(blob);
  switch (drawing.kind) {
    case 'waiting':
      return row === 0 ? theme.paint('dim', `decoding ${theme.glyphs.more}`) : '';
    case 'failed':
      return theme.paint('failed', wordsOf(drawing.why, view)[row] ?? '');
    case 'ready':
      // Nobody unfolds a picture where none is drawn.
      return theme.pictures === 'none' ? '' : (painted(drawing, view, theme.pictures)[row] ?? '');
  }
}

const wordsOf = (why: string, { cells }: View): readonly string[] => wrap(visible(why), cells);

const sizeIn = (size: PixelSize, { cells, height }: View): PixelSize =>
  fitted(size, { width: cells, height: 2 * height });

const paintings = new WeakMap<PictureDrawing, { readonly key: string; readonly rows: readonly string[] }>();

/** The rows as they were painted last, unless there is more or less room now. */
function painted(
  drawing: PictureDrawing & { readonly kind: 'ready' },
  view: View,
  look: Depth | 'ramp',
): readonly string[] {
  const size = sizeIn(drawing.size, view);
  const key = `${size.width}x${size.height} ${look}`;
  const before = paintings.get(drawing);
  if (before?.key === key) return before.rows;
  const rows = drawing.paint(size, look);
  paintings.set(drawing, { key, rows });
  return rows;
}

function drawingOf(blob: Blob): PictureDrawing {
  const known = drawings.get(blob);
  if (known !== undefined) return known;
  const size = dimensionsOf(headOf(blob, 256 * 1024));
  const drawing: PictureDrawing = { kind: 'waiting', ...(size && { size }) };
  drawings.set(blob, drawing);
  return drawing;
}

/** The first bytes. */
const headOf = ({ base64 }: Blob, length: number): Uint8Array =>
  Buffer.from(base64.slice(0, Math.ceil(length / 3) * 4), 'base64');
