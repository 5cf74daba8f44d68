import { MOST } from '../disk/file.ts';
import { isMissing } from '../text/reason.ts';
import { readNamedFile, type Shell, TargetError } from '../transport/shell.ts';
import { type ConfigFile, parseConfig } from './config-file.ts';
import { type ConfigPlace, workspaceOf } from './config-places.ts';

/** A file that is there, and what it has. */
export interface FoundConfig extends ConfigPlace {
  readonly file: ConfigFile | { readonly problem: string };
}

/**
 * Reads the file at a place, if there is one. Settings are many things: a file without servers is passed over, one that
 * cannot be read is not.
 */
export function findConfig(place: ConfigPlace, shell: Shell, home: string): readonly FoundConfig[] {
  try {
    const folder = workspaceOf(place.path, { home, platform: shell.platform, cwd: shell.cwd });
    const file = parseConfig(readNamedFile(place.path, shell, MOST.config), place.path, folder);
    return file.servers.length + file.remarks.length > 0 ? [{ ...place, file }] : [];
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    return isMissing(error.cause) ? [] : [{ ...place, file: { problem: error.message } }];
  }
}
