import type { Finding } from '../spec/finding.ts';
import type { Entry } from './frame.ts';

/** Findings that were not reported one by one, as one line. */
export interface FoldedFindings {
  readonly finding: Finding;
  /** How many it stands for. */
  readonly count: number;
  /** The last line they are about. */
  readonly last: Entry;
}

/**
 * Tells findings one by one, and of those that come too often only how many there were: a flood of bad lines must not
 * become two. It goes by the rule and by when the lines crossed the wire, so that a recording, in which the sum stands,
 * reads as the session was reported.
 */
export interface FindingThrottle {
  /** Whether a finding is reported by itself; else it is kept for {@link FindingThrottle.take}. */
  passes(finding: Finding, about: Entry): boolean;
  /** What was kept since, a line for each rule. */
  take(): readonly FoldedFindings[];
}

const NOTHING: readonly never[] = [];
/** Lines a second that are reported to break the same rule. */
const PER_SECOND = 50;

/** Counts each second of the session separately, by rule. */
export function createFindingThrottle(): FindingThrottle {
  const rules = new Map<string, { second: number; lines: number; seq: number }>();
  const kept = new Map<string, { finding: Finding; count: number; last: Entry }>();
  return {
    passes(finding, about) {
      const second = Math.floor(about.t / 1_000);
      const before = rules.get(finding.rule);
      const known = before?.second === second ? before : { second, lines: 0, seq: 0 };
      if (known !== before) rules.set(finding.rule, known);
      // Everything that is wrong with one line is reported, or nothing.
      if (known.seq !== about.seq) known.lines += 1;
      known.seq = about.seq;
      if (known.lines <= PER_SECOND) return true;
      kept.set(finding.rule, { finding, count: (kept.get(finding.rule)?.count ?? 0) + 1, last: about });
      return false;
    },
    take() {
      if (kept.size === 0) return NOTHING;
      const folded = [...kept.values()].map(({ finding: { path: _, message, ...rest }, count, last }) => ({
        ...{ count, last },
        finding: { ...rest, message: `${count} more lines in a second, the last one: ${message}` },
      }));
      kept.clear();
      return folded;
    },
  };
}
