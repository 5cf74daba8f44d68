import type { NamedHost } from '../../host/host.ts';
import type { Preferences } from '../../settings/preferences.ts';
import type { NamedTarget, UnusableTarget } from '../named-target.ts';
import { openServer, readAnswers } from '../open-server.ts';
import { keepRecordings, openRecorded } from '../own-recording.ts';
import { authorizationFor } from '../target-of.ts';

/** A session that has begun, for the screens. */
export interface ScreenSession extends NamedHost {
  /** What the person should know of its recording, in sentences. */
  readonly remarks: readonly string[];
  /** Looks after its recording once the session is closed. */
  readonly leave: () => Promise<void>;
}

/**
 * Begins sessions with servers for the screens, recorded where that is wanted: all that can be used, or none.
 *
 * @throws UsageError when the options for one do not go together, or its recording cannot be begun where they say
 */
export async function openSessions(
  targets: readonly (NamedTarget | UnusableTarget)[],
  own: Preferences,
): Promise<readonly ScreenSession[]> {
  const opened: ScreenSession[] = [];
  try {
    for (const one of targets) if (!('why' in one)) opened.push(await openSession(one, own));
    return opened;
  } catch (error) {
    // Nobody would see them, nor end them.
    await Promise.all(opened.map(({ host }) => host.close()));
    for (const { leave } of opened) await leave();
    throw error;
  }
}

async function openSession({ name, target, job }: NamedTarget, own: Preferences): Promise<ScreenSession> {
  const answers = await readAnswers(job);
  const authorization = await authorizationFor(job, target, 0);
  const { host, remarks } = await openRecorded(job, own, (record) =>
    openServer(job, target, record, answers, authorization, 'ask'),
  );
  // The server starts and gets its first request while the screens are loaded.
  void host.connection.connect();
  return { name, host, remarks, leave: keepRecordings(job, host) };
}
