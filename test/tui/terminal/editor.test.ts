import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { edit, page } from '../../../src/tui/terminal/editor.ts';
import { createLending } from '../../../src/tui/terminal/lending.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-editor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Programs run for real, on a terminal that does not have to be let go of. */
function programs(env: NodeJS.ProcessEnv) {
  const all = { PATH: process.env['PATH'], ...env };
  return { env: all, lending: createLending({ env: all, suspendTerminal: (use) => use(), write: () => {} }) };
}

/** An editor that runs a shell script with the file as `$1`. */
function editor(script: string): string {
  const path = join(folder, 'editor.sh');
  writeFileSync(path, script);
  return `sh ${path}`;
}

test('a text is edited in a file of the right kind that nobody else can read', async () => {
  const script = `echo "$1" > ${folder}/name; ls -l "$1" | cut -c1-10 > ${folder}/mode; printf 'new\\n' > "$1"`;
  const edited = await edit('old', 'json', programs({ VISUAL: editor(script), EDITOR: 'false' }));
  expect(edited).toEqual({ kind: 'text', text: 'new' });
  expect(readFileSync(join(folder, 'mode'), 'utf8').trim()).toBe('-rw-------');
  const name = readFileSync(join(folder, 'name'), 'utf8').trim();
  expect(name).toMatch(/\.json$/);
  expect(existsSync(name)).toBe(false);
});

test.each([
  ['old', 'new\n', 'new'],
  ['old', 'new', 'new'],
  ['old', 'new\n\n', 'new\n'],
  ['old\n', 'new\n', 'new\n'],
  ['', '', ''],
])('the line end at the end: %j edited to %j is %j', async (before, written, after) => {
  writeFileSync(join(folder, 'written'), written);
  const edited = await edit(before, 'txt', programs({ EDITOR: editor(`cp ${folder}/written "$1"`) }));
  expect(edited).toEqual({ kind: 'text', text: after });
});

test('a command line for the shell works too', async () => {
  const command = `NEW='a b' ; f() { printf "%s" "$NEW" > "$1"; } ; f`;
  expect(await edit('old', 'txt', programs({ EDITOR: command }))).toEqual({ kind: 'text', text: 'a b' });
});

test.each([
  ['false', 'false ended with code 1'],
  [`sh -c 'kill -9 $$'`, `sh -c 'kill -9 $$' ended with code 137`],
  [
    'no-such-editor',
    'there is no program named no-such-editor; set VISUAL or EDITOR to an installed program',
  ],
  ['/etc/passwd', '/etc/passwd is not executable; set VISUAL or EDITOR to an installed program'],
])('an editor that fails: %s', async (program, why) => {
  expect(await edit('old', 'txt', programs({ EDITOR: program }))).toEqual({
    kind: 'failed',
    why: `${why}; the text is unchanged`,
  });
});

test('a pager gets the text made safe', async () => {
  expect(
    await page('a\x1b[31m\nb', programs({ PAGER: `${editor(`cp "$1" ${folder}/shown`)}` })),
  ).toBeUndefined();
  expect(readFileSync(join(folder, 'shown'), 'utf8')).toBe('a<ESC>[31m\nb\n');
  expect(await page('a', programs({ PAGER: 'false' }))).toBe('false ended with code 1');
});

test('one borrower at a time', async () => {
  const { lending } = programs({});
  const first = lending.run('sh', ['-c', 'sleep 0.2']);
  expect(lending.lent()).toBe(true);
  await expect(lending.run('true', [])).rejects.toThrow('Another program is using the terminal');
  expect(await first).toEqual({ kind: 'code', code: 0 });
  expect(lending.lent()).toBe(false);
});

test('leaving ends the borrower', async () => {
  const { lending } = programs({});
  const running = lending.run('sleep', ['60']);
  await lending.end();
  expect(await running).toEqual({ kind: 'signal', signal: 'SIGTERM' });
});

test('a borrower that ignores SIGTERM is killed', async () => {
  const { lending } = programs({});
  const ready = join(folder, 'ready');
  const running = lending.run('sh', ['-c', `trap "" TERM; : > ${ready}; while :; do sleep 0.05; done`]);
  while (!existsSync(ready)) await new Promise((resolve) => setTimeout(resolve, 10));
  await lending.end();
  expect(await running).toEqual({ kind: 'signal', signal: 'SIGKILL' });
});
