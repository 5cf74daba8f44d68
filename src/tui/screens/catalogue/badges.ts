import { isObject } from '../../../json/shape.ts';
import { counted } from '../../../text/measure.ts';
import type { Meaning } from '../../world/theme.ts';
import type { ListEntry } from './entries.ts';

/** What a tool says of itself, in a word (server/tools#tool: annotations, execution). */
export interface Badge {
  readonly text: string;
  /** The word cut to a sign or two for lists. */
  readonly short: string;
  readonly meaning: Meaning;
}

/** The badges of an entry; its problems come first. */
export function badgesOf({ item, list }: ListEntry): readonly Badge[] {
  const raw = isObject(item.raw) ? item.raw : {};
  const annotations = isObject(raw['annotations']) ? raw['annotations'] : {};
  const execution = isObject(raw['execution']) ? raw['execution'] : {};
  const badges: Badge[] = [];
  if (item.problems.length > 0)
    badges.push({
      text: counted(item.problems.length, 'problem'),
      short: '!',
      meaning: 'finding',
    });
  if (list === 'resourceTemplates') badges.push({ text: 'template', short: '{}', meaning: 'dim' });
  if (annotations['destructiveHint'] === true)
    badges.push({ text: 'destructive', short: 'destr', meaning: 'failed' });
  if (annotations['readOnlyHint'] === true) badges.push({ text: 'read-only', short: 'ro', meaning: 'dim' });
  if (annotations['idempotentHint'] === true) badges.push({ text: 'idempotent', short: '', meaning: 'dim' });
  if (annotations['openWorldHint'] === true) badges.push({ text: 'open-world', short: '', meaning: 'dim' });
  const task = execution['taskSupport'];
  if (task === 'required' || task === 'optional')
    badges.push({ text: `task ${task}`, short: 'task', meaning: 'dim' });
  return badges;
}
