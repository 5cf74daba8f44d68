import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file to which the programs of all stories append the ids of the commands they run. */
    readonly trace: string;
    /** Whether all stories run, and not only some that were asked for. */
    readonly everyStory: boolean;
  }
}

/**
 * Has one file for the workers of all projects, each of which is set up, for as long as they run. Where
 * `LOUPE_STORIES_TRACE` names a folder it is kept there, so that stories can be run again by themselves (.ci/run).
 */
export function setup({ provide, config, vitest }: TestProject): () => void {
  const lasting = process.env['LOUPE_STORIES_TRACE'];
  if (lasting !== undefined) mkdirSync(lasting, { recursive: true });
  const folder = lasting ?? process.env['LOUPE_TRACE_FOLDER'] ?? mkdtempSync(join(tmpdir(), 'loupe-trace-'));
  process.env['LOUPE_TRACE_FOLDER'] = folder;
  // Not in its types, but the only place where what was asked for stands.
  const { filenamePattern: files = ['test/stories'] } = vitest as { filenamePattern?: readonly string[] };
  const { testNamePattern, shard, cliExclude } = config;
  provide('trace', join(folder, 'trace'));
  provide(
    'everyStory',
    (lasting !== undefined || files.some((part) => 'test/stories'.includes(part))) &&
      !testNamePattern &&
      !shard &&
      !cliExclude,
  );
  return () => {
    if (lasting === undefined) rmSync(folder, { recursive: true, force: true });
  };
}

/** The ids of all commands that were run in stories. */
export function commandsRun(): ReadonlySet<string> {
  return new Set(readFileSync(inject('trace'), 'utf8').split('\n'));
}
