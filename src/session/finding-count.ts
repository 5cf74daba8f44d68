import type { FindingEntry } from './frame.ts';
import type { FindingCount } from './state.ts';

/** Counts a finding with those of its rule, the first of which are kept with their places. */
export function countFinding(
  findings: readonly FindingCount[],
  entry: FindingEntry,
): readonly FindingCount[] {
  const at = findings.findIndex((finding) => finding.rule === entry.rule);
  const known = findings[at] ?? { rule: entry.rule, count: 0, places: [] };
  const place = {
    at: entry.at,
    message: entry.message,
    ...(entry.path === undefined ? {} : { path: entry.path }),
  };
  const places = known.places.length < PLACES ? [...known.places, place] : known.places;
  const counted = { rule: known.rule, count: known.count + (entry.count ?? 1), places };
  if (at >= 0) return findings.with(at, counted);
  return findings.length < RULES ? [...findings, counted] : findings;
}

const PLACES = 100;
/** Rules of which findings are kept; there are fewer, but a recording may name any. */
const RULES = 500;
