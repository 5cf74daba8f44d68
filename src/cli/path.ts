import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Io } from './io.ts';

const SUFFIXES = ['', '.exe', '.cmd', '.bat'];

/** Whether a command of that name is in a folder of PATH. */
export function isOnPath(command: string, { env }: Pick<Io, 'env'>): boolean {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
  return folders.some((folder) => SUFFIXES.some((suffix) => existsSync(join(folder, command + suffix))));
}
