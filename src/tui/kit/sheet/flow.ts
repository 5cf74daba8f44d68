import { findRows } from '../../../json/find.ts';
import { type Fold, rowOfPosition } from '../../../json/fold.ts';
import { jqOf, pointerOf } from '../../../json/path.ts';
import { pretty } from '../../../json/pretty.ts';
import { pathOf, valueText } from '../../../json/rows.ts';
import { memo, memoOf } from '../../../time/memo.ts';
import { asJson } from './sections.ts';
import type { JsonSection, Section, Sheet, SheetUi, TextSection } from './sheet.ts';

/** A sheet as it is looked at: the items of its sections that can be seen, counted through. */
export interface Flow {
  readonly sections: readonly FlowPart[];
  /** How many items can be seen. */
  readonly count: number;
}

/** A section with the number of its first item. */
export type FlowPart =
  | { readonly first: number; readonly count: number; readonly section: TextSection }
  | { readonly first: number; readonly count: number; readonly section: JsonSection; readonly fold: Fold };

/** One item: a line of a text section, or a row of a JSON section. */
export type SheetItem =
  | { readonly kind: 'line'; readonly section: TextSection; readonly line: number }
  | { readonly kind: 'row'; readonly section: JsonSection; readonly row: number; readonly fold: Fold };

/** The flow of a sheet; the same one as long as nothing is folded or formatted. */
export const flowOf = (sheet: Sheet, { folds, formatted }: Pick<SheetUi, 'folds' | 'formatted'>): Flow =>
  flowsOf(sheet)(folds, formatted);

const flowsOf = memoOf((sheet: Sheet) =>
  memo((folds: SheetUi['folds'], formatted: SheetUi['formatted']): Flow => {
    const sections: FlowPart[] = [];
    let first = 0;
    for (const section of sheet.sections) {
      const part = partOf(shownAs(section, formatted), first, folds);
      sections.push(part);
      first += part.count;
    }
    return { sections, count: first };
  }),
);

/** The item with a number, which must be one of those that can be seen. */
export function itemAt(flow: Flow, number: number): SheetItem | undefined {
  const part = partAt(flow, number);
  if (part === undefined) return undefined;
  const within = number - part.first;
  return 'fold' in part
    ? { kind: 'row', section: part.section, row: rowOfPosition(part.fold, within), fold: part.fold }
    : { kind: 'line', section: part.section, line: within };
}

/** The part with the section of this id. */
export const partOfSection = (flow: Flow, id: string): FlowPart | undefined =>
  flow.sections.find(({ section }) => section.id === id);

function partAt({ sections, count }: Flow, number: number): FlowPart | undefined {
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

function shownAs(section: Section, formatted: SheetUi['formatted']): Section {
  if (!formatted.includes(section.id)) return section;
  if (section.turned !== undefined) return section.turned;
  if (section.kind === 'json') return section;
  return asJson(section) ?? section;
}

function partOf(section: Section, first: number, folds: SheetUi['folds']): FlowPart {
  if (section.kind === 'text') return { first, count: section.lines.length, section };
  const fold = folds[section.id] ?? section.fold;
  return { first, count: fold.length, section, fold };
}

/** Where an item stands in its message, as a JSON pointer; nothing for what is said about it. */
export function pathOfItem(item: SheetItem): string | undefined {
  if (item.kind === 'line') return item.section.path;
  return `${item.section.path}${pointerOf(pathOf(item.section.rows, item.row))}`;
}

/** Where a row of JSON stands in the value that is shown, as jq takes it; nothing for a line of text. */
export function jqOfItem(item: SheetItem): string | undefined {
  return item.kind === 'row' ? jqOf(pathOf(item.section.rows, item.row)) : undefined;
}

/** What of a message a line shows: a text, or bytes as base64 with their type. */
export function contentOf(
  item: SheetItem,
): { readonly text: string; readonly mimeType?: string; readonly kind: 'text' | 'blob' } | undefined {
  const content = item.kind === 'line' ? item.section.content : undefined;
  if (content === undefined) return undefined;
  return content.kind === 'text'
    ? content
    : { kind: 'blob', text: content.base64, mimeType: content.mimeType };
}

/** The text of an item: of a string what it stands for, of a line the text it belongs to. */
export function textOf(item: SheetItem): string | undefined {
  if (item.kind === 'line')
    return item.section.content?.kind === 'text' ? item.section.content.text : undefined;
  const value: unknown = JSON.parse(valueText(item.section.rows, item.row));
  return typeof value === 'string' ? value : undefined;
}

/** All of a flow as one text, JSON unfolded, secrets hidden: for a pager. */
export function printed({ sections }: Flow, mask: (text: string) => string): string {
  return sections
    .map(({ section }) => (section.kind === 'text' ? section.text : mask(pretty(section.rows.text))))
    .join('\n');
}

/** A pattern that finds a text: case counts only if it has a capital letter. */
export function patternOf(query: string): RegExp {
  const source = query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(source, /\p{Lu}/u.test(query) ? 'gu' : 'giu');
}

/** Where a text is found: of each part the lines or the rows of JSON, folded ones too, ascending. */
type Found = readonly { readonly part: FlowPart; readonly places: readonly number[] }[];

/** Looks for a text in all of a flow; what was looked for last in a section is remembered. */
export const findIn = (flow: Flow, query: string): Found =>
  flow.sections.map((part) => ({ part, places: placesIn(part.section, query) }));

const placesIn = memoOf((section: Section, query: string): readonly number[] => {
  if (section.kind === 'json') return findRows(section.rows, query);
  const pattern = patternOf(query);
  return section.lines.flatMap((line, place) => (line.search(pattern) === -1 ? [] : [place]));
});

/** A match: the line or the row of JSON in its part, and which one of how many it is, from 1. */
export interface SheetMatch {
  readonly part: FlowPart;
  readonly place: number;
  readonly nth: number;
  readonly count: number;
}

/**
 * The match after a place of a part, or the one before it, around the ends; with `here` the place itself may be it.
 * Nothing when there is none. What is folded away counts: going there unfolds it.
 */
export function nextMatch(found: Found, from: SheetItem, way: 1 | -1, here: boolean): SheetMatch | undefined {
  const parts = way === 1 ? found : found.toReversed();
  const start = parts.findIndex(({ part }) => part.section.id === from.section.id);
  const place = (from.kind === 'row' ? from.row : from.line) - (here ? way : 0);
  const within = nextPlace(parts[start]?.places ?? [], place, way);
  if (within !== undefined) return matchAt(found, parts[start]?.part, within);
  // Around the ends: the parts that follow, those before, and last what is on the other side in this one.
  const others = [...parts.slice(start + 1), ...parts.slice(0, start + 1)];
  const next = others.find(({ places }) => places.length > 0);
  return matchAt(found, next?.part, next?.places.at(way === 1 ? 0 : -1));
}

function nextPlace(places: readonly number[], from: number, way: 1 | -1): number | undefined {
  return way === 1 ? places.find((place) => place > from) : places.findLast((place) => place < from);
}

function matchAt(
  found: Found,
  part: FlowPart | undefined,
  place: number | undefined,
): SheetMatch | undefined {
  if (part === undefined || place === undefined) return undefined;
  let before = 0;
  let count = 0;
  for (const one of found) {
    if (one.part === part) before = count + one.places.indexOf(place);
    count += one.places.length;
  }
  return { part, place, nth: before + 1, count };
}
