import type { Host } from '../../../host/host.ts';
import type { Filter } from '../../../session/filter/parse.ts';
import { createSeqs, type Seqs } from '../../../session/log/column.ts';
import type { Log } from '../../../session/log/log.ts';
import { createOrdered } from '../../../session/log/ordered.ts';
import { createLiveSearch, createSearch, type Search } from '../../../session/log/search.ts';
import { memoOf } from '../../../time/memo.ts';
import type { Found, LogUi } from '../../kit/log/state.ts';
import { filters, parsedFilter } from './filtering.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    readonly traffic: LogUi;
  }
}

/** A search with what it is for; what was shown before is shown until it has gone through once. */
interface Known {
  readonly name: string;
  readonly filter: string;
  readonly search: Search;
  readonly before: Seqs | undefined;
}

/** Of a log the newest search. */
const newestOf = memoOf((_: Log): { known?: Known } => ({}));

/** Lines that can be looked at between two frames: old ones are read back from the transcript. */
export const SLICE = 500;

/** ms after which a search that depends on the clock is repeated. */
const TICK = 2_000;
/** A log longer than this is not gone through again for the clock alone. */
const LONG = 50_000;

type Look = Pick<LogUi, 'filter' | 'findings' | 'stderr' | 'saved' | 'exchanges'>;

type Lines = Pick<Host, 'log' | 'now' | 'store' | 'parts'>;

/**
 * The lines of the traffic that are shown, as far as they have been looked at, and how many have not: those that fit
 * the filter, those with findings, and the server's stderr among them, as the person has chosen. Of exchanges it is their
 * first lines; one fits where a line of it does. A filter that is not one yet leaves the one before in force. So many lines `more` are looked at now.
 */
export function shownTraffic(host: Lines, look: Look, more = 0): Found {
  const { log, now } = host;
  const query = look.filter.trim();
  if (query === '' && !look.findings && !look.stderr)
    return { seqs: look.exchanges ? log.exchanges : log.traffic, left: 0, filter: '' };
  const parsed = query === '' ? EVERYTHING : parsedFilter(look.filter, look.saved);
  if (parsed === undefined) return { seqs: NOTHING, left: log.traffic.length, filter: query };
  const newest = newestOf(log);
  let { known } = newest;
  const kept = 'filter' in parsed ? query : (known?.filter ?? '');
  const filter = 'filter' in parsed ? parsed.filter : (validOf(kept, look) ?? EVERYTHING.filter);
  const clock = filter.timed && log.lines.length < LONG ? Math.floor(now() / TICK) : 0;
  const settings = `${look.findings} ${look.stderr} ${look.exchanges} ${kept}`;
  const name = `${settings} ${clock}`;
  if (known?.name !== name) {
    const isAgain = known?.name.startsWith(`${settings} `) === true;
    const before = isAgain ? known?.search.advance(0).seqs : undefined;
    known = { name, filter: kept, search: searchFor(host, look, filter), before };
    newest.known = known;
  }
  const { seqs, left } = known.search.advance(more);
  return { seqs: left > 0 ? (known.before ?? seqs) : seqs, left, filter: kept };
}

/** How many lines there would be without a filter: stderr counts where it is shown. */
export const allTraffic = (
  { log, store }: Pick<Host, 'log' | 'store'>,
  { stderr, exchanges }: Pick<LogUi, 'stderr' | 'exchanges'>,
): number => (exchanges ? log.exchanges : log.traffic).length + (stderr ? store.state().counts.stderr : 0);

const EVERYTHING = {
  filter: { matches: () => true, changes: false, timed: false, late: () => undefined },
} as const;
const NOTHING = createSeqs();

function validOf(query: string, { saved }: Look): Filter | undefined {
  const parsed = filters()?.parse(query, saved);
  return parsed !== undefined && 'filter' in parsed ? parsed.filter : undefined;
}

/** Why the filter cannot be used, and where; nothing when it can. */
export function filterProblem({ filter, saved }: Look): { at: number; message: string } | undefined {
  const parsed = filter.trim() === '' ? undefined : parsedFilter(filter, saved);
  return parsed && ('problem' in parsed ? parsed.problem : parsed.filter.late());
}

function searchFor(host: Lines, { findings, stderr, exchanges }: Look, filter: Filter): Search {
  const { log } = host;
  const line = filters()?.line;
  const fits = (at: number): boolean => {
    if (filter === EVERYTHING.filter) return true;
    const of = host.parts?.at(at);
    const { now, store } = of?.part.host ?? host;
    const among = of && { log, line: at, session: of.part.name };
    const looked = line?.(of?.part.host.log ?? log, of?.seq ?? at, now(), store.state().inbox, among);
    return looked !== undefined && filter.matches(looked);
  };
  const matches = (seq: number): boolean => isOfKind(log, seq, findings, stderr) && fits(seq);
  if (filter.with !== undefined && !findings)
    return walkWith(
      log,
      log.find(filter.with),
      exchanges ? (seq) => log.beginningOf(seq) === seq : () => true,
    );
  if (exchanges && !filter.changes && !findings) {
    const isShown = (seq: number): boolean => isOfKind(log, log.beginningOf(seq), false, stderr);
    return createSearch(log.lines, (seq) => matches(seq) && isShown(seq), log.beginningOf);
  }
  if (exchanges) return createLiveSearch(log, ofExchange(log, { findings, stderr }, fits), log.beginningOf);
  if (filter.changes || findings) return createLiveSearch(log, matches);
  return createSearch(stderr ? log.lines : log.traffic, matches);
}

/** Whether a line of the exchange that begins with this one fits, and whether there is a finding at one if that is asked for. */
function ofExchange(
  log: Log,
  { findings, stderr }: Pick<Look, 'findings' | 'stderr'>,
  fits: (seq: number) => boolean,
): (seq: number) => boolean {
  return (seq) => {
    if (!isOfKind(log, seq, false, stderr)) return false;
    const { answer } = log.row(seq) ?? {};
    const lines = answer === undefined ? [seq] : [seq, answer];
    return (!findings || lines.some((one) => log.row(one)?.finding)) && lines.some(fits);
  };
}

/** No search at all: the lines that belong to the request of a line are walked from one to the next. */
function walkWith(log: Log, seq: number | undefined, isShown: (seq: number) => boolean): Search {
  const seqs = createOrdered(log.lines.order?.time);
  let last: number | undefined;
  return {
    advance() {
      const first = (): number | undefined => (seq === undefined ? undefined : log.requestOf(seq));
      let next = last === undefined ? first() : log.nextWith(last);
      for (; next !== undefined; next = log.nextWith(next)) {
        last = next;
        if (isShown(next)) seqs.add([next]);
      }
      return { seqs, left: 0 };
    },
  };
}

function isOfKind(log: Log, seq: number, findings: boolean, stderr: boolean): boolean {
  const row = log.row(seq);
  if (row === undefined || (findings && !row.finding)) return false;
  switch (row.type) {
    case 'frame':
    case 'invalid':
    case 'life':
      return true;
    case 'stderr':
      return stderr;
    case 'http':
      return row.finding;
    case 'finding':
    case 'note':
      return false;
  }
}
