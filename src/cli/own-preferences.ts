import { existsSync } from 'node:fs';
import { settingsPath } from '../settings/place.ts';
import { type ReadPreferences, usual } from '../settings/preferences.ts';
import { visible } from '../text/visible.ts';
import type { Io } from './io.ts';

/** What the person prefers; what is wrong with the file is told. What reads it is loaded only where there is one. */
export async function ownPreferences({ err }: Pick<Io, 'err'>): Promise<ReadPreferences> {
  const path = settingsPath();
  if (!existsSync(path)) return { preferences: usual, remarks: [] };
  const { readPreferences } = await import('../settings/read-preferences.ts');
  const read = readPreferences(path, new Date());
  for (const remark of read.remarks) err(`mcp-loupe: ${visible(remark)}`);
  return read;
}
