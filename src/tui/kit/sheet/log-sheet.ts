import type { Log } from '../../../session/log/log.ts';
import { memoOf } from '../../../time/memo.ts';
import { type Secrets, secretsOf } from '../../world/secrets.ts';
import { hasRules } from './finding.ts';
import { parted } from './sections.ts';
import type { Section, Sheet } from './sheet.ts';

/** Sheets of a log that are kept: those of the panes that are seen, and a few that were. */
const MOST = 8;

const sheetsOf = memoOf((_: Log): Map<string, Sheet> => new Map());

/** The sheet with this key: made unless it is kept. The drawing and the commands get the same one. */
function cachedSheet(log: Log, key: string, make: () => Sheet): Sheet {
  const known = sheetsOf(log);
  // What is said of findings comes a moment after the start.
  const name = `${hasRules()} ${key}`;
  const sheet = known.get(name) ?? make();
  // The one used last stands last.
  known.delete(name);
  known.set(name, sheet);
  for (const oldest of known.keys()) {
    if (known.size <= MOST) break;
    known.delete(oldest);
  }
  return sheet;
}

/** What a sheet of a log is made of. */
interface Made extends Pick<Sheet, 'key' | 'whole' | 'file' | 'title'> {
  /** What the title says at the end, where there is something; asked for when the groups are made. */
  readonly note?: () => string | undefined;
  /** With what else it changes, in a word that differs then. */
  readonly changes?: string;
  /** Secrets are shown as they are. */
  readonly revealed: boolean;
  /** What it says, in groups with an empty line between them. */
  readonly groups: (secrets: Secrets) => readonly (readonly Section[])[];
}

/** A sheet about something in a log, cached. */
export function logSheet(
  { log, mask }: { readonly log: Log; readonly mask: (text: string) => string },
  { key, changes = '', revealed, groups, whole, file, note, ...titled }: Made,
): Sheet {
  return cachedSheet(log, `${key} ${changes} ${revealed}`, () => {
    const secrets = secretsOf(mask, revealed);
    const sheet = { key, sections: parted(groups(secrets)), hide: secrets.hide, whole, file, ...titled };
    const told = note?.();
    return told === undefined ? sheet : { ...sheet, note: told };
  });
}
