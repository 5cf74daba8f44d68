import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { breaches, imports } from './support/architecture.ts';

const SRC = new URL('../src', import.meta.url).pathname;

const sources = new Map(
  readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(SRC, path), readFileSync(path, 'utf8')]),
);

describe('src', () => {
  it('keeps to the rules', () => {
    expect(sources.size).toBeGreaterThan(20);
    expect(breaches(sources)).toEqual([]);
  });
});

const A = 'export const a = 1;\n';

/** Sources, each but `tiny.ts` of the length that lets a file stand alone. */
const padded = (files: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(files).map(([path, source]) => {
      const missing = path.endsWith('tiny.ts') ? 0 : 21 - source.split('\n').length;
      return [path, source + '\n'.repeat(Math.max(0, missing))];
    }),
  );

const sentences = (files: Readonly<Record<string, string>>) => breaches(padded(files));

/** Sources that break one rule each, with a part of the sentence that says so. */
const BROKEN: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['a folder that is not in the layout', { 'extra/a.ts': A }, 'no such place'],
  ['a loose file', { 'loose.ts': A }, 'no such place'],
  ['a folder that names nothing', { 'tui/utils/a.ts': A }, '"utils" names nothing'],
  ['a file that names nothing', { 'cli/helpers.ts': A }, '"helpers.ts" names nothing'],
  ['a file of 401 lines', { 'text/a.ts': A.repeat(401) }, '401 lines'],
  ['a default export', { 'text/a.ts': 'export default 1;\n' }, 'default export'],
  ['a renamed default export', { 'text/a.ts': 'const b = 1;\nexport { b as default };\n' }, 'default export'],
  ['a barrel file', { 'text/a.ts': A, 'text/all.ts': "export * from './a.ts';\n" }, 'barrel'],
  ['a barrel of names', { 'text/a.ts': A, 'text/all.ts': "export { a } from './a.ts';\n" }, 'barrel'],
  ['Node.js in a pure folder', { 'json/a.ts': "import { join } from 'node:path';\n" }, 'json/ is pure'],
  ['a lazy import in a pure folder', { 'form/a.ts': "await import('node:fs');\n" }, 'form/ is pure'],
  ['a package with its place elsewhere', { 'cli/a.ts': "import { Text } from 'ink';\n" }, 'elsewhere'],
  ['React outside of tui', { 'host/a.ts': "import { useState } from 'react';\n" }, 'elsewhere'],
  [
    'the SDK in session',
    { 'session/a.ts': "import { b } from '@modelcontextprotocol/sdk/types.js';\n" },
    'elsewhere',
  ],
  ['meow outside of cli', { 'tui/a.ts': "import meow from 'meow';\n" }, 'elsewhere'],
  [
    'an import upwards',
    { 'host/a.ts': A, 'transport/b.ts': "import { a } from '../host/a.ts';\n" },
    'may not know',
  ],
  [
    'a type from above',
    { 'host/a.ts': A, 'session/b.ts': "import type { A } from '../host/a.ts';\n" },
    'may not',
  ],
  ['cli and tui', { 'tui/a.ts': A, 'cli/b.ts': "import { a } from '../tui/a.ts';\n" }, 'may not know tui/'],
  ['tui and cli', { 'cli/a.ts': A, 'tui/b.ts': "import { a } from '../cli/a.ts';\n" }, 'may not know cli/'],
  [
    'the demo from outside',
    { 'demo/a.ts': A, 'host/b.ts': "import { a } from '../demo/a.ts';\n" },
    'may not know',
  ],
  ['tui at once', { 'tui/a.ts': A, 'main.ts': "import { a } from './tui/a.ts';\n" }, 'when it is needed'],
  [
    'the terminal that knows a screen',
    { 'tui/screens/a.ts': A, 'tui/terminal/b.ts': "import { a } from '../screens/a.ts';\n" },
    'may not',
  ],
  [
    'a screen that opens a pager',
    { 'tui/terminal/a.ts': A, 'tui/screens/b.ts': "import { a } from '../terminal/a.ts';\n" },
    'may not',
  ],
  ['a file that is missing', { 'text/a.ts': "import { b } from './b.ts';\n" }, 'no such file'],
  [
    'two that import each other',
    { 'text/a.ts': "import { b } from './b.ts';\n", 'text/b.ts': "import { a } from './a.ts';\n" },
    'a cycle: text/a.ts → text/b.ts → text/a.ts',
  ],
  [
    'a cycle of types',
    { 'text/a.ts': "import type { B } from './b.ts';\n", 'text/b.ts': "import type { A } from './a.ts';\n" },
    'a cycle',
  ],
  [
    'a cycle that is closed late',
    { 'text/a.ts': "import { b } from './b.ts';\n", 'text/b.ts': "await import('./a.ts');\n" },
    'a cycle',
  ],
  [
    'the transport that is called',
    { 'transport/a.ts': A, 'connection/b.ts': "import { a } from '../transport/a.ts';\n" },
    'but by its types',
  ],
  [
    'screens that know each other',
    { 'tui/screens/inbox/a.ts': A, 'tui/screens/output/b.ts': "import { a } from '../inbox/a.ts';\n" },
    'screens may not know each other',
  ],
  [
    'a function of 101 lines',
    { 'text/a.ts': `export const a = () => {\n${'\n'.repeat(99)}};\n` },
    '101 lines',
  ],
  ['state of a module', { 'text/a.ts': 'const a = new WeakMap<object, string>();\n' }, 'a hides state'],
  [
    'a file of one line for one other',
    { 'text/tiny.ts': A, 'text/b.ts': "import { a } from './tiny.ts';\n" },
    '1 lines for text/b.ts alone',
  ],
  [
    'the sixty-first file of a folder',
    Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`text/a${at}.ts`, A])),
    'one of 61 files',
  ],
];

describe('the rules bite on', () => {
  it.each(BROKEN)('%s', (_, files, sentence) => {
    expect(sentences(files)).toEqual([expect.stringContaining(sentence)]);
  });
});

it('names both places of a type that is exported twice', () => {
  expect(sentences({ 'text/a.ts': 'export type A = 1;\n', 'text/b.ts': 'export interface A {}\n' })).toEqual([
    'text/a.ts: A is also a type of text/b.ts',
    'text/b.ts: A is also a type of text/a.ts',
  ]);
});

describe('the rules let pass', () => {
  it.each([
    ['tui when it is needed', { 'tui/a.ts': A, 'main.ts': "await import('./tui/a.ts');\n" }],
    [
      'the host from both front ends',
      {
        'host/a.ts': A,
        'cli/b.ts': "import { a } from '../host/a.ts';\n",
        'tui/b.ts': "import { a } from '../host/a.ts';\n",
      },
    ],
    [
      'a type from the SDK',
      { 'session/a.ts': "import type { Tool } from '@modelcontextprotocol/sdk/types.js';\n" },
    ],
    ['a function of 100 lines', { 'text/a.ts': `export function a() {\n${'\n'.repeat(98)}}\n` }],
    ['state of a function', { 'text/a.ts': 'export function a() {\n  return new WeakMap();\n}\n' }],
    [
      'a small file for two',
      { 'text/tiny.ts': A, 'text/b.ts': "import './tiny.ts';\n", 'text/c.ts': "import './tiny.ts';\n" },
    ],
    [
      'types of one name that are not exported',
      { 'text/a.ts': 'export type A = 1;\n', 'text/b.ts': 'type A = 2;\n' },
    ],
    [
      'a type of the transport',
      { 'transport/a.ts': A, 'connection/b.ts': "import type { A } from '../transport/a.ts';\n" },
    ],
    ['an import in a comment', { 'text/a.ts': `// await import('node:fs')\n${A}` }],
    [
      'a re-export beside its own',
      { 'text/b.ts': A, 'text/a.ts': "export { a } from './b.ts';\nexport const c = 1;\n" },
    ],
  ] satisfies [string, Record<string, string>][])('%s', (_, files) => {
    expect(sentences(files)).toEqual([]);
  });
});

describe('imports', () => {
  it.each([
    ["import { a } from './a.ts';", [{ specifier: './a.ts', kind: 'static' }]],
    ["import type { a } from './a.ts';", [{ specifier: './a.ts', kind: 'type' }]],
    ["import {\n  a,\n  b,\n} from './a.ts';", [{ specifier: './a.ts', kind: 'static' }]],
    ["import './a.ts';", [{ specifier: './a.ts', kind: 'static' }]],
    ["import * as z from 'zod';", [{ specifier: 'zod', kind: 'static' }]],
    ["export type { A } from './a.ts';", [{ specifier: './a.ts', kind: 'type' }]],
    ["const a = await import('./a.ts');", [{ specifier: './a.ts', kind: 'lazy' }]],
    ["type A = typeof import('./a.ts');", [{ specifier: './a.ts', kind: 'type' }]],
    ["export const a = 'b';", []],
  ] as const)('of %s', (source, found) => {
    expect(imports(source)).toEqual(found);
  });
});
