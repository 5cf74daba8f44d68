import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readHead } from '../disk/file.ts';
import { systemClock } from '../host/clock.ts';
import type { Host, NamedHost } from '../host/host.ts';
import { type Followed, type RecordedHost, readRecorded } from '../host/recorded.ts';
import { shortName } from '../session/short-name.ts';
import { liveTaps, type TapMark, tapsFolder } from '../tap/taps.ts';
import { isMissing } from '../text/reason.ts';
import { visible } from '../text/visible.ts';
import { liveFiles } from '../transcript/live.ts';
import { recordingsFolder } from '../transcript/place.ts';
import { isKnown, openAllWritten } from '../transcript/written.ts';
import { type ExitCode, exit, UsageError } from './exit.ts';
import type { Job } from './job.ts';
import { type KeptStdin, keepStdin, STDIN, STDIN_NAME } from './logs/stdin.ts';
import { checksOf } from './options.ts';
import type { ProcessIo } from './process-io.ts';
import { asUsageError, openKept, recordingsNamed, reportRecording } from './recordings.ts';

/** A session that is followed, with the name that it goes by among others. */
export interface FollowedHost extends NamedHost {
  readonly host: RecordedHost;
}

/** One line of traffic as text: `seq` is in the log of the host. */
export type RowText = (host: Host, seq: number) => string;

/** What is done with the lines of a recording as they are read; the next ones are read once it is done. */
type Taken = (host: RecordedHost) => Promise<void>;

/**
 * Opens what is followed: files, which are waited for, or the standard input. Nothing where the person has lost patience.
 *
 * @throws UsageError for what is no recording
 */
export async function openFollowed(
  job: Job,
  operands: readonly string[],
  taken?: Taken,
): Promise<readonly FollowedHost[] | undefined> {
  const opened = await Promise.all(
    operands.map((operand) =>
      operand === STDIN
        ? followKept(job, keepStdin(job.io), taken)
        : followFile(job, resolve(job.io.cwd, operand), taken),
    ),
  );
  const hosts = opened.flatMap((those) => those ?? []);
  if (opened.every((those) => those !== undefined)) return named(hosts);
  await Promise.all(hosts.map((host) => host.close()));
  return undefined;
}

/** What `open --follow` is asked for: files, `-` alone, or with `--last` the newest recording. */
export async function recordingsFollowed(job: Job): Promise<readonly string[]> {
  const { operands, options } = job;
  if (options.json) throw new UsageError('--json lists the recordings and cannot be used with --follow');
  if (operands.includes(STDIN) && operands.length > 1)
    throw new UsageError('open --follow takes files, or - alone');
  if (operands.length === 0 && !options.last)
    throw new UsageError('open --follow needs a file, - or --last; mcp-loupe tap follows all live taps');
  return operands.includes(STDIN) ? operands : recordingsNamed(job);
}

/**
 * Follows a file, from its beginning, as long as somebody writes to it; nothing where it is not waited for any more. A log of
 * several servers is a session for each of those that it has by now.
 *
 * @param isGone whether nobody will write to it any more
 */
export async function followFile(
  job: Job,
  path: string,
  taken?: Taken,
  isGone = (): boolean => false,
): Promise<readonly RecordedHost[] | undefined> {
  const isThere = await whenBegun(job, path, path, isGone);
  if (!isThere) return undefined;
  const client = tapAt(path)?.client;
  return opening(job, path, { ...(client === undefined ? {} : { client }), writes: writerOf(path) }, taken);
}

async function opening(
  job: Job,
  path: string,
  followed: Omit<Followed, 'taken'>,
  taken?: Taken,
): Promise<readonly RecordedHost[]> {
  const transcripts = await openAllWritten([path], followed.name).catch(asUsageError);
  return Promise.all(
    transcripts.map(async (one) => {
      let host: RecordedHost | undefined;
      const read = async (): Promise<void> => {
        if (host !== undefined) await taken?.(host);
      };
      host = await readRecorded(one, systemClock, checksOf(job.options), { ...followed, taken: read });
      return host;
    }),
  );
}

/** ms between two looks for a file that is not there yet, and after which it is said that it is waited for. */
const LOOK = 100;
const PATIENCE = 400;
/** Bytes in which a recording has its header. */
const HEADER = 1024 * 1024;

/** Resolves when a file has its first line, or what is asked for beside it; false when that is not waited for any more. */
async function whenBegun(
  { io }: Job,
  path: string,
  name: string,
  isOver: () => boolean,
  isRead = async (): Promise<boolean> => true,
): Promise<boolean> {
  for (let waited = 0; !hasLine(path) || !(await isRead()); waited += LOOK) {
    if (io.stop.aborted) return false;
    if (isOver()) return true;
    if (waited === PATIENCE) io.err(visible(`waiting for the recording in ${name} to begin (ctrl+c ends)`));
    await setTimeout(LOOK, undefined, { signal: io.stop }).catch(() => {});
  }
  return true;
}

/** Whether a file is worth opening: what is wrong with it is said by whoever opens it. */
function hasLine(path: string): boolean {
  try {
    const head = readHead(path, HEADER);
    return head.includes(10) || head.length === HEADER;
  } catch (error) {
    return !isMissing(error);
  }
}

/** ms for which an answer to the question who writes is good. */
const FRESH = 500;

/** ms in which who begins to write to a file of ours has marked it. */
const MARKED = 2_000;

/**
 * Whether somebody writes to a file, as far as there are marks: undefined for one that never had any, unless it is where
 * each has one as long as it is written.
 */
function writerOf(path: string): () => boolean | undefined {
  const begun = systemClock.now();
  const isOurs = [tapsFolder(), recordingsFolder()].includes(dirname(path));
  let wasMarked = false;
  let isMarked = false;
  let asked = Number.NEGATIVE_INFINITY;
  return () => {
    const now = systemClock.now();
    if (now - asked >= FRESH) {
      asked = now;
      isMarked = tapAt(path) !== undefined || liveFiles(recordingsFolder()).has(path);
      wasMarked ||= isMarked || (isOurs && now - begun > MARKED);
    }
    return wasMarked ? isMarked : undefined;
  };
}

/** The live tap that records into a file. */
export const tapAt = (path: string): TapMark | undefined =>
  liveTaps(tapsFolder()).find((tap) => tap.path === path);

/** ms in which a pipe of something that is over has ended, even where that is long. */
const SOON = 1_000;

/** Opens what our standard input is: as soon as it has ended, or as it comes where that takes long. */
export async function openComing(job: Job): Promise<readonly FollowedHost[] | undefined> {
  if (job.operands.length > 1) throw new UsageError('open takes files, or - alone');
  const kept = keepStdin(job.io);
  await Promise.race([kept.whole, setTimeout(SOON, undefined, { signal: job.io.stop }).catch(() => {})]);
  return kept.ended() ? openKept(kept, job.options) : named(await followKept(job, kept));
}

const named = (hosts: readonly RecordedHost[] | undefined): readonly FollowedHost[] | undefined =>
  hosts?.map((host) => ({ name: shortName(host.store.state().target), host }));

/** Follows what comes by our standard input. */
async function followKept(
  job: Job,
  kept: KeptStdin,
  taken?: Taken,
): Promise<readonly RecordedHost[] | undefined> {
  const [path, name] = [kept.path, STDIN_NAME];
  try {
    // What it is may be told by more than its first line.
    const isRead = async (): Promise<boolean> => kept.ended() || (await isKnown(path));
    if (!(await whenBegun(job, path, name, kept.ended, isRead))) return undefined;
    const hosts = await opening(job, path, { name, writes: () => !kept.ended() }, taken);
    return hosts.map((host) => ({ ...host, close: () => host.close().finally(kept.remove) }));
  } finally {
    kept.opened();
  }
}

/** Follows without screens: a file line by line as it grows, the standard input as a report when it has ended. */
export async function printFollowed(
  job: Job,
  io: ProcessIo,
  rowText: () => Promise<RowText>,
): Promise<ExitCode> {
  const { operands } = job;
  if (operands.includes(STDIN)) {
    const followed = (await openFollowed(job, operands)) ?? [];
    for (const [place, { host }] of followed.entries()) {
      if (place > 0) io.out('\n\n');
      await reportRecording(job, host);
    }
    return exit.done;
  }
  const text = await rowText();
  const printed = new Map<Host, number>();
  let names: ReadonlyMap<Host, string> = new Map();
  const print = async (host: RecordedHost): Promise<void> => {
    const { traffic } = host.log;
    let place = printed.get(host) ?? 0;
    for (; place < traffic.length; place += 1)
      io.out(`${names.get(host) ?? ''}${text(host, traffic.at(place))}\n`);
    printed.set(host, place);
    await io.flush();
  };
  const all = await openFollowed(job, operands, print);
  if (all === undefined) return exit.done;
  if (all.length > 1) names = new Map(all.map(({ host, name }) => [host, `${visible(name)}  `]));
  io.stop.addEventListener('abort', () => void Promise.all(all.map(({ host }) => host.close())), {
    once: true,
  });
  for (const { host } of all) {
    await host.whole;
    await print(host);
    for (const remark of host.remarks()) io.err(visible(remark));
  }
  await Promise.all(all.map(({ host }) => host.close()));
  return exit.done;
}
