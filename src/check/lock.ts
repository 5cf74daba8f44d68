import type { Client } from '../clients/client.ts';
import { wholeDifference } from '../clients/difference.ts';
import type { Group } from '../surface/change.ts';
import type { Surface } from '../surface/surface.ts';
import { changeId, changeWords } from '../surface/words.ts';
import { type CheckFinding, type CheckRule, type Family, ofFamily } from './finding.ts';

const MEANT = 'If it is meant, write the lock again: mcp-loupe diff LOCK --update.';

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

/** What a server offers otherwise than a lock says, by who breaks on it; the groups are those of `diff`. */
export const lockFindings = (
  lock: Surface,
  surface: Surface,
  clients: readonly Client[],
): readonly CheckFinding[] =>
  ofFamily(
    'lock',
    RULES,
    wholeDifference(lock, surface, clients).map((change) => ({
      id: change.group,
      item: changeId(change),
      path: change.path,
      message: changeWords(change),
      ...(change.level === undefined ? {} : { level: change.level }),
    })),
  );
