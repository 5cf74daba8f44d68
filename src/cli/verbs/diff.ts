import { wholeDifference } from '../../clients/difference.ts';
import { LIST_NAMES, pluralOf } from '../../spec/methods.ts';
import { GROUPS, type Group } from '../../surface/change.ts';
import { isIntroduced } from '../../surface/difference.ts';
import { lockText } from '../../surface/lock.ts';
import { visible } from '../../text/visible.ts';
import { comparedCalls } from '../calls-compared.ts';
import { type Compared, comparedLines, countsOf, differenceJson } from '../difference-report.ts';
import { type ExitCode, exit, UsageError } from '../exit.ts';
import { firstOperand, type Job, operandsAtMost, type RunVerb } from '../job.ts';
import { printLines } from '../print.ts';
import {
  fileFor,
  fileSide,
  type Side,
  sha256,
  tellMissing,
  twoServers,
  whyNotLocked,
  withLiveSides,
  writeFile,
} from '../sides.ts';

/** `diff A [B] [-- <target>]`: what B, or the server, offers otherwise than A does, and who breaks on it. */
export const diff: RunVerb = async (given) => {
  const job = withReport(given);
  const { lock, update } = job.options;
  operandsAtMost(job, 'diff', lock === undefined ? 2 : 1);
  const [name, other] =
    lock === undefined
      ? [firstOperand(job, 'diff', 'a lock or a recording'), job.operands[1]]
      : [lock, job.operands[0]];
  const least = failsFrom(job);
  const isNamed = job.target.length > 0 || job.options.config !== undefined;
  if (other === undefined && !isNamed)
    throw new UsageError(`diff needs something to compare ${name} with: another file, or a server after --`);
  if (other !== undefined && isNamed)
    throw new UsageError(`diff compares two sides: leave out ${other} or the server`);
  // Of a folder each server has a file of its own.
  const isForAll = fileFor(job.io, name, '') === name;
  const shared = isForAll ? await beforeOf(job, name) : undefined;
  try {
    if (other !== undefined) {
      const after = await fileSide(job, other);
      const code = compare(job, shared ?? (await beforeOf(job, name)), after, least);
      await after.host?.close();
      return code;
    }
    return await withLiveSides(
      job,
      async (after, own, server) => {
        const before = shared ?? (await beforeOf(own, fileFor(own.io, name, server)));
        const code = compare(own, before, after, least);
        if (before !== shared) await before.host?.close();
        return code;
      },
      (count) => {
        if (count > 1 && update && isForAll)
          throw new UsageError(
            `--update rewrites a lock for each of several servers: name a folder instead of ${name}`,
          );
      },
    );
  } finally {
    await shared?.host?.close();
  }
};

async function beforeOf(job: Job, name: string): Promise<Side> {
  const before = await fileSide(job, name);
  if (job.options.update && before.kind !== 'lock')
    throw new UsageError(`--update rewrites a lock, and ${name} is a recording`);
  return before;
}

/** `--report json` is `--json` by its other name. */
function withReport(job: Job): Job {
  const { report = job.options.json ? 'json' : 'text' } = job.options;
  if (report !== 'text' && report !== 'json')
    throw new UsageError(`--report: diff reports as text or json, not as ${report}`);
  return { ...job, options: { ...job.options, json: report === 'json' } };
}

/** The lightest group that counts as a failure; undefined where none does, as `--update` makes the difference the new state. */
function failsFrom({ options }: Job): Group | undefined {
  const { failOn, update } = options;
  if (failOn === undefined) return update ? undefined : 'safe';
  if (failOn === 'never') return undefined;
  const group = failOn === 'any' ? 'safe' : GROUPS.find((one) => one === failOn);
  if (group !== undefined && failOn !== 'safe') return group;
  throw new UsageError(`--fail-on: "${failOn}" is not one of breaking, client, policy, review, any, never`);
}

function compare(job: Job, before: Side, after: Side, least: Group | undefined): ExitCode {
  const { update, force, json, quiet } = job.options;
  const two = twoServers(before.surface, after.surface);
  const areTwo = two === undefined ? '' : `these are two servers: ${two.join(' and ')}`;
  if (two !== undefined && update && !force)
    throw new UsageError(visible(`${areTwo}; --force has --update write the second into ${before.name}`));
  const compared = comparedSides(before, after);
  if (json) {
    job.io.json(differenceJson(compared));
    if (two !== undefined) job.io.err(visible(areTwo));
  } else {
    const lines = comparedLines(compared, before.name, after.name);
    printLines(job, two === undefined ? lines : [visible(areTwo), ...lines]);
  }
  const lost = tellMissing(job, after);
  if (isIntroduced(before.surface) !== isIntroduced(after.surface))
    job.io.err('what the server says of itself is not compared: one side does not have it');
  for (const name of LIST_NAMES)
    if ((before.surface.lists[name] === undefined) !== (after.surface.lists[name] === undefined))
      job.io.err(`${pluralOf(name)} are not compared: one side does not have them`);
  const unwritten = update ? whyNotLocked(job, after) : undefined;
  if (lost !== exit.done) return lost;
  if (unwritten !== undefined) return unwritten;
  if (update) {
    writeFile(job.io, before.name, lockText(after.surface, sha256));
    if (!quiet) job.io.err(visible(`rewrote ${before.name}`));
  }
  const counts = countsOf(compared);
  const heavy = least === undefined ? [] : GROUPS.slice(0, GROUPS.indexOf(least) + 1);
  return heavy.some((group) => counts[group] > 0) ? exit.different : exit.done;
}

function comparedSides(before: Side, after: Side): Compared {
  const changes = wholeDifference(before.surface, after.surface);
  const areRecorded = before.kind === 'recording' && after.kind === 'recording';
  if (!areRecorded || before.host === undefined || after.host === undefined) return { changes };
  return { changes, calls: comparedCalls(before.host, after.host) };
}
