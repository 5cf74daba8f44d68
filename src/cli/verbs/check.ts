import { askedOf } from '../check-asked.ts';
import { reportExamined } from '../check-report.ts';
import { insistOnLens } from '../client-named.ts';
import { withTarget } from '../connect.ts';
import { type Examined, examine } from '../examined.ts';
import { exit, UsageError } from '../exit.ts';
import type { Job, RunVerb } from '../job.ts';
import { lookAt } from '../looked-at.ts';
import { insistOnPlace } from '../replay/written-report.ts';
import { checkSeveral } from '../several-checked.ts';
import { fileFor, fileSide, lockSide, type Side } from '../sides.ts';
import { targetsOf } from '../target-of.ts';

/** `check [FILE…] [-- <target>]`: what is to be said of what a server offers, live, recorded or locked. */
export const check: RunVerb = async (given) => {
  const job = withReport(given);
  const asked = askedOf(job);
  const { as } = job.options;
  if (as !== undefined && !namesServer(job)) insistOnLens(as);
  insistOnPlace(job);
  const lockOf = await lockReader(job);
  const files: Examined[] = [];
  for (const name of job.operands) {
    const side = await fileSide(job, name);
    files.push(examine(job, side, asked, job.options.server[0], await lockOf(name)));
    await side.host?.close();
  }
  if (!namesServer(job)) {
    if (job.options.probe) throw new UsageError('--probe calls tools, for which it needs a server after --');
    return reportExamined(job, asked, files);
  }
  const targets = await targetsOf(forServer(job));
  if (targets === undefined) return exit.done;
  const [first] = targets;
  if (first === undefined || targets.length > 1 || 'why' in first)
    return checkSeveral(job, targets, asked, lockOf, files);
  const lock = await lockOf(first.name);
  return withTarget(first.job, first.target, undefined, async (server) => {
    const { one, end, isLost } = await lookAt(first, server, asked, lock);
    const code = await reportExamined(job, asked, [...files, one]);
    if (isLost) return exit.connection;
    return end === exit.done || code === exit.different ? code : end;
  });
};

/** Without a file there must be one, and whoever looks for it says what is wrong. */
const namesServer = ({ target, options, operands }: Job): boolean =>
  target.length > 0 || options.config !== undefined || operands.length === 0;

/** `--server` without a config is only the name that clients know it by. */
function forServer(job: Job): Job {
  const { config, server } = job.options;
  const isName = config === undefined && job.target.length > 0;
  if (!isName) return { ...job, reportsFindings: true };
  const names = [...server, ...(job.names ?? []).slice(server.length)];
  return { ...job, reportsFindings: true, names, options: { ...job.options, server: [] } };
}

/** `--json` is `--report json` by its other name. */
function withReport(job: Job): Job {
  const { json, report = json ? 'json' : 'text' } = job.options;
  return { ...job, options: { ...job.options, report, json: report === 'json' } };
}

/** Reads the lock that each server is held against: one for all, or of a folder the one with its name. */
async function lockReader(job: Job): Promise<(name: string) => Promise<Side | undefined>> {
  const { lock } = job.options;
  if (lock === undefined) return async () => undefined;
  const isForAll = fileFor(job.io, lock, '') === lock;
  const one = isForAll ? await lockSide(job, '--lock', lock) : undefined;
  return async (name) => one ?? lockSide(job, '--lock', fileFor(job.io, lock, name));
}
