import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startProblem } from '../../src/transport/start-error.ts';
import { scratch } from '../support/cli.ts';

/** What is said of a command in a folder that has a program, a script nobody may run, and a folder. */
function problemOf(command: string, at = ''): string | undefined {
  const folder = scratch();
  mkdirSync(join(folder, 'lib'), { recursive: true });
  writeFileSync(join(folder, 'program'), '#!/bin/sh\n');
  chmodSync(join(folder, 'program'), 0o755);
  writeFileSync(join(folder, 'script'), '#!/bin/sh\n', { mode: 0o644 });
  const env = { PATH: `${join(folder, 'none')}:${folder}` };
  const target = { transport: 'stdio', command, args: [], cwd: join(folder, at), env } as const;
  return startProblem({ ...target, given: [], beyondClient: [] });
}

describe.skipIf(process.platform === 'win32')('why a command cannot be started, without starting it', () => {
  it.each(['program', './program'])('is nothing of %s', (command) => {
    expect(problemOf(command)).toBeUndefined();
  });
  it.each<[string, string | RegExp]>([
    ['progam-of-nobody', 'no such command: progam-of-nobody'],
    ['nod', 'did you mean node?'],
    ['./script', 'not executable: ./script'],
    ['script', 'not executable: script'],
    ['./lib', './lib is a folder, not a command'],
    ['./none', 'no such file: ./none'],
  ])('%s: %s', (command, said) => {
    expect(problemOf(command)).toContain(said);
  });
  it('names the folder that is not there', () => {
    expect(problemOf('program', 'gone')).toMatch(/^no such folder: .*gone$/);
  });
});
