import { isFolded } from '../../../json/fold.ts';
import { openingOf } from '../../../json/rows.ts';
import { type Flow, flowOf, type SheetItem } from './flow.ts';
import type { InView } from './opened.ts';
import { mayBeJson } from './sections.ts';
import type { Section, TextSection } from './sheet.ts';

/** What enter does on the selected row; nothing where it does nothing. */
export function enterWord(now: InView, item: SheetItem): string {
  const { section } = item;
  if (item.kind === 'line' && item.section.press !== undefined) return item.section.press.word;
  if (linkOf(item) !== undefined) return 'read';
  if (itemOf(item) !== undefined) return 'go there';
  if (pageOf(item) !== undefined) return 'browser';
  if (item.kind === 'row') {
    if (isString(item)) return 'open';
    const opening = openingOf(item.section.rows, item.row);
    if (item.section.rows.partners[opening] === -1) return '';
    return isFolded(item.fold, opening) ? 'expand' : 'collapse';
  }
  if (item.section.seq !== undefined) return 'go there';
  const fold = foldOf(now, item);
  if (fold !== undefined) return fold === 'open' ? 'collapse' : 'expand';
  if (turnable(now, section.id)) return 'as JSON';
  return textAt(flowOf(now.sheet, now.ui), item.section) === undefined ? '' : 'as JSON';
}

/** The resource that a row links to. */
export const linkOf = (item: SheetItem): string | undefined =>
  item.kind === 'line' ? item.section.link : undefined;

/** The item of a list that a row is about. */
export const itemOf = (item: SheetItem): string | undefined =>
  item.kind === 'line' ? item.section.item : undefined;

/** The page that a row leads to. */
export const pageOf = (item: SheetItem): string | undefined =>
  item.kind === 'line' ? item.section.page : undefined;

/** Whether something else can stand in the place of a section. */
export const turnable = ({ sheet }: InView, id: string): boolean =>
  sheet.sections.some((section) => section.id === id && section.turned !== undefined);

/** Whether a line that can be folded is open: what was found, a picture; nothing for any other. */
export function foldOf({ sheet, ui }: InView, { section }: SheetItem): 'open' | 'folded' | undefined {
  const base = sheet.sections.find(({ id }) => id === section.id);
  if (base?.kind !== 'text' || base.turned === undefined) return undefined;
  // A picture is there at first, all else is folded away.
  const isFirst = !ui.formatted.includes(section.id);
  return isFirst === (base.unfolded === true) ? 'open' : 'folded';
}

/** Whether a row of JSON is a string, which opens to be read. */
export const isString = ({ section, row }: SheetItem & { readonly kind: 'row' }): boolean =>
  section.rows.text[section.rows.starts[row] ?? 0] === '"';

/** The section that turns at one, or right after it: what is said above it counts for it. */
export function turnableAt({ sections }: Flow, now: InView, id: string): Section | undefined {
  const at = sections.findIndex(({ section }) => section.id === id);
  return sections.slice(at, at + 2).find(({ section }) => turnable(now, section.id))?.section;
}

/** The text that may be JSON at a section, or right after it: what is said above a text counts for it. */
export function textAt({ sections }: Flow, { id }: TextSection): TextSection | undefined {
  const at = sections.findIndex(({ section }) => section.id === id);
  for (const { section } of sections.slice(at, at + 3)) {
    if (section.kind === 'text' && mayBeJson(section)) return section;
    if (section.kind === 'json' || section.content !== undefined) return undefined;
  }
  return undefined;
}
