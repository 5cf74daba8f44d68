import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { closest } from '../text/suggest.ts';
import type { Io } from './io.ts';
import { LATER_VERBS, VERB_NAMES } from './verbs.ts';

const SUFFIXES = ['', '.exe', '.cmd', '.bat'];

/** The verb that a command was most likely meant to be, when there is no such command and one is close. */
export function misspeltVerb(command: string, { env }: Io): string | undefined {
  const near = closest(command, [...VERB_NAMES, ...LATER_VERBS]);
  // No verb has a dot in it: what has one is a file.
  if (near === undefined || /[/\\.]/.test(command)) return undefined;
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
  const isThere = folders.some((folder) =>
    SUFFIXES.some((suffix) => existsSync(join(folder, command + suffix))),
  );
  return isThere ? undefined : near;
}
