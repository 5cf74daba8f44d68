import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readHead } from '../disk/file.ts';
import { replace } from '../disk/write.ts';
import type { Host } from '../host/host.ts';
import { listsArrived } from '../host/lists-arrived.ts';
import type { RecordedHost } from '../host/recorded.ts';
import { LIST_NAMES, type ListName, pluralOf } from '../spec/methods.ts';
import { looksLikeLock, maskedSurface, readLock } from '../surface/lock.ts';
import { type Surface, surfaceOf } from '../surface/surface.ts';
import { quoteShell } from '../text/quote.ts';
import { reason } from '../text/reason.ts';
import { visible } from '../text/visible.ts';
import { isFolder } from '../transcript/place.ts';
import { type ConnectedServer, withServers } from './connect.ts';
import { type ExitCode, exit, UsageError } from './exit.ts';
import { readText } from './file.ts';
import { failureOf } from './inspect.ts';
import type { Io } from './io.ts';
import type { Job } from './job.ts';
import { STDIN, STDIN_NAME } from './logs/stdin.ts';
import { absolute } from './open-server.ts';
import { openRecording, openStdin } from './recordings.ts';

/** What a server offers, from wherever it was named: a lock, a recording, or the server itself. */
export interface Side {
  readonly kind: 'lock' | 'recording' | 'server';
  /** How it is called in a report. */
  readonly name: string;
  /** Without secrets, as a lock has it. */
  readonly surface: Surface;
  /** The session that it is from; a lock has none. */
  readonly host?: Host;
  /** Lists that the server has and that could not be loaded, with the reason. */
  readonly missing: readonly (readonly [ListName, string])[];
}

/** How the items of a lock are hashed. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A lock or a recording. What is remarked about it is told on stderr; throws a UsageError where it is neither. */
export async function fileSide(job: Job, name: string): Promise<Side> {
  if (name === STDIN) return stdinSide(job);
  const path = resolve(job.io.cwd, name);
  try {
    const head = beginningOf(path, name);
    if (looksLikeLock(head)) return lockIn(job, name);
    if (head.trim() === '') throw new UsageError(`${name} is neither a lock nor a recording: it is empty`);
    return await recordingIn(job, name, path);
  } catch (error) {
    if (error instanceof UsageError) error.message += dashesMissing(job, name);
    throw error;
  }
}

/** A lock, of an option that takes nothing else; throws a UsageError where it is none. */
export async function lockSide(job: Job, option: string, name: string): Promise<Side> {
  const head = beginningOf(resolve(job.io.cwd, name), name);
  if (looksLikeLock(head)) return lockIn(job, name);
  const why = head.trim() === '' ? ': it is empty' : ' (mcp-loupe export --to lock writes one)';
  throw new UsageError(`${option}: ${name} is not a lock${why}`);
}

/**
 * The file that an option or operand names for a server: of a folder the one that is named after the server.
 *
 * @param server what the server is called
 */
export function fileFor({ cwd }: Io, named: string, server: string): string {
  if (!isFolder(absolute(cwd, named))) return named;
  return join(named, `${server.replace(/[^A-Za-z0-9._-]+/g, '-')}.lock.json`);
}

/** What helps who forgot the `--` before the command of the server, to follow a sentence; empty where a file was meant. */
export function dashesMissing({ verb, operands, target, io }: Job, name: string): string {
  const at = operands.indexOf(name);
  if (target.length > 0 || verb === undefined || at < 0 || !mayBeCommand(io.cwd, name)) return '';
  const words = [verb, ...operands.slice(0, at), '--', ...operands.slice(at)];
  return `; put the server's command after --: mcp-loupe ${quoteShell(words)}`;
}

/** Whether a word may be the command of a server: nothing that is called like a log, and no file that is no program. */
const mayBeCommand = (cwd: string, name: string): boolean =>
  !/\.(?:\w*jsonl?|log|har|txt|out|ya?ml)$/i.test(name) &&
  (/\.(?:[cm]?[jt]s|py|rb|sh|exe|cmd)$/i.test(name) || !existsSync(resolve(cwd, name)));

async function lockIn(job: Job, name: string): Promise<Side> {
  const read = readLock(await readText(job.io, name), sha256);
  if ('problem' in read) throw new UsageError(`${name} ${read.problem}`);
  return { kind: 'lock', name, surface: read.surface, missing: [] };
}

/** A recording or a log that comes through a pipe. */
async function stdinSide(job: Job): Promise<Side> {
  const [one, ...others] = await openStdin({ ...job, operands: [STDIN] });
  if (one !== undefined && others.length === 0) return recordedSide(job, STDIN_NAME, one.host);
  for (const { host } of [one, ...others].flatMap((each) => each ?? [])) await host.close();
  throw new UsageError(
    `${STDIN_NAME} holds several servers: take one out first, mcp-loupe export --server NAME`,
  );
}

const recordingIn = async (job: Job, name: string, path: string): Promise<Side> =>
  recordedSide(job, name, await openRecording(path, job.options));

async function recordedSide(job: Job, name: string, host: RecordedHost): Promise<Side> {
  await host.whole;
  for (const remark of host.remarks()) job.io.err(visible(`${name}: ${remark}`));
  return sideOf('recording', name, host);
}

/** The first characters of a file that was named so; throws a UsageError when it cannot be read. */
export function beginningOf(path: string, name: string): string {
  try {
    return readHead(path, 4096).toString('utf8');
  } catch (error) {
    throw new UsageError(`cannot open ${name}: ${reason(error)}`);
  }
}

/** Does the work with each server of a job, once all of its lists are there. */
export const withLiveSides = (
  job: Job,
  work: (side: Side, job: Job, name: string) => Promise<ExitCode>,
  insist?: (count: number) => void,
): Promise<ExitCode> =>
  withServers(
    job,
    undefined,
    async (server, own, name) => work(await liveSide(server), own, name),
    insist && { insist },
  );

/** What a connected server offers, once all of its lists are there. */
export async function liveSide({ host }: ConnectedServer): Promise<Side> {
  await listsArrived(host);
  const { server: info } = host.store.state();
  const name = [info?.name ?? 'the server', info?.version ?? ''].join(' ').trim();
  return sideOf('server', name, host);
}

/** What a session offers; a list of thousands takes its time to be masked, for which not everybody asks. */
function sideOf(kind: Side['kind'], name: string, host: Host): Side {
  const state = host.store.state();
  const missing = LIST_NAMES.flatMap((list) => {
    const { state: how, why = 'not loaded' } = state.lists[list];
    return how === 'failed' || how === 'loading' || how === 'unasked' ? [[list, why] as const] : [];
  });
  let masked: Surface | undefined;
  return {
    ...{ kind, name, host, missing },
    get surface() {
      masked ??= maskedSurface(surfaceOf(state, host.log.text), host.mask);
      return masked;
    },
  };
}

/** Tells which lists of a side could not be loaded; the exit code for that. Nobody can load more of a recording. */
export function tellMissing({ io }: Job, side: Side): ExitCode {
  for (const [name, why] of side.missing) io.err(visible(`${pluralOf(name)} could not be listed: ${why}`));
  if (side.host === undefined || side.kind !== 'server' || lacking(side).length === 0) return exit.done;
  return failureOf(side.host);
}

/** The lists without which a surface is not whole: templates many servers do not have. */
const lacking = ({ missing }: Side): readonly ListName[] =>
  missing.flatMap(([name, why]) =>
    name === 'resourceTemplates' && why.startsWith('declared, but not') ? [] : [name],
  );

/**
 * Whether a lock can be written of a side, and the exit code where it cannot, which is told: with a list missing it would
 * say that the server offers nothing there. Of a recording, which will never have more, it can be forced.
 */
export function whyNotLocked({ io, options }: Job, side: Side): ExitCode | undefined {
  const lists = lacking(side);
  const isRecording = side.kind === 'recording';
  if (lists.length === 0 || (isRecording && options.force)) return undefined;
  const names = lists.map(pluralOf).join(', ');
  const hint = isRecording ? '; --force writes it without them' : '';
  io.err(visible(`no lock is written: ${names} would be missing in it${hint}`));
  return isRecording || side.host === undefined ? exit.failed : failureOf(side.host);
}

/** Both names where two sides are two servers, by what they call themselves. */
export function twoServers(before: Surface, after: Surface): readonly [string, string] | undefined {
  const [one, other] = [before.server?.name, after.server?.name];
  return one === undefined || other === undefined || one === other ? undefined : [one, other];
}

/** Writes a file that the user named, whole or not at all; throws a UsageError when it cannot be written. */
export function writeFile({ cwd }: Io, name: string, text: string): void {
  try {
    replace(resolve(cwd, name), text, 0o644);
  } catch (error) {
    throw new UsageError(`cannot write ${name}: ${reason(error)}`);
  }
}
