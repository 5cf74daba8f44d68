import type { Host } from '../host/host.ts';
import type { Preferences } from '../settings/preferences.ts';
import { reason } from '../text/reason.ts';
import { visible } from '../text/visible.ts';
import { fileNamesIn, markLive } from '../transcript/live.ts';
import { recordingsFolder, suffix } from '../transcript/place.ts';
import { UsageError } from './exit.ts';
import type { Job } from './job.ts';

/**
 * Opens a session that is recorded where `--record` says, else in our own folder, unless that is turned off. When
 * nothing can be written into our own folder, the session is opened without a recording, and `remarks` says why.
 */
export async function openRecorded<Opened>(
  job: Job,
  preferences: Preferences,
  open: (record: string | undefined) => Promise<Opened>,
): Promise<{ readonly host: Opened; readonly remarks: readonly string[] }> {
  const record = screenRecord(job, preferences);
  try {
    return { host: await open(record), remarks: [] };
  } catch (error) {
    // Who names a place wants the file. What else is wrong is wrong without a recording, too.
    if (job.options.record !== undefined || !(error instanceof UsageError)) throw error;
    return { host: await open(undefined), remarks: [`this session is not recorded: ${error.message}`] };
  }
}

function screenRecord({ options, io }: Job, { record }: Preferences): string | undefined {
  if (options.record !== undefined) return options.record;
  if (options.noRecord || io.env['MCP_LOUPE_RECORD'] === '0' || !record) return undefined;
  return `${recordingsFolder()}/`;
}

/**
 * Looks after our own folder of recordings while a session on screen is written: tells other processes that the file
 * is in use, and the user, the first time, that sessions are recorded. The returned function ends this and deletes
 * what is too old. What goes wrong here is reported, and affects neither the session nor its recording.
 */
export function keepRecordings({ options, io }: Job, host: Host): () => Promise<void> {
  const folder = recordingsFolder();
  const path = host.recording()?.path;
  if (path === undefined) return async () => {};
  const tell = (what: string, error: unknown): void => io.err(`${what}: ${visible(reason(error))}`);
  let unmark = (): void => {};
  try {
    unmark = markLive(folder, { pid: process.pid, id: String(host.started), path });
  } catch (error) {
    tell('the recording could not be marked as in use', error);
  }
  return async () => {
    try {
      unmark();
      if (options.record === undefined && isFirst(folder))
        io.err(
          'sessions are recorded there; turn this off with --no-record, MCP_LOUPE_RECORD=0 or in the settings',
        );
      const { prune } = await import('../transcript/recordings.ts');
      await prune(folder, new Date());
    } catch (error) {
      tell('old recordings could not be deleted', error);
    }
  };
}

/** Whether a folder holds one recording at most. */
const isFirst = (folder: string): boolean =>
  fileNamesIn(folder).filter((name) => name.endsWith(suffix)).length <= 1;
