import * as z from 'zod';
import { parseJsonc } from '../json/jsonc.ts';
import { isObject } from '../json/shape.ts';
import { few } from '../text/few.ts';
import { closest } from '../text/suggest.ts';
import { find, setAside } from './file.ts';
import { type ReadPreferences, usual } from './preferences.ts';

const text = z.string({ error: 'must be a string' });
const flag = z.boolean({ error: 'must be true or false' });
const keys = z.array(text, { error: 'must be an array of keys such as ["ctrl+y"]' });

/** The members of `settings.json` (docs/settings.md); each may be absent. */
const MEMBERS = {
  keys: z.record(text, keys, { error: 'must be an object: the id of a command, and its keys' }),
  record: flag,
  history: flag,
  filters: z.record(text, text, { error: 'must be an object: a name, and the text of the filter' }),
};

/**
 * Reads `settings.json`, JSON with comments. A member that is not as it should be is named and left as usual. A file
 * that is not a JSON object is set aside, and one of a later version left alone. Never throws.
 *
 * @param now for the name of a file set aside
 */
export function readPreferences(path: string, now: Date): ReadPreferences {
  const found = find(path);
  if (found === undefined) return { preferences: usual, remarks: [] };
  if ('why' in found) return { preferences: usual, remarks: [found.why] };
  const parsed = parseJsonc(found.text);
  if ('problem' in parsed) {
    const { line, column, message } = parsed.problem;
    return unusable(`${path}:${line}:${column}: ${message}; ${setAside(path, now)}`);
  }
  const { value } = parsed;
  if (!isObject(value)) return unusable(`${path} is not a JSON object; ${setAside(path, now)}`);
  const { version } = value;
  if (typeof version === 'number' && version > 1) {
    return unusable(`${path} is of version ${version}, and this program reads version 1: update it`);
  }
  return membersOf(path, value);
}

const unusable = (remark: string): ReadPreferences => ({ preferences: usual, remarks: [remark] });

function membersOf(path: string, value: Readonly<Record<string, unknown>>): ReadPreferences {
  const remarks: string[] = [];
  const given: Record<string, unknown> = {};
  if (value['version'] !== 1) remarks.push(`${path}: version: must be 1`);
  for (const [name, member] of Object.entries(value)) {
    if (name === 'version' || name === '$schema') continue;
    if (!isMember(name)) {
      const near = closest(name, Object.keys(MEMBERS));
      if (near !== undefined) remarks.push(`${path}: ${name} is not a setting; did you mean ${near}?`);
      continue;
    }
    const checked = MEMBERS[name].safeParse(member);
    if (checked.success) given[name] = checked.data;
    else remarks.push(...checked.error.issues.map((issue) => sentence(path, name, issue)));
  }
  return { preferences: { ...usual, ...given }, remarks: few(remarks) };
}

const isMember = (name: string): name is keyof typeof MEMBERS => Object.hasOwn(MEMBERS, name);

function sentence(path: string, name: string, issue: z.core.$ZodIssue): string {
  return `${path}: ${[name, ...issue.path.map(String)].join('.')}: ${issue.message}`;
}
