import type { Finding } from '../spec/finding.ts';
import type { Entry, FindingEntry } from './frame.ts';
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

/** Findings that were not told one by one, as one line. */
export interface Folded {
  readonly finding: Finding;
  /** How many it stands for. */
  readonly count: number;
  /** The last line they are about. */
  readonly last: Entry;
}

/**
 * Tells findings one by one, and of those that come too often only how many there were: a flood of bad lines must not
 * become two. It goes by the rule and by when the lines crossed the wire, so that a recording, in which the sum stands,
 * is read as the session was told.
 */
export interface Often {
  /** Whether a finding is told by itself; else it is kept for {@link Often.take}. */
  passes(finding: Finding, about: Entry): boolean;
  /** What was kept since, a line for each rule. */
  take(): readonly Folded[];
}

/** Lines a second that are told to break the same rule. */
const PER_SECOND = 50;

/** Counts anew for each second of the session, by rule. */
export function createOften(): Often {
  const rules = new Map<string, { second: number; lines: number; seq: number }>();
  const kept = new Map<string, { finding: Finding; count: number; last: Entry }>();
  return {
    passes(finding, about) {
      const second = Math.floor(about.t / 1_000);
      const before = rules.get(finding.rule);
      const known = before?.second === second ? before : { second, lines: 0, seq: 0 };
      if (known !== before) rules.set(finding.rule, known);
      // All that is wrong with one line is told, or nothing.
      if (known.seq !== about.seq) known.lines += 1;
      known.seq = about.seq;
      if (known.lines <= PER_SECOND) return true;
      kept.set(finding.rule, { finding, count: (kept.get(finding.rule)?.count ?? 0) + 1, last: about });
      return false;
    },
    take() {
      const folded = [...kept.values()].map(({ finding: { rule, message }, count, last }) => ({
        ...{ count, last },
        finding: { rule, message: `${count} more lines in a second, the last one: ${message}` },
      }));
      kept.clear();
      return folded;
    },
  };
}
