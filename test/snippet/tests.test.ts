import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleetingPieces } from '../../src/replay/fleeting.ts';
import type { Target } from '../../src/session/target.ts';
import type { KnownAnswer } from '../../src/snippet/checks.ts';
import { createHider } from '../../src/snippet/hide.ts';
import type { Invocation } from '../../src/snippet/invocation.ts';
import { pytest } from '../../src/snippet/pytest.ts';
import { serverOf } from '../../src/snippet/server.ts';
import { vitest } from '../../src/snippet/vitest.ts';
import { answerTo, textOf } from '../support/servers/answering.mjs';
import { process_ } from './targets.ts';

const ROOT = join(import.meta.dirname, '../..');

const server = (build: 1 | 2): Target =>
  process_([process.execPath, 'test/support/servers/answering.mjs', '--build', String(build)], {
    cwd: ROOT,
    // One gets what a client passes, the other the whole environment.
    beyondClient: build === 1 ? [] : ['LANG'],
  });

function written(
  of: 'vitest' | 'pytest',
  asked: Invocation,
  target: Target,
  answer?: Pick<KnownAnswer, 'message' | 'at'>,
  version?: string,
): string {
  const hide = createHider(target);
  const place = serverOf(target, hide);
  if ('why' in place) return place.why;
  const answered = answer && { ...answer, fleetingPieces };
  if (of === 'vitest') return vitest(asked, place, hide, answered, version);
  const made = pytest(asked, place, hide, answered);
  return 'why' in made ? made.why : made.text;
}

const tool = (name: string): Invocation => ({ method: 'tools/call', name, arguments: '{"a":"x"}' });

/** What is asked, with where the person looks in the answer. */
const ASKED: readonly (readonly [Invocation, at?: string])[] = [
  ...['structured', 'text', 'json', 'several', 'large', 'failing', 'refused'].map(
    (name) => [tool(name)] as const,
  ),
  [tool('deep'), '/result/structuredContent/list/0/here'],
  [{ method: 'prompts/get', name: 'speak', arguments: '{"word":"hi"}' }],
  [{ method: 'resources/read', uri: 'a:b/c d' }],
];

/** The answer of the first build. */
function answerOf(asked: Invocation): string {
  const params =
    asked.method === 'resources/read'
      ? { uri: asked.uri }
      : { name: asked.name, arguments: JSON.parse(asked.arguments) };
  return textOf({ jsonrpc: '2.0', id: 1, ...answerTo({ method: asked.method, params }) });
}

/** Prints the names that are used in a Python file and are defined nowhere in it. */
const UNKNOWN_NAMES = `
import ast, builtins, pathlib, sys
for path in pathlib.Path(sys.argv[1]).glob('*.py'):
    used, known = set(), set(dir(builtins))
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else known).add(node.id)
        if isinstance(node, ast.arg):
            known.add(node.arg)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            known.add(node.name)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            known.update(one.asname or one.name.split('.')[0] for one in node.names)
    for name in used - known:
        print(path.name, name)
`;

const runs = (...words: readonly string[]): boolean => spawnSync('python3', words).status === 0;
const hasPython = runs('--version');
const hasSdk = hasPython && runs('-c', 'from mcp import Client; import pytest');

describe('tests written of answers', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(ROOT, 'node_modules/.written-'));
    for (const build of [1, 2] as const)
      for (const [nth, [asked, at]] of ASKED.entries()) {
        const answer = { message: answerOf(asked), at };
        writeFileSync(
          join(folder, `build${build}-${nth}.test.ts`),
          written('vitest', asked, server(build), answer, nth % 2 === 0 ? '2026-07-28' : undefined),
        );
        writeFileSync(
          join(folder, `test_build${build}_${nth}.py`),
          written('pytest', asked, server(build), answer),
        );
      }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('run with vitest: green, and each is red where another is the answer', () => {
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { include: ["*.test.ts"] } };');
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=json',
        '--no-isolate',
        '--maxWorkers=1',
        '--root',
        folder,
      ],
      { encoding: 'utf8', cwd: folder },
    );
    const { testResults } = JSON.parse(stdout || `{"testResults":"${stderr}"}`) as {
      readonly testResults: readonly { readonly name: string; readonly status: string }[];
    };
    expect(testResults.map(({ name, status }) => `${name.split('/').at(-1)} ${status}`).sort()).toEqual(
      [
        ...ASKED.map((_, nth) => `build1-${nth}.test.ts passed`),
        ...ASKED.map((_, nth) => `build2-${nth}.test.ts failed`),
      ].sort(),
    );
  });

  it.skipIf(!hasPython)('are Python that has imported what it uses', () => {
    const { stdout, stderr } = spawnSync('python3', ['-c', UNKNOWN_NAMES, folder], { encoding: 'utf8' });
    expect(stdout + stderr).toBe('');
  });

  it.skipIf(!hasSdk)('run with pytest: green, and each is red where another is the answer', () => {
    const { stdout } = spawnSync('python3', ['-m', 'pytest', '-q', '-rA', '--tb=no', folder], {
      encoding: 'utf8',
    });
    const told = [...stdout.matchAll(/^(PASSED|FAILED) \S*build(\d)_/gm)].map(
      ([, how, build]) => `${build} ${how}`,
    );
    expect(told.sort()).toEqual([...ASKED.map(() => '1 PASSED'), ...ASKED.map(() => '2 FAILED')]);
  });
});

describe('a test that is copied', () => {
  it.each(['vitest', 'pytest'] as const)('has no secret in its name: %s', (of) => {
    const uri = 'https://h/x?api_key=sk-proj-Ab3dEf6hIj9kLm2nOp5q';
    const text = written(of, { method: 'resources/read', uri }, server(1));
    expect(text).not.toMatch(/sk.proj.ab3d/i);
    expect(text).toContain(
      of === 'vitest' ? 'test("https://h/x?api_key=[redacted]"' : 'def test_https_h_x_api_key',
    );
  });

  it.each([
    ['-32001', '-32001', '-32001'],
    ['true', 'code: true', 'error.code == True'],
    ['null', 'code: null', 'error.code == None'],
    ['"E1"', '"E1"', '"E1"'],
    ['{"a":false}', 'a": false', '"a": False'],
  ])('writes an error code that is %s', (code, inVitest, inPytest) => {
    const message = `{"jsonrpc":"2.0","id":1,"error":{"code":${code},"message":"no"}}`;
    expect(written('vitest', tool('a'), server(1), { message, at: undefined })).toContain(inVitest);
    expect(written('pytest', tool('a'), server(1), { message, at: undefined })).toContain(inPytest);
  });
});
