import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Watching, watchFiles, watchProblem } from '../../src/disk/watched.ts';

let cwd: string;
let watching: Watching | undefined;
const changed: string[] = [];
const write = (path: string, text = 'x') => {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
};

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'loupe-[watched]-'));
  for (const path of ['server.js', 'src/a.ts', 'src/b.test.ts', 'src/deep/c.ts', 'src/deep/d.txt'])
    write(path);
  write('src/node_modules/x/index.ts');
  write('other/e.ts');
  changed.length = 0;
});
afterEach(async () => {
  await watching?.close();
  rmSync(cwd, { recursive: true });
});

async function watched(...patterns: readonly string[]) {
  const onError = (why: string) => expect.fail(why);
  watching = await watchFiles({ patterns, cwd, onChange: (path) => changed.push(path), onError });
  return watching.count;
}

/** All that a person may do to files; what was told of it once all that is expected has been. */
async function told(expected: readonly string[]) {
  write('server.js', 'y');
  write('src/a.ts', 'y');
  write('src/b.test.ts', 'y');
  write('src/deep/c.ts', 'y');
  write('src/deep/d.txt', 'y');
  write('src/node_modules/x/index.ts', 'y');
  write('src/.git/f.ts', 'y');
  write('other/e.ts', 'y');
  await expect.poll(() => changed).toEqual(expect.arrayContaining([...expected]));
  return [...new Set(changed)].sort();
}

it.each<[readonly string[], number, readonly string[]]>([
  [['src/**/*.ts'], 3, ['src/a.ts', 'src/b.test.ts', 'src/deep/c.ts']],
  [['src/**/*.ts', '!**/*.test.ts'], 2, ['src/a.ts', 'src/deep/c.ts']],
  [['src/*.ts', 'server.js'], 3, ['server.js', 'src/a.ts', 'src/b.test.ts']],
  [['./src/deep'], 2, ['src/deep/c.ts', 'src/deep/d.txt']],
  [['{src,other}/**/{c,e}.ts'], 2, ['other/e.ts', 'src/deep/c.ts']],
])('%j names %d files, and tells of their changes', async (patterns, count, expected) => {
  expect(await watched(...patterns)).toBe(count);
  expect(await told(expected)).toEqual(expected);
});

it('tells of a file that is replaced, that comes and that goes', async () => {
  await watched('server.js', 'src/**/*.ts');
  write('new.js', 'z');
  renameSync(join(cwd, 'new.js'), join(cwd, 'server.js'));
  await expect.poll(() => [...new Set(changed)]).toEqual(['server.js']);
  write('src/fresh/g.ts');
  await expect.poll(() => changed).toContain('src/fresh/g.ts');
  rmSync(join(cwd, 'src/a.ts'));
  await expect.poll(() => changed).toContain('src/a.ts');
});

it('says what cannot be watched', () => {
  expect(watchProblem({ patterns: ['server.js', 'later.js'], cwd })).toBeUndefined();
  expect(watchProblem({ patterns: ['lib/**'], cwd })).toBe(
    `"lib/**": there is no folder ${join(cwd, 'lib')}`,
  );
  expect(watchProblem({ patterns: ['!x'], cwd })).toMatch(/only excludes files/);
});
