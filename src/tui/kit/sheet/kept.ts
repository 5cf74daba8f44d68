import type { Log } from '../../../session/log/log.ts';
import { hasRules } from './finding.ts';
import type { Sheet } from './sheet.ts';

/** Sheets of a log that are kept: those of the panes that are seen, and a few that were. */
const MOST = 8;

const sheets = new WeakMap<Log, Map<string, Sheet>>();

/** The sheet with this key: made when it is not kept from before. The drawing and the commands get the same one. */
export function kept(log: Log, key: string, make: () => Sheet): Sheet {
  const known = sheets.get(log) ?? new Map<string, Sheet>();
  sheets.set(log, known);
  // What is told of findings comes a moment after the start.
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
