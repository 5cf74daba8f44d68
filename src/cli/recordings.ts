import { resolve } from 'node:path';
import { systemClock } from '../host/clock.ts';
import type { NamedHost } from '../host/host.ts';
import { openRecorded, type RecordedHost, readRecorded } from '../host/recorded.ts';
import { shortName } from '../session/short-name.ts';
import { bytes, counted, day } from '../text/measure.ts';
import { visible } from '../text/visible.ts';
import { recordingsFolder } from '../transcript/place.ts';
import { TranscriptError } from '../transcript/read-header.ts';
import { type RecordingSummary, recordings } from '../transcript/recordings.ts';
import { openAllWritten } from '../transcript/written.ts';
import { type ExitCode, exit, UsageError } from './exit.ts';
import type { Job } from './job.ts';
import { type KeptStdin, keepStdin, STDIN_NAME } from './logs/stdin.ts';
import { checksOf, type Options } from './options.ts';
import { printLines } from './print.ts';
import { reportLines } from './report.ts';

/** The files that `open` is asked for: the operands, or with `--last` the newest; none when it shall list them. */
export async function recordingsNamed({ operands, options, io }: Job): Promise<readonly string[]> {
  const { json, last } = options;
  if (last && operands.length > 0) throw new UsageError('open takes recordings or --last, not both');
  if (json && (operands.length > 0 || last)) {
    throw new UsageError('--json lists the recordings and cannot be used with a file');
  }
  if (!last) return operands.map((file) => resolve(io.cwd, file));
  const [newest] = await recordings(recordingsFolder());
  if (newest === undefined) throw new UsageError(`there are no recordings in ${recordingsFolder()} yet`);
  return [newest.path];
}

/** `open` without a file: the recordings kept, the newest first. */
export async function listRecordings(job: Job): Promise<ExitCode> {
  const kept = await recordings(recordingsFolder());
  if (job.options.json) job.io.json(JSON.stringify({ recordings: kept }));
  else
    printLines(job, kept.length === 0 ? [`no recordings in ${recordingsFolder()} yet`] : kept.flatMap(rows));
  if (!job.options.json && kept.length > 0)
    job.io.err('open the newest with mcp-loupe open --last, another with mcp-loupe open FILE');
  return exit.done;
}

/** When it began on the clock of this machine, and what it is; then the path alone, to be copied whole. */
function rows({ path, started, server, frames, findings, bytes: size }: RecordingSummary): readonly string[] {
  const facts = [counted(frames, 'message'), findings === 0 ? '' : counted(findings, 'finding'), bytes(size)];
  const about = [day(new Date(started)), server, facts.filter((fact) => fact !== '').join(', ')];
  return [visible(about.join('  ')), `  ${visible(path)}`];
}

/** Opens a recording; throws a UsageError when the file is not one. */
export async function openRecording(path: string, options: Options): Promise<RecordedHost> {
  return openRecorded(path, systemClock, checksOf(options)).catch(asUsageError);
}

/** Throws what is wrong with a file as a mistake on the command line. */
export function asUsageError(error: unknown): never {
  if (error instanceof TranscriptError) throw new UsageError(error.message);
  throw error;
}

/** Opens what our standard input is, once it has ended. */
export async function openStdin({
  io,
  operands,
  options,
  verb = 'open',
}: Job): ReturnType<typeof openRecordings> {
  if (operands.length > 1) throw new UsageError(`${verb} takes files, or - alone`);
  const kept = keepStdin(io);
  await kept.whole;
  return openKept(kept, options);
}

/** Opens what has come by our standard input, all of it. */
export async function openKept(kept: KeptStdin, options: Options): ReturnType<typeof openRecordings> {
  try {
    const opened = await openRecordings([kept.path], options, STDIN_NAME);
    return opened.map(({ name, host }) => ({
      name,
      host: { ...host, close: () => host.close().finally(kept.remove) },
    }));
  } finally {
    kept.opened();
  }
}

/**
 * Opens several, each with the name that it goes by; where one is no recording the others are closed again. Logs that go on in
 * each other are one session, and one of several servers is several.
 *
 * @param name what is said in place of the path, which is that of a copy
 */
export async function openRecordings(
  paths: readonly string[],
  options: Options,
  name?: string,
): Promise<readonly (NamedHost & { readonly host: RecordedHost })[]> {
  const transcripts = await openAllWritten(paths, name).catch(asUsageError);
  const hosts: RecordedHost[] = [];
  for (const one of transcripts) hosts.push(await readRecorded(one, systemClock, checksOf(options)));
  return hosts.map((host) => ({ name: shortName(host.store.state().target), host }));
}

/** `open FILE` without a terminal: the plain report of the recording, when all of it has been read. */
export async function reportRecording(job: Job, host: RecordedHost): Promise<ExitCode> {
  job.io.stop.addEventListener('abort', () => void host.close(), { once: true });
  await host.whole;
  for (const remark of host.remarks()) job.io.err(visible(remark));
  printLines(job, reportLines(host));
  await host.close();
  return exit.done;
}
