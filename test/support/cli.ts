import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** How the program is run without a terminal. */
export interface CliOptions {
  /** Added to an environment with a home of its own; `undefined` takes a name away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** What it finds on stdin; `open` is a pipe that never ends. Default nothing. */
  readonly stdin?: string | { readonly open: string };
  /** Reads so many bytes of stdout, then closes the pipe, as `head -c` does. */
  readonly closeAfter?: number;
  /** Called with the process as soon as it runs. */
  readonly started?: (pid: number) => void;
  /** Called with the process, and what stderr has by then, when it first has this. */
  readonly when?: readonly [what: string | RegExp, act: (pid: number, stderr: string) => void];
}

/** What came of it. */
export interface CliResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));

/** A folder of its own for a test, gone when the test is over. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the built program to its end, with a home of its own. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const home = mkdtempSync(join(tmpdir(), 'loupe-home-'));
  const env = {
    ...{ PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' },
    ...{ XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') },
    ...options.env,
  };
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env,
    cwd: options.cwd,
    stdio: 'pipe',
  });
  options.started?.(child.pid!);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (options.closeAfter !== undefined && stdout.length >= options.closeAfter) child.stdout.destroy();
  });
  let isDue = options.when !== undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (isDue && options.when !== undefined && holds(stderr, options.when[0])) {
      isDue = false;
      options.when[1](child.pid!, stderr);
    }
  });
  child.stdin.on('error', () => {}); // It may well end without having read what it was given.
  const { stdin = '' } = options;
  if (typeof stdin === 'string') child.stdin.end(stdin);
  else child.stdin.write(stdin.open);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      child.stdin.destroy();
      rmSync(home, { recursive: true, force: true });
      resolve({ code, signal, stdout, stderr });
    });
  });
}

const holds = (text: string, what: string | RegExp): boolean =>
  typeof what === 'string' ? text.includes(what) : what.test(text);
