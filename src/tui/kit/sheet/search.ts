import { findRows } from '../../../json/find.ts';
import type { Flow, Item, Part } from './flow.ts';

/** A pattern that finds a text: case counts only if it has a capital letter. */
export function patternOf(query: string): RegExp {
  const source = query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(source, /\p{Lu}/u.test(query) ? 'gu' : 'giu');
}

/** Where a text is found: of each part the lines or the rows of JSON, folded ones too, ascending. */
export type Found = readonly { readonly part: Part; readonly places: readonly number[] }[];

const remembered = new WeakMap<
  Part['section'],
  { readonly query: string; readonly places: readonly number[] }
>();

/** Looks for a text in all of a flow; what was looked for last is remembered. */
export const findIn = (flow: Flow, query: string): Found =>
  flow.sections.map((part) => ({ part, places: placesIn(part, query) }));

function placesIn({ section }: Part, query: string): readonly number[] {
  const before = remembered.get(section);
  if (before?.query === query) return before.places;
  const places =
    section.kind === 'json' ? findRows(section.rows, query) : linesWith(section.lines, patternOf(query));
  remembered.set(section, { query, places });
  return places;
}

function linesWith(lines: readonly string[], pattern: RegExp): readonly number[] {
  return lines.flatMap((line, place) => (line.search(pattern) === -1 ? [] : [place]));
}

/** A match: the line or the row of JSON in its part, and which one of how many it is, from 1. */
export interface Match {
  readonly part: Part;
  readonly place: number;
  readonly nth: number;
  readonly count: number;
}

/**
 * The match after a place of a part, or the one before it, around the ends; with `here` the place itself may be it.
 * Nothing when there is none. What is
 * folded away counts: whoever goes there unfolds it.
 */
export function nextMatch(found: Found, from: Item, way: 1 | -1, here: boolean): Match | undefined {
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

function matchAt(found: Found, part: Part | undefined, place: number | undefined): Match | undefined {
  if (part === undefined || place === undefined) return undefined;
  let before = 0;
  let count = 0;
  for (const one of found) {
    if (one.part === part) before = count + one.places.indexOf(place);
    count += one.places.length;
  }
  return { part, place, nth: before + 1, count };
}
