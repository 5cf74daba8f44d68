import type { Envelope } from '../spec/envelope.ts';
import type { Entry, FindingEntry } from './frame.ts';

/** How many lines of each kind there were. */
export interface Counts {
  /** Frames and invalid lines: what the Traffic tab counts. */
  readonly traffic: number;
  readonly invalid: number;
  readonly stderr: number;
  /** HTTP exchanges. */
  readonly http: number;
  readonly logs: number;
  readonly findings: number;
  /** Requests of the server to us. */
  readonly serverRequests: number;
}

/** The same while it is counted. */
export type Tally = { -readonly [Kind in keyof Counts]: number };

export const NONE: Counts = {
  traffic: 0,
  invalid: 0,
  stderr: 0,
  http: 0,
  logs: 0,
  findings: 0,
  serverRequests: 0,
};

/** Counts a line, of a frame with what it is. */
export function tally(counts: Tally, entry: Entry, envelope?: Envelope): void {
  switch (entry.type) {
    case 'frame':
      counts.traffic += 1;
      if (entry.dir === 'c2s') return;
      if (envelope?.kind === 'request') counts.serverRequests += 1;
      else if (envelope?.kind === 'notification' && envelope.method === 'notifications/message')
        counts.logs += 1;
      return;
    case 'invalid':
      counts.traffic += 1;
      counts.invalid += entry.lines ?? 1;
      return;
    case 'http':
      if (entry.phase === 'request') counts.http += 1;
      return;
    case 'stderr':
      counts.stderr += 1;
      return;
    case 'finding':
      if (!isAssumption(entry)) counts.findings += entry.count ?? 1;
      return;
    case 'life':
    case 'note':
      return;
  }
}

/** Something that the log of another program leaves open: nothing is wrong with what is in it. */
export interface LeftOpen {
  /** The seq it stands at. */
  readonly at: number;
  readonly message: string;
}

/** Whether a finding only says what was assumed of a log. */
export const isAssumption = ({ rule }: Pick<FindingEntry, 'rule'>): boolean => rule === 'foreign/assumed';

/** What was assumed so far, each thing once. */
export const withAssumption = (
  said: readonly LeftOpen[],
  { at, message }: FindingEntry,
): readonly LeftOpen[] =>
  said.length < PLACES && !said.some((one) => one.message === message) ? [...said, { at, message }] : said;

/** How often a rule was broken, and where first. */
export interface FindingCount {
  readonly rule: string;
  /** Whose fault it is, where that is not the server's. */
  readonly side?: 'client';
  readonly count: number;
  /** The first 100: the seq it stands at, its message and path. */
  readonly places: readonly { readonly at: number; readonly message: string; readonly path?: string }[];
}

/** Counts a finding with those of its rule, the first of which are kept with their places. */
export function countFinding(
  findings: readonly FindingCount[],
  entry: FindingEntry,
): readonly FindingCount[] {
  const { rule, side } = entry;
  const at = findings.findIndex((finding) => finding.rule === rule && finding.side === side);
  const known = findings[at] ?? { rule, ...(side === undefined ? {} : { side }), count: 0, places: [] };
  const place = {
    at: entry.at,
    message: entry.message,
    ...(entry.path === undefined ? {} : { path: entry.path }),
  };
  const places = known.places.length < PLACES ? [...known.places, place] : known.places;
  const counted = { ...known, count: known.count + (entry.count ?? 1), places };
  if (at >= 0) return findings.with(at, counted);
  return findings.length < RULES ? [...findings, counted] : findings;
}

const PLACES = 100;
/** Rules of which findings are kept; there are fewer, but a recording may name any. */
const RULES = 500;
