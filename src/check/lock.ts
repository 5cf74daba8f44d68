import type { Client } from '../clients/client.ts';
import { wholeDifference } from '../clients/difference.ts';
import type { Group } from '../surface/change.ts';
import type { Surface } from '../surface/surface.ts';
import { changeId, changeWords } from '../surface/words.ts';
import { type CheckFinding, type CheckRule, type Family, ofFamily } from './finding.ts';

const meant = (lock: string, to: string): string =>
  `If this is intended, update the lock: mcp-loupe diff ${lock} --update ${to}`;

/** Where neither is known. */
const MEANT = meant('LOCK', '-- <command>');

const RULES: Readonly<Record<Group, CheckRule>> = {
  breaking: { level: 'error', says: 'A change since the lock breaks callers.', fix: MEANT },
  client: { level: 'error', says: 'A change since the lock crosses a limit of a client.', fix: MEANT },
  policy: {
    level: 'error',
    says: 'A change since the lock changes what permissions were given for.',
    fix: MEANT,
  },
  review: { level: 'warning', says: 'A change since the lock has models read something else.', fix: MEANT },
  safe: { level: 'note', says: 'A change since the lock breaks nobody.', fix: MEANT },
};

/** What differs from the lock of `--lock`: `lock/*`. */
export const LOCK: Family = {
  name: 'lock',
  about:
    'What differs from the lock that `--lock` names. Any of it ends with exit code 5, unless `--fail-on` says otherwise.',
  rules: RULES,
  // It takes a lock; see lockFindings.
  find: () => [],
};

/** A lock, its file as a word of a command line, and what stands for the other side there: `-- <command>`, or a file. */
export interface LockCompared {
  readonly surface: Surface;
  readonly file: string;
  readonly to: string;
}

/** What a server offers otherwise than a lock says, by who breaks on it; the groups are those of `diff`. */
export const lockFindings = (
  lock: LockCompared,
  surface: Surface,
  clients: readonly Client[],
): readonly CheckFinding[] =>
  ofFamily(
    'lock',
    RULES,
    wholeDifference(lock.surface, surface, clients).map((change) => ({
      id: change.group,
      item: changeId(change),
      path: change.path,
      fix: meant(lock.file, lock.to),
      message: changeWords(change),
      ...(change.level === undefined ? {} : { level: change.level }),
    })),
  );
