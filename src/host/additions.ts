import type { Entry, FindingEntry, FrameEntry } from '../session/frame.ts';
import type { Accepted } from '../session/intake.ts';
import type { Finding } from '../spec/finding.ts';
import type { HostSession } from './session.ts';

/**
 * The findings of today that a recording lacks, as an older version or another program wrote it: added to the log and to
 * the state, without a line of their own.
 */
export interface Additions {
  /** A line is read, perhaps a finding that was recorded; true for one that has been added already. */
  read(entry: Entry): boolean;
  /** What intake found in a line; if it was recorded, it follows the line at once. */
  found(accepted: Accepted, findings: readonly Finding[]): void;
  /** What the thorough checks found; if it was recorded, it follows anywhere after its frame. */
  late(finding: Finding, accepted: Accepted): void;
  /** Adds what was found so many ms ago or earlier and is not recorded by now. */
  settle(age: number): void;
}

/** A finding by its line. */
const keyOf = (at: number, rule: string): string => `${at} ${rule}`;

/** Findings that are remembered; a recording can be followed for days. */
const MOST = 100_000;

/** @param now a clock in ms */
export function createAdditions(
  { store, log }: Pick<HostSession, 'store' | 'log'>,
  now: () => number,
): Additions {
  let open:
    | { readonly accepted: Accepted; readonly recorded: Set<string>; readonly since: number }
    | undefined;
  let late: { readonly finding: Finding; readonly accepted: Accepted; readonly since: number }[] = [];
  const recordedLate = new Set<string>();
  const added = new Set<string>();

  const add = (finding: Finding, accepted: Accepted): void => {
    if (isAboutHidden(finding, accepted)) return;
    const { seq, t, conn, session } = accepted.entry;
    remember(added, keyOf(seq, finding.rule));
    store.dispatch({ entry: { seq, t, conn, session, type: 'finding', at: seq, ...finding }, findings: [] });
    log.attach(seq, finding);
  };

  const close = (): void => {
    if (open === undefined) return;
    const { accepted, recorded } = open;
    open = undefined;
    for (const finding of accepted.findings) if (!recorded.has(finding.rule)) add(finding, accepted);
  };

  return {
    read(entry) {
      const isOfOpen = entry.type === 'finding' && open?.accepted.entry.seq === entry.at;
      if (!isOfOpen) close();
      if (entry.type !== 'finding') return false;
      if (isLate(entry.rule)) remember(recordedLate, keyOf(entry.at, entry.rule));
      if (isOfOpen) open?.recorded.add(entry.rule);
      return added.has(keyOf(entry.at, entry.rule));
    },
    found(accepted, findings) {
      if (findings.length > 0)
        open = { accepted: { ...accepted, findings }, recorded: new Set(), since: now() };
    },
    late: (finding, accepted) => void late.push({ finding, accepted, since: now() }),
    settle(age) {
      const before = now() - age;
      if (open !== undefined && open.since <= before) close();
      const [due, left] = [
        late.filter(({ since }) => since <= before),
        late.filter(({ since }) => since > before),
      ];
      late = left;
      for (const { finding, accepted } of due) {
        if (!recordedLate.delete(keyOf(accepted.entry.seq, finding.rule))) add(finding, accepted);
      }
    },
  };
}

function remember(known: Set<string>, key: string): void {
  known.add(key);
  const [oldest] = known;
  if (known.size > MOST && oldest !== undefined) known.delete(oldest);
}

/** Whether a rule is one of those that the thorough checks report. */
const isLate = (rule: string): boolean => /^(?:lint|sdk)\//.test(rule);

/** A value that was hidden in the file can no longer be judged. */
function isAboutHidden({ path }: Finding, { entry }: Accepted): boolean {
  const hidden = (entry as FrameEntry | FindingEntry).redacted ?? [];
  return (
    path !== undefined &&
    hidden.some(
      (pointer) => path === pointer || path.startsWith(`${pointer}/`) || pointer.startsWith(`${path}/`),
    )
  );
}
