import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { readHead } from '../disk/file.ts';
import { replace } from '../disk/write.ts';
import type { Host } from '../host/host.ts';
import { LIST_NAMES, type ListName, pluralOf } from '../spec/methods.ts';
import { type Locking, looksLikeLock, readLock, withoutSecrets } from '../surface/lock.ts';
import { type Surface, surfaceOf } from '../surface/surface.ts';
import { reason } from '../text/reason.ts';
import { visible } from '../text/visible.ts';
import { type ConnectedServer, withServer } from './connect.ts';
import { type ExitCode, UsageError } from './exit.ts';
import { readText } from './file.ts';
import { listsArrived } from './inspect.ts';
import type { Io } from './io.ts';
import type { Job } from './job.ts';
import { openRecording } from './recordings.ts';

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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A lock or a recording. What is remarked about it is told on stderr; throws a UsageError where it is neither. */
export async function fileSide(job: Job, name: string): Promise<Side> {
  const path = resolve(job.io.cwd, name);
  if (looksLikeLock(beginningOf(path, name))) {
    const read = readLock(await readText(job.io, name), sha256);
    if ('problem' in read) throw new UsageError(`${name} ${read.problem}`);
    return { kind: 'lock', name, surface: read.surface, missing: [] };
  }
  const host = await openRecording(path, job.options);
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

/** Does the work with the server of a job, once all of its lists are there. */
export const withLiveSide = (
  job: Job,
  work: (side: Side, server: ConnectedServer) => Promise<ExitCode>,
): Promise<ExitCode> =>
  withServer(job, undefined, async (server) => {
    await listsArrived(server.host);
    const { server: info } = server.host.store.state();
    const name = [info?.name ?? 'the server', info?.version ?? ''].join(' ').trim();
    return work(sideOf('server', name, server.host), server);
  });

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
      masked ??= withoutSecrets(surfaceOf(state, host.log.text), host.mask);
      return masked;
    },
  };
}

/** How a side is locked: its texts are without secrets already. */
export const locking: Locking = { sha256, mask: (text) => text };

/**
 * Tells which lists of a side could not be loaded; true where none is missing of a server but templates, which many do not
 * have. Nobody can load more of a recording.
 */
export function tellMissing({ io }: Job, { kind, missing }: Side): boolean {
  for (const [name, why] of missing) io.err(visible(`${pluralOf(name)} could not be listed: ${why}`));
  if (kind !== 'server') return true;
  return missing.every(([name, why]) => name === 'resourceTemplates' && why.startsWith('declared, but not'));
}

/** Writes a file that the user named, whole or not at all; throws a UsageError when it cannot be written. */
export function writeFile({ cwd }: Io, name: string, text: string): void {
  try {
    replace(resolve(cwd, name), text, 0o644);
  } catch (error) {
    throw new UsageError(`cannot write ${name}: ${reason(error)}`);
  }
}
