import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usual } from '../../src/settings/preferences.ts';
import { readPreferences } from '../../src/settings/read-preferences.ts';
import { scratch } from '../support/cli.ts';

const NOW = new Date('2026-11-27T12:04:31.250Z');

/** What is read from a file with this text, its path cut from the remarks. */
function read(text: string) {
  const path = join(scratch(), 'settings.json');
  writeFileSync(path, text);
  const { preferences, remarks } = readPreferences(path, NOW);
  return { path, preferences, remarks: remarks.map((remark) => remark.replaceAll(path, 'FILE')) };
}

describe('settings.json', () => {
  it('need not be there', () => {
    const path = join(scratch(), 'nowhere', 'settings.json');
    expect(readPreferences(path, NOW)).toEqual({ preferences: usual, remarks: [] });
  });

  it('holds each member, comments and all', () => {
    const { preferences, remarks } = read(
      '\uFEFF{"version": 1, // mine\n "keys": {"quit": ["ctrl+q"]}, "record": false, "history": false, "filters": {"mine": "a"},}',
    );
    expect(preferences).toEqual({
      keys: { quit: ['ctrl+q'] },
      record: false,
      history: false,
      filters: { mine: 'a' },
    });
    expect(remarks).toEqual([]);
  });

  it.each([
    ['{"version":1,"record":"no"}', ['FILE: record: must be true or false']],
    ['{"version":1,"keys":{"quit":"q"}}', ['FILE: keys.quit: must be an array of keys such as ["ctrl+y"]']],
    ['{"version":1,"keys":{"quit":[1]}}', ['FILE: keys.quit.0: must be a string']],
    ['{"version":1,"recrod":false}', ['FILE: recrod is not a setting; did you mean record?']],
    ['{"version":1,"of a later version":{}}', []],
    ['{"record":true}', ['FILE: version: must be 1']],
    ['{"version":2}', ['FILE is of version 2, and this program reads version 1: update it']],
  ])('names the place in %s and leaves the file', (text, wanted) => {
    const { path, preferences, remarks } = read(text);
    expect(remarks).toEqual(wanted);
    expect(preferences).toEqual(usual);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('uses what is right beside what is wrong', () => {
    expect(read('{"version":1,"keys":7,"record":false}').preferences).toEqual({ ...usual, record: false });
  });

  it.each([
    ['{"version":1,\n "record" false}', 'FILE:2:11: colon expected; '],
    ['[]', 'FILE is not a JSON object; '],
    ['', 'FILE:1:1: value expected; '],
  ])('sets %j aside', (text, complaint) => {
    const { path, preferences, remarks } = read(text);
    expect(preferences).toEqual(usual);
    expect(remarks).toEqual([`${complaint}it was renamed to FILE.corrupt-2026-11-27T12-04-31`]);
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(`${path}.corrupt-2026-11-27T12-04-31`, 'utf8')).toBe(text);
  });

  it('says why it cannot be read', () => {
    const path = join(scratch(), 'settings.json');
    mkdirSync(path);
    expect(readPreferences(path, NOW).remarks).toEqual([`${path} cannot be read: it is a folder`]);
    expect(readdirSync(path)).toEqual([]);
  });
});
