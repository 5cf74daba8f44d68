import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../host/clock.ts';
import type { MoreSessions, NamedHost } from '../host/host.ts';
import { shortName } from '../session/short-name.ts';
import { endedTaps, liveTaps, type TapMark, tapsFolder } from '../tap/taps.ts';
import { counted } from '../text/measure.ts';
import { reason } from '../text/reason.ts';
import { visible } from '../text/visible.ts';
import { atMost } from '../time/at-most.ts';
import { changesOf } from '../transcript/growing.ts';
import { UsageError } from './exit.ts';
import { followFile, tapAt } from './following.ts';
import type { Job } from './job.ts';
import { openRecording } from './recordings.ts';

/** What to do where nothing is tapped. */
export const NO_TAPS =
  'nothing is tapped at the moment; mcp-loupe tap --install CLIENT puts taps before the servers of a client (CLIENT: claude-desktop, cursor and others)';

/** Midnight, as ms since 1970: what has ended since is of today. */
export const today = (): number => new Date().setHours(0, 0, 0, 0);

/** Ended ones that are opened, the newest: all of a day could be hundreds. */
const ENDED = 8;
/** ms that the first screen waits for what live taps have not written yet. */
const PATIENCE = 1_000;
/** ms between two looks: each line of each tap is a change in their folder. */
const REST = 300;

/** The taps of this machine as sessions: those there are, one at least, and those that come. */
export interface OpenedTaps {
  readonly hosts: readonly NamedHost[];
  readonly more: MoreSessions;
}

/**
 * Follows all live taps and opens the ended ones of today; where there are none the first is waited for. Nothing when the
 * person has lost patience.
 */
export async function openTaps(job: Job): Promise<OpenedTaps | undefined> {
  const { io } = job;
  const hosts: NamedHost[] = [];
  let add = (come: NamedHost): void => void hosts.push(come);
  let fail = (why: string): void => io.err(why);
  const known = new Set<string>();
  const failed = new Set<string>();
  const failing = (what: string, error: unknown): void => {
    const why = visible(`${what}: ${reason(error)}`);
    // It is tried again at each change, and said once.
    if (!failed.has(why)) fail(why);
    failed.add(why);
  };
  const open = async (mark: TapMark): Promise<void> => {
    known.add(mark.path);
    try {
      const opened = await followTap(job, mark);
      if (opened !== undefined) add(opened);
    } catch (error) {
      known.delete(mark.path);
      failing(`the tap of ${mark.server ?? mark.path} cannot be followed`, error);
    }
  };
  const scan = async (): Promise<void> => {
    try {
      await Promise.all(
        liveTaps(tapsFolder())
          .filter(({ path }) => !known.has(path))
          .map(open),
      );
    } catch (error) {
      failing('taps cannot be looked for', error);
    }
  };
  const stopping = new AbortController();
  const stop = AbortSignal.any([stopping.signal, io.stop]);
  const changes = changesOf(tapsFolder(), { clock: systemClock, stop });

  await atMost(systemClock, PATIENCE, scan());
  hosts.push(...(await openEnded(job)));
  if (hosts.length === 0) io.err(`${NO_TAPS}; waiting for the first (ctrl+c ends)`);
  while (hosts.length === 0) {
    await changes.next();
    if (stop.aborted) return undefined;
    await atMost(systemClock, PATIENCE, scan());
  }
  return {
    hosts,
    more(take, failed) {
      // Those that were too slow for the first screen are among them.
      add = take;
      fail = failed;
      const watch = async (): Promise<void> => {
        for (; !stopping.signal.aborted; await changes.next()) {
          void scan();
          await setTimeout(REST, undefined, { signal: stopping.signal }).catch(() => {});
        }
        changes.close();
      };
      void watch();
      return () => stopping.abort();
    },
  };
}

async function followTap(job: Job, { path, client, server }: TapMark): Promise<NamedHost | undefined> {
  // Whoever looks at the others does not wait for this one.
  const quiet = { ...job, io: { ...job.io, err: () => {} } };
  try {
    const [host] = (await followFile(quiet, path, undefined, () => tapAt(path) === undefined)) ?? [];
    if (host === undefined) return undefined;
    const name = [client, server ?? shortName(host.store.state().target)];
    return { name: name.filter((word) => word !== undefined).join('/'), host };
  } catch (error) {
    // It ended before it had recorded anything.
    if (error instanceof UsageError && tapAt(path) === undefined) return undefined;
    throw error;
  }
}

async function openEnded({ options, io }: Job): Promise<readonly NamedHost[]> {
  const paths = endedTaps(tapsFolder(), today());
  const more = paths.length - ENDED;
  if (more > 0) io.err(visible(`${counted(more, 'earlier session')} of today in ${tapsFolder()}`));
  const opened: NamedHost[] = [];
  for (const path of paths.slice(0, ENDED)) {
    try {
      const host = await openRecording(path, options);
      opened.push({ name: shortName(host.store.state().target), host });
    } catch (error) {
      // What has no header was never a recording.
      if (!(error instanceof UsageError)) throw error;
    }
  }
  return opened;
}
