import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepFilter } from '../../src/settings/keep-filter.ts';
import { readPreferences } from '../../src/settings/read-preferences.ts';

const place = (): string => join(mkdtempSync(join(tmpdir(), 'loupe-settings-')), 'deep', 'settings.json');
const filtersIn = (path: string) => readPreferences(path, new Date()).preferences.filters;

it('makes a file where there is none, and adds to the one there is', () => {
  const path = place();
  expect(keepFilter(path, 'slow', '>200ms and "a \\" b"')).toBeUndefined();
  expect(keepFilter(path, 'bad', 'finding:*')).toBeUndefined();
  expect(keepFilter(path, 'slow', '>1s')).toBeUndefined();
  expect(filtersIn(path)).toEqual({ slow: '>1s', bad: 'finding:*' });
});

it('leaves all else as it stands, comments too', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'loupe-settings-')), 'settings.json');
  writeFileSync(path, '{\n  // mine\n  "version": 1,\n  "mine": [1],\n  "filters": {"a": "b",},\n}\n');
  expect(keepFilter(path, 'c', 'd')).toBeUndefined();
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('// mine\n  "version": 1,\n  "mine": [1],');
  expect(filtersIn(path)).toEqual({ a: 'b', c: 'd' });
});

it.each([
  ['{', 'is not a JSON object'],
  ['[]', 'is not a JSON object'],
  ['{"version": 2}', 'is of version 2'],
  ['{"version": 1, "filters": []}', 'filters is not an object'],
])('does not write to %s', (text, why) => {
  const path = join(mkdtempSync(join(tmpdir(), 'loupe-settings-')), 'settings.json');
  writeFileSync(path, text);
  expect(keepFilter(path, 'a', 'b')).toContain(why);
  expect(readFileSync(path, 'utf8')).toBe(text);
});
