import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isObject } from '../../json/shape.ts';
import { maskedStep } from '../../replay/masked.ts';
import type { RecordedOpening } from '../../replay/opening.ts';
import type { VerifyOptions } from '../../replay/verifiable.ts';
import type { Verified } from '../../replay/verification.ts';
import type { LiveTarget } from '../../session/target.ts';
import { TASKS_EXTENSION } from '../../spec/task.ts';
import { counted } from '../../text/measure.ts';
import { reason } from '../../text/reason.ts';
import { visible } from '../../text/visible.ts';
import { isFolder } from '../../transcript/place.ts';
import { version } from '../../version.ts';
import { withTarget } from '../connect.ts';
import { type ExitCode, exit, UsageError, worst } from '../exit.ts';
import { readText } from '../file.ts';
import { firstOperand, type Job, type RunVerb } from '../job.ts';
import { absolute } from '../open-server.ts';
import {
  insistOnNames,
  insistOnSecrets,
  type NamedFile,
  type NamedSteps,
  verifiableFile,
} from '../replay/verified-files.ts';
import { verifyOptions } from '../replay/verify-options.ts';
import {
  changesOf,
  countWords,
  isUpdated,
  jsonReport,
  type StepUpdate,
  type VerifiedFile,
  type VerifyReport,
  wasNothingSent,
} from '../replay/verify-report.ts';
import { insistOnPlace, type ReportForms, reportText, writeReport } from '../replay/written-report.ts';
import { writeFile } from '../sides.ts';
import { targetOf } from '../target-of.ts';

/**
 * `verify FILE… -- <target>`: sends what files of steps and recordings hold to a server, each file over a connection of its own, and
 * reports what comes out otherwise: exit code 5.
 */
export const verify: RunVerb = async (given) => {
  const job = withReport(given);
  firstOperand(job, 'verify', 'a file of steps or a recording');
  insistOnPlace(job);
  insistOnFolder(job);
  const asked = verifyOptions(job);
  const files: NamedFile[] = [];
  for (const name of job.operands) files.push(await verifiableFile(job, name, asked));
  insistOnNames(files, asked.only);
  insistOnSecrets(files, asked);
  insistOnKinds(job, files);
  const target = await targetOf(job);
  if (target === undefined) return exit.done;
  // A failure is in the report.
  const own: Job = { ...job, options: { ...job.options, json: false } };
  const verified: VerifiedFile[] = [];
  const codes: ExitCode[] = [];
  for (const file of files) {
    try {
      const { found, code } = await verifiedFile(own, target, file, asked);
      const all = file.kind === 'steps' ? { ...found, update: await updateOf(job, file) } : found;
      verified.push(all);
      codes.push(code, ...codesOf(all));
    } finally {
      await file.verifiable.close?.();
    }
  }
  const report: VerifyReport = { files: verified, version };
  writeReport(job, await reportText(job, report, FORMS), countWords(report));
  // The other reports count what was skipped as nothing that is wrong.
  if (wasNothingSent(report) && (job.options.report !== 'text' || job.options.output !== undefined))
    job.io.err(countWords(report));
  return worst(codes);
};

/** `--json` is `--report json` by its other name. */
function withReport(job: Job): Job {
  const { json, report = json ? 'json' : 'text' } = job.options;
  return { ...job, options: { ...job.options, report, json: report === 'json' } };
}

/** Several files are several sessions, which one recording cannot hold. */
function insistOnFolder({ options: { record }, operands, io }: Job): void {
  if (record === undefined || operands.length < 2 || isFolder(absolute(io.cwd, record))) return;
  throw new UsageError(
    `--record: ${operands.length} files are as many sessions; name a folder instead of ${record}`,
  );
}

/** What came of a file, and the exit code that its connection ends with. */
async function verifiedFile(
  job: Job,
  target: LiveTarget,
  { file, kind, verifiable }: NamedFile,
  { secrets }: VerifyOptions,
): Promise<{ readonly found: VerifiedFile; readonly code: ExitCode }> {
  const { opening } = verifiable;
  let unreached = 'not sent: there was no connection';
  const own: Job = {
    ...(opening === undefined ? job : openedAs(job, opening)),
    unreached(why) {
      if (why.length > 0) unreached = `not sent: ${why.join('; ')}`;
    },
  };
  let verified: Verified | undefined;
  const code = await withTarget(own, target, verifiable.lists, async (server) => {
    server.host.learn?.([...(secrets?.values() ?? [])]);
    const { isLate, surface, ...found } = await verifiable.verify(server);
    verified = {
      steps: found.steps.map((step) => maskedStep(step, server.host.mask)),
      ...(surface === undefined ? {} : { surface }),
    };
    // Where all is as it was, the connection ended as it did then.
    const isAsRecorded = found.steps.every(({ status }) => status !== 'error' && status !== 'different');
    if (server.host.store.state().phase !== 'ready' && !isAsRecorded) return exit.connection;
    return isLate ? exit.timeout : exit.done;
  });
  const found = verified ?? verifiable.unreached(unreached);
  const location = locationOf(job, file);
  return { code, found: { ...found, file, kind, ...(location === undefined ? {} : { location }) } };
}

/** A job that connects as the client of a recording did, in all that the person does not say otherwise. */
function openedAs(job: Job, opening: RecordedOpening): Job {
  const { options } = job;
  const { era = opening.era, protocolVersion = era === opening.era ? opening.protocolVersion : undefined } =
    options;
  const isTold = options.as !== undefined;
  return {
    ...job,
    replays: isTold ? { answer: opening.answer } : opening,
    options: {
      ...options,
      ...(era === undefined || isTold ? {} : { era }),
      ...(protocolVersion === undefined || isTold ? {} : { protocolVersion }),
      noTasks: options.noTasks || (!isTold && opening.era === 'modern' && !announcesTaskExtension(opening)),
    },
  };
}

const announcesTaskExtension = ({ capabilities }: RecordedOpening): boolean => {
  const extensions = capabilities?.['extensions'];
  return isObject(extensions) && TASKS_EXTENSION in extensions;
};

/** A file of this folder, as a report can name it. */
function locationOf({ io }: Job, file: string): string | undefined {
  const path = relative(io.cwd, resolve(io.cwd, file));
  const isBelow =
    path !== '' && !path.startsWith('..') && !path.startsWith(sep) && existsSync(resolve(io.cwd, path));
  return isBelow ? path.split(sep).join('/') : undefined;
}

/** What came of a file ends the program with. */
function codesOf(file: VerifiedFile): readonly ExitCode[] {
  const isOther =
    file.steps.some((step) => step.status === 'different' && !isUpdated(file, step)) ||
    changesOf(file).length > 0;
  return [
    ...(isOther ? [exit.different] : []),
    ...(file.steps.some(({ status }) => status === 'error') ? [exit.failed] : []),
  ];
}

/** Refuses what means nothing for the files that were named. */
function insistOnKinds({ options }: Job, files: readonly NamedFile[]): void {
  const recording = files.find(({ kind }) => kind === 'recording');
  if (options.update && recording !== undefined)
    throw new UsageError(
      `--update writes into files of steps, and ${recording.file} is a recording: record again instead`,
    );
  if (options.level !== undefined && recording === undefined)
    throw new UsageError('--level says how a recording is compared: what steps expect is in their file');
}

/** What `--update` writes into a file of steps, which it does where that was asked for. What fails is told: the report stays. */
async function updateOf({ io, options }: Job, file: NamedSteps): Promise<StepUpdate> {
  const { text, changed, settled, left } = file.verifiable.updated(file.text);
  if (!options.update) return { changed, settled, isDone: false };
  const tellLeft = (why: string): void => io.err(visible(`${file.file}: not updated: ${why}`));
  for (const why of left) tellLeft(why);
  const nothing: StepUpdate = { changed: [], settled: [], isDone: true };
  if (changed.length === 0) return nothing;
  try {
    if ((await readText(io, file.file)) !== file.text) {
      tellLeft('it has changed meanwhile: verify it again');
      return nothing;
    }
    writeFile(io, file.file, `${file.mark}${text}`);
  } catch (error) {
    tellLeft(reason(error));
    return nothing;
  }
  if (!options.quiet)
    io.err(visible(`${file.file}: wrote the new values of ${counted(changed.length, 'step')}`));
  return { changed, settled, isDone: true };
}

const FORMS: ReportForms<VerifyReport> = {
  json: jsonReport,
  sarif: async () => (await import('../replay/verify-annotations.ts')).sarifReport,
  junit: async () => (await import('../replay/verify-junit.ts')).junitReport,
  github: async () => (await import('../replay/verify-annotations.ts')).githubReport,
  text: async () => (await import('../replay/verify-text.ts')).textReport,
};
