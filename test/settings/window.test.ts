import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepWindow, readWindow } from '../../src/settings/window.ts';
import { scratch } from '../support/cli.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const LEFT = { dock: true, dockSize: 'usual' } as const;
const used = (target: string, screen = 'tools') => ({ target, screen });

it('remembers each server once, the newest last, and not without end', () => {
  const path = join(scratch(), 'deep/window.json');
  expect(readWindow(path, NOW)).toEqual({ remarks: [] });
  for (const target of ['a', 'b', 'a']) expect(keepWindow(path, LEFT, used(target))).toBeUndefined();
  expect(keepWindow(path, { dock: false, dockSize: 'half' }, undefined)).toBeUndefined();
  expect(readWindow(path, NOW).window).toEqual({
    version: 1,
    dock: false,
    dockSize: 'half',
    screens: [used('b'), used('a')],
  });
  for (let i = 0; i < 201; i++) keepWindow(path, LEFT, used(`server ${i}`));
  expect(readWindow(path, NOW).window?.screens).toHaveLength(200);
});

it.each([
  ['no JSON', '{'],
  ['another shape', '{"version": 1, "dock": 1}'],
])('sets a file of %s aside', (_, text) => {
  const folder = scratch();
  const path = join(folder, 'window.json');
  writeFileSync(path, text);
  const { window, remarks } = readWindow(path, NOW);
  expect(window).toBeUndefined();
  expect(remarks).toEqual([expect.stringMatching(/is not valid; it was renamed to .*03-04-05$/)]);
  expect(readdirSync(folder)).toEqual(['window.json.corrupt-2026-01-02T03-04-05']);
});

it('leaves a file of a later version alone', () => {
  const path = join(scratch(), 'window.json');
  const text = '{"version": 2, "panes": []}';
  writeFileSync(path, text);
  expect(readWindow(path, NOW).remarks).toEqual([expect.stringContaining('later version')]);
  expect(keepWindow(path, LEFT, used('a'))).toContain('later version');
  expect(readFileSync(path, 'utf8')).toBe(text);
});
