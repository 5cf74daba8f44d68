import { type Fold, rowOfPosition } from '../../../json/fold.ts';
import { unfoldedPicture } from './drawn.ts';
import type { JsonSection, Section, Sheet, SheetUi, TextSection } from './sheet.ts';
import { asJson } from './text.ts';

/** A sheet as it is looked at: the items of its sections that can be seen, counted through. */
export interface Flow {
  readonly sections: readonly Part[];
  /** How many items can be seen. */
  readonly count: number;
}

/** A section with the number of its first item. */
export type Part =
  | { readonly first: number; readonly count: number; readonly section: TextSection }
  | { readonly first: number; readonly count: number; readonly section: JsonSection; readonly fold: Fold };

/** One item: a line of a text section, or a row of a JSON section. */
export type Item =
  | { readonly kind: 'line'; readonly section: TextSection; readonly line: number }
  | { readonly kind: 'row'; readonly section: JsonSection; readonly row: number; readonly fold: Fold };

const kept = new WeakMap<Sheet, { readonly ui: Pick<SheetUi, 'folds' | 'formatted'>; readonly flow: Flow }>();

/** The flow of a sheet; the same one as long as nothing is folded or formatted. */
export function flowOf(sheet: Sheet, ui: Pick<SheetUi, 'folds' | 'formatted'>): Flow {
  const before = kept.get(sheet);
  if (before?.ui.folds === ui.folds && before.ui.formatted === ui.formatted) return before.flow;
  const sections: Part[] = [];
  let first = 0;
  for (const section of sheet.sections) {
    const part = partOf(shownAs(section, ui), first, ui);
    sections.push(part);
    first += part.count;
  }
  const flow = { sections, count: first };
  kept.set(sheet, { ui, flow });
  return flow;
}

/** The item with a number, which must be one of those that can be seen. */
export function itemAt(flow: Flow, number: number): Item | undefined {
  const part = partAt(flow, number);
  if (part === undefined) return undefined;
  const within = number - part.first;
  return 'fold' in part
    ? { kind: 'row', section: part.section, row: rowOfPosition(part.fold, within), fold: part.fold }
    : { kind: 'line', section: part.section, line: within };
}

/** The part with the section of this id. */
export const partOfSection = (flow: Flow, id: string): Part | undefined =>
  flow.sections.find(({ section }) => section.id === id);

function partAt({ sections, count }: Flow, number: number): Part | undefined {
  if (number < 0 || number >= count) return undefined;
  let low = 0;
  let high = sections.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sections[middle]?.first ?? 0) <= number) low = middle;
    else high = middle - 1;
  }
  return sections[low];
}

function shownAs(section: Section, { formatted }: Pick<SheetUi, 'formatted'>): Section {
  if (!formatted.includes(section.id)) return section;
  if (section.turned !== undefined) return section.turned;
  if (section.kind === 'json') return section;
  return unfoldedPicture(section) ?? asJson(section) ?? section;
}

function partOf(section: Section, first: number, { folds }: Pick<SheetUi, 'folds'>): Part {
  if (section.kind === 'text') return { first, count: section.lines.length, section };
  const fold = folds[section.id] ?? section.fold;
  return { first, count: fold.length, section, fold };
}
