import { renameSync } from 'node:fs';
import { MOST, readBytes, textOf } from '../disk/file.ts';
import { codeOf, reason } from '../text/reason.ts';

/** A file of ours as it was found: its text, nothing when it does not exist, or why it cannot be read. */
export type SettingsFile = { readonly text: string } | { readonly why: string } | undefined;

/** Reads a file without a byte order mark; never throws. */
export function find(path: string): SettingsFile {
  try {
    return { text: textOf(readBytes(path, MOST.small)) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    return { why: `${path} cannot be read: ${reason(error)}` };
  }
}

/**
 * Renames a file that is not what it should be, so that it is neither read again nor written over. Returns what
 * became of it, for the end of a sentence.
 *
 * @param now for its new name: `settings.json.corrupt-2026-11-27T12-04-31`
 */
export function setAside(path: string, now: Date): string {
  const aside = `${path}.corrupt-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  try {
    renameSync(path, aside);
    return `it was renamed to ${aside}`;
  } catch (error) {
    return `it could not be renamed: ${reason(error)}`;
  }
}
