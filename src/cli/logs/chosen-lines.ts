import type { Host } from '../../host/host.ts';
import { filterLine } from '../../session/filter/line.ts';
import { type Filter, parseFilter } from '../../session/filter/parse.ts';
import { withOthers } from '../../session/log/paired.ts';
import { isFailure } from '../../session/outcome.ts';
import { UsageError } from '../exit.ts';
import type { Job } from '../job.ts';

/** The lines that an export is of, in their order, and what is said of them where that is not what was asked for. */
export interface ChosenLines {
  readonly lines: readonly number[];
  readonly remark?: string;
}

/** Chooses lines of a host; stops early when the program is asked to. */
export type ChooseLines = (host: Host, stop: AbortSignal) => Promise<ChosenLines>;

/** Lines that are looked at before the program may be asked to stop. */
const SLICE = 2_000;
/** A report of more failures is read by nobody. */
const MOST_FAILURES = 50;

/**
 * What `--marked` and `--filter` choose; without them all lines, of a `report` the marked ones or else those that failed. A
 * request comes with its answer and an answer with its request. Throws a UsageError where the options are wrong.
 */
export function chooserFor({ options: { marked, filter } }: Job, isReport: boolean): ChooseLines {
  if (marked && filter !== undefined) throw new UsageError('--marked and --filter cannot be used together');
  if (filter !== undefined) return byFilter(filter);
  if (marked) return async ({ log }) => insistOnSome(withOthers(log, log.marked()), 'no line is marked');
  return isReport ? reported : async (host, stop) => ({ lines: await linesThat(host, stop, () => true) });
}

function byFilter(text: string): ChooseLines {
  const parsed = parseFilter(text);
  if ('problem' in parsed) throw new UsageError(`--filter: ${parsed.problem.message}`);
  return async (host, stop) => {
    if (parsed.filter.sessions && host.parts === undefined)
      throw new UsageError('--filter: session: is for several files');
    const found = await linesThat(host, stop, (at) => fits(host, parsed.filter, at));
    const late = parsed.filter.late();
    if (late !== undefined) throw new UsageError(`--filter: ${late.message}`);
    return insistOnSome(withOthers(host.log, found), 'no line fits the filter');
  };
}

function fits(host: Host, filter: Filter, at: number): boolean {
  const of = host.parts?.at(at);
  const { now, store, log } = of?.part.host ?? host;
  const among = of && { log: host.log, line: at, session: of.part.name };
  const line = filterLine(log, of?.seq ?? at, now(), store.state().inbox, among);
  return line !== undefined && filter.matches(line);
}

function insistOnSome(lines: readonly number[], why: string): ChosenLines {
  if (lines.length === 0) throw new UsageError(`nothing is exported: ${why}`);
  return { lines };
}

/** For a report: the marked lines, else those that failed, else those with findings. */
async function reported(host: Host, stop: AbortSignal): Promise<ChosenLines> {
  const { log } = host;
  const marked = log.marked();
  if (marked.length > 0) return { lines: withOthers(log, marked) };
  const failed = await linesThat(host, stop, (at) => hasFailed(host, at));
  const chosen = failed.length > 0 ? failed : await linesThat(host, stop, (at) => hasFinding(host, at));
  const lines = withOthers(log, chosen.slice(0, MOST_FAILURES));
  if (chosen.length > MOST_FAILURES)
    return {
      lines,
      remark: `the first ${MOST_FAILURES} of ${chosen.length} lines that failed or have findings; --filter chooses others`,
    };
  if (chosen.length > 0) return { lines };
  return {
    lines,
    remark: 'no line is marked, none failed: the report has no messages; --filter chooses some',
  };
}

function hasFailed({ log }: Host, at: number): boolean {
  const row = log.row(at);
  if (row === undefined) return false;
  const { type, ended } = row;
  return (
    type === 'invalid' || isFailure(row) || ended === 'timeout' || ended === 'closed' || ended === 'assumed'
  );
}

/** Has a line a finding about what was said, rather than about the log that it was read from? */
const hasFinding = ({ log }: Host, at: number): boolean =>
  log.row(at)?.finding === true && log.findings(at).some(({ rule }) => !rule.startsWith('foreign/'));

/** The lines that stand for themselves: findings and notes come along with theirs. */
async function linesThat(
  { log }: Host,
  stop: AbortSignal,
  matches: (at: number) => boolean,
): Promise<readonly number[]> {
  const { lines } = log;
  const found: number[] = [];
  for (let place = 0; place < lines.length; place += 1) {
    if (place % SLICE === SLICE - 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (stop.aborted) return found;
    }
    const at = lines.at(place);
    const type = log.row(at)?.type;
    if (type !== 'finding' && type !== 'note' && matches(at)) found.push(at);
  }
  return found;
}
