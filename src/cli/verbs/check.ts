import { checkRules, findingsOf } from '../../check/check.ts';
import type { Mask } from '../../check/excerpt.ts';
import type { CheckFinding } from '../../check/finding.ts';
import { probeFindings } from '../../check/probe.ts';
import { verdictOn } from '../../check/verdict.ts';
import { pointerOf, stepsOf } from '../../json/path.ts';
import { surfaceOf } from '../../surface/surface.ts';
import { version } from '../../version.ts';
import { askedOf, type CheckAsked } from '../check-asked.ts';
import { insistOnPlace, writeReport } from '../check-report.ts';
import { insistOnLens } from '../client-named.ts';
import type { ConnectedServer } from '../connect.ts';
import { documentsOf } from '../documents.ts';
import { type Examined, examine } from '../examined.ts';
import { type ExitCode, exit, UsageError } from '../exit.ts';
import type { Job, RunVerb } from '../job.ts';
import { probe } from '../probing.ts';
import { readReferred } from '../referred.ts';
import { fileSide, lockSide, tellMissing, withLiveSide } from '../sides.ts';

/** `check [FILE…] [-- <target>]`: what is to be said of what a server offers, live, recorded or locked. */
export const check: RunVerb = async (given) => {
  const job = withReport(given);
  const asked = askedOf(job);
  const { as } = job.options;
  if (as !== undefined && !namesServer(job)) insistOnLens(as);
  insistOnPlace(job);
  const { lock: named } = job.options;
  const lock = named === undefined ? undefined : await lockSide(job, '--lock', named);
  const examined: Examined[] = [];
  for (const name of job.operands) {
    const side = await fileSide(job, name);
    examined.push(examine(job, side, asked, lock));
    await side.host?.close();
  }
  if (!namesServer(job)) {
    if (job.options.probe) throw new UsageError('--probe calls tools, for which it needs a server after --');
    return report(job, asked, examined);
  }
  return withLiveSide(forServer(job), async (side, server) => {
    const lost = tellMissing(job, side);
    const offered = surfaceOf(server.host.store.state());
    await readReferred(server, offered, job.options.timeout);
    const isLost = tellLost(server);
    const ends = job.options.probe && !isLost ? await probe(server, offered, job.options.timeout) : [];
    await server.host.checked();
    const { target, transport = target.transport } = server.host.store.state();
    const documents = await documentsOf(target, transport, job.io.cwd);
    const one = examine(job, side, asked, lock, documents);
    const probed = { ...one, beside: [...one.beside, ...probeFindings(ends, one.mask)] };
    const code = await report(job, asked, [...examined, probed]);
    if (isLost) return exit.connection;
    return lost === exit.done || code === exit.different ? code : lost;
  });
};

/** Whether the server has gone although it was only read from, which is told. */
function tellLost({ host, tell }: ConnectedServer): boolean {
  const { phase, why } = host.store.state();
  if (phase === 'ready') return false;
  for (const line of why) tell(line);
  return true;
}

/** Without a file there must be one, and whoever looks for it says what is wrong. */
const namesServer = ({ target, options, operands }: Job): boolean =>
  target.length > 0 || options.config !== undefined || operands.length === 0;

/** `--server` without a config is only the name that clients know it by. */
function forServer(job: Job): Job {
  const { config, server } = job.options;
  const isName = config === undefined && job.target.length > 0;
  if (!isName) return { ...job, reportsFindings: true };
  return { ...job, reportsFindings: true, names: server, options: { ...job.options, server: [] } };
}

/** `--json` is `--report json` by its other name. */
function withReport(job: Job): Job {
  const { json, report = json ? 'json' : 'text' } = job.options;
  return { ...job, options: { ...job.options, report, json: report === 'json' } };
}

async function report(job: Job, asked: CheckAsked, examined: readonly Examined[]): Promise<ExitCode> {
  const areSeveral = examined.length > 1;
  const found = examined.flatMap(({ subject, beside, checked: { file } }) =>
    [...beside, ...findingsOf(subject)].map((finding) => ({
      ...(areSeveral && file !== undefined ? { of: file } : {}),
      ...finding,
    })),
  );
  const verdict = verdictOn(found, asked.demand);
  const mask = (text: string) => examined.reduce((masked, one) => one.mask(masked), text);
  await writeReport(job, {
    ...verdict,
    // Only now: suppressions name the items as they are.
    findings: verdict.findings.map((one) => maskedFinding(one, mask)),
    suppressed: verdict.suppressed.map((one) => maskedFinding(one, mask)),
    checked: examined.map(({ checked }) => ({ ...checked, name: mask(checked.name) })),
    rules: checkRules(),
    version,
  });
  return verdict.findings.some(verdict.isFailure) ? exit.different : exit.done;
}

/** Whatever of a finding is from the server. */
function maskedFinding<F extends CheckFinding>(finding: F, mask: Mask): F {
  const { item, path, message, fix } = finding;
  const steps = stepsOf(path)?.map((step) => (typeof step === 'string' ? mask(step) : step));
  const at = steps === undefined ? mask(path) : pointerOf(steps);
  return { ...finding, item: mask(item), path: at, message: mask(message), fix: mask(fix) };
}
