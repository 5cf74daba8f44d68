import { SEVERITIES, type Severity } from '../spec/rule.ts';
import type { CheckFinding, Family } from './finding.ts';
import { fitsPattern, meansRule } from './pattern.ts';

/** A finding that is known and accepted: a row of `check` in `.mcp-loupe.json`. */
export interface Suppression {
  /** The rule, or a pattern: `advice/*`. */
  readonly rule: string;
  /** The item, or a pattern: `tool:get_*`. */
  readonly item: string;
  /** The id of the client that it concerns; absent for all, and for what concerns none. */
  readonly client?: string | undefined;
  readonly reason: string;
}

/** What the user wants of the findings. */
export interface Demand {
  /** The level of the rules that a word means, instead of their own; of several the last that means one. */
  readonly levels: readonly (readonly [word: string, level: Severity | 'off'])[];
  readonly suppressions: readonly Suppression[];
  /** What ends with exit code 5: a finding of this level or above, and those of the rules that these words mean. */
  readonly failOn: { readonly level: Severity | undefined; readonly words: readonly string[] };
}

/** A finding of one of the things that were checked. */
export interface ToldFinding extends CheckFinding {
  /** The file or server that it is about, by its label, where several things were checked. */
  readonly of?: string;
}

/** What is told of the findings. */
export interface CheckVerdict {
  /** The worst first; those of a level in the order in which they were found. */
  readonly findings: readonly ToldFinding[];
  readonly suppressed: readonly (ToldFinding & { readonly reason: string })[];
  readonly counts: Readonly<Record<Severity, number>>;
  /** Whether a finding is one that ends with exit code 5. */
  readonly isFailure: (finding: CheckFinding) => boolean;
}

/** The rules of what is said of the check itself. */
export const CHECK: Family = {
  name: 'check',
  about: 'What is said of the check itself.',
  rules: {
    'unused-suppression': {
      level: 'note',
      says: 'A suppression in .mcp-loupe.json fits nothing that was found.',
      fix: 'Take it out of the file.',
    },
    'not-checked': {
      level: 'error',
      says: 'One of several servers could not be checked.',
      fix: 'See on stderr why; the others are checked without it.',
    },
    'left-out': {
      level: 'note',
      says: 'A report has no room for all that was found.',
      fix: 'Use --report json, or --rule to switch rules off.',
    },
  },
  find: () => [],
};

/** What is told of what was found, as the user wants it. */
export function verdictOn(
  found: readonly ToldFinding[],
  { levels, suppressions, failOn }: Demand,
): CheckVerdict {
  const used = new Set<Suppression>();
  const open: ToldFinding[] = [];
  const suppressed: CheckVerdict['suppressed'][number][] = [];
  for (const finding of leveled(found, levels)) {
    const by = suppressions.filter(
      ({ rule, item, client = finding.client }) =>
        meansRule(rule, finding.rule) && fitsPattern(item, finding.item) && client === finding.client,
    );
    for (const one of by) used.add(one);
    const [first] = by;
    if (first === undefined) open.push(finding);
    else suppressed.push({ ...finding, reason: first.reason });
  }
  const unused = suppressions.filter((one) => !used.has(one)).map(unusedFinding);
  const all = [...open, ...leveled(unused, levels)];
  const findings = SEVERITIES.flatMap((level) => all.filter((one) => one.level === level));
  const count = (level: Severity) => findings.filter((one) => one.level === level).length;
  return {
    findings,
    suppressed,
    counts: { error: count('error'), warning: count('warning'), note: count('note') },
    isFailure: ({ rule, level }) =>
      (failOn.level !== undefined && SEVERITIES.indexOf(level) <= SEVERITIES.indexOf(failOn.level)) ||
      failOn.words.some((word) => meansRule(word, rule)),
  };
}

/** The findings at the levels that were chosen, without those that are switched off. */
function leveled(found: readonly ToldFinding[], levels: Demand['levels']): readonly ToldFinding[] {
  if (levels.length === 0) return found;
  const chosen = new Map<string, Severity | 'off' | undefined>();
  return found.flatMap((finding) => {
    const { rule } = finding;
    if (!chosen.has(rule)) chosen.set(rule, levels.findLast(([word]) => meansRule(word, rule))?.[1]);
    const level = chosen.get(rule) ?? finding.level;
    return level === 'off' ? [] : [level === finding.level ? finding : { ...finding, level }];
  });
}

function unusedFinding({ rule, item, client, reason }: Suppression): ToldFinding {
  return {
    rule: 'check/unused-suppression',
    level: 'note',
    item: 'server',
    path: '',
    message: `The suppression of ${rule} at ${item}${client === undefined ? '' : ` for ${client}`} fits nothing that was found (${reason})`,
    fix: 'Take it out of .mcp-loupe.json.',
  };
}
