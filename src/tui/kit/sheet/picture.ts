import { visible } from '../../../text/visible.ts';
import { wrap } from '../../../text/wrap.ts';
import type { PictureDrawing } from '../../terminal/pictures/drawing.ts';
import type { Blob } from '../../terminal/pictures/picture.ts';
import { isPicture, sizeInCells, waiting } from '../../world/pictures.ts';
import type { Theme } from '../../world/theme.ts';
import type { Section, TextSection, View } from './sheet.ts';

/** The bytes of a section that are a picture. */
export function pictureOf(section: Section): Blob | undefined {
  if (section.kind !== 'text' || section.content?.kind !== 'blob') return undefined;
  return isPicture(section.content) ? section.content : undefined;
}

/** A section with its picture below what is said of it, which can be folded away; as it is when it has none. */
export const withPicture = (section: TextSection): TextSection =>
  pictureOf(section) === undefined
    ? section
    : { ...section, lines: [...section.lines, ''], unfolded: true, turned: section };

/** The ids of the sections that have a picture, for a look without them. */
export const picturesIn = (sections: readonly Section[]): readonly string[] =>
  sections.flatMap((section) => (pictureOf(section) === undefined ? [] : [section.id]));

/** The picture that a line of a section is, and not words. */
export function pictureAt(section: TextSection, line: number): Blob | undefined {
  const isPicture = section.unfolded === true && line === section.lines.length - 1;
  return isPicture && section.content?.kind === 'blob' ? section.content : undefined;
}

const drawingOf = (blob: Blob, { pictures }: View): PictureDrawing =>
  pictures === undefined ? waiting(blob) : pictures.drawing(blob);

/** How many rows a picture takes in a room of its own (see place.ts). */
export function pictureHeight(blob: Blob, view: View): number {
  const drawing = drawingOf(blob, view);
  if (drawing.kind === 'failed') return wordsOf(drawing.why, view).length;
  const { size } = drawing;
  return size === undefined ? 1 : Math.ceil(sizeInCells(size, view.cells, view.height).height / 2);
}

/** One of these rows, painted. */
export function pictureRow(blob: Blob, row: number, view: View, theme: Theme): string {
  const drawing = drawingOf(blob, view);
  switch (drawing.kind) {
    case 'waiting':
      return row === 0 ? theme.paint('dim', `decoding ${theme.glyphs.more}`) : '';
    case 'failed':
      return theme.paint('dim', wordsOf(drawing.why, view)[row] ?? '');
    case 'ready': {
      if (theme.pictures === 'none') return '';
      const { width, height } = sizeInCells(drawing.size, view.cells, view.height);
      return drawing.paint(width, height, theme.pictures)[row] ?? '';
    }
  }
}

const wordsOf = (why: string, { cells }: View): readonly string[] => wrap(visible(why), cells);
