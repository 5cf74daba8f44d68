import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { StdioTarget } from '../../../session/target.ts';

/** What can be asked for its version, and what is run by it without saying so. */
const RUNTIMES: Readonly<Record<string, string>> = {
  ...{ node: 'node', bun: 'bun', deno: 'deno', python: 'python', python3: 'python3', ruby: 'ruby' },
  ...{ npx: 'node', npm: 'node', pnpm: 'node', yarn: 'node', tsx: 'node' },
};

/** ms that a runtime may take to print its version. */
const PATIENCE = 3_000;

/**
 * What runs a server, with its version and its path: `node 20.20.2 /usr/bin/node`. The version is that of what the
 * environment of the server finds first. Nothing for a program that is run by itself.
 */
export async function runtimeOf({ command, cwd, env }: StdioTarget): Promise<string | undefined> {
  const base =
    command
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.(?:exe|cmd)$/i, '') ?? '';
  const name = Object.hasOwn(RUNTIMES, base) ? RUNTIMES[base] : undefined;
  if (name === undefined) return undefined;
  const path = name === base && command !== base ? command : found(name, env['PATH'] ?? '');
  if (path === undefined) return undefined;
  return new Promise((resolve) => {
    execFile(path, ['--version'], { cwd, env, timeout: PATIENCE }, (error, stdout) => {
      const [line = ''] = stdout.split('\n');
      const version = line
        .trim()
        .replace(new RegExp(`^(?:${name}\\s+)?v?`, 'i'), '')
        .slice(0, 40);
      resolve(error === null ? `${name} ${version} ${path}` : undefined);
    });
  });
}

/** The first program of this name in the folders of a PATH. */
function found(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false; // It is not there, or cannot be run.
      }
    });
}
