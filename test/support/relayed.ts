import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { scratch } from './cli.ts';
import { processesWith } from './processes.ts';
import { refusedLines } from './transcript-schema.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));

/** What a client sees of a server, whether something stands in between or not. */
export interface Seen {
  readonly stdout: string;
  readonly bytes: number;
  readonly stderr: string;
  readonly end: number | NodeJS.Signals | null;
}

/** A server that was started, alone or behind a tap, and what is found on the disk afterwards. */
export interface Started {
  readonly child: ChildProcess;
  readonly state: string;
  readonly mark: string;
  readonly seen: Promise<Seen>;
}

/** Starts a server as a client does; with `tap` behind one with these options. */
export function startServer(
  command: readonly string[],
  { tap, env = {} }: { tap?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): Started {
  const state = scratch();
  const name = 'LOUPE_TEST_MARK';
  const value = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  const [first = '', ...rest] =
    tap === undefined ? command : [process.execPath, PROGRAM, 'tap', ...tap, '--', ...command];
  const child = spawn(first, rest, {
    env: { ...process.env, XDG_STATE_HOME: state, [name]: value, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const sha = createHash('sha256');
  let bytes = 0;
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    sha.update(chunk);
    bytes += chunk.length;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('latin1');
  });
  child.stdin.on('error', () => {});
  const seen = once(child, 'close').then(() => ({
    ...{ stdout: sha.digest('hex'), bytes, stderr },
    end: child.signalCode ?? child.exitCode,
  }));
  return { child, state, mark: `${name}=${value}`, seen };
}

/** The transcripts of the taps in a state folder, without the marks. */
export const transcripts = (state: string): readonly string[] => {
  const folder = join(state, 'mcp-loupe', 'taps');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.mcp.jsonl'))
    .map((name) => join(folder, name));
};

/** The lines of a transcript. */
// biome-ignore lint/suspicious/noExplicitAny: of all types
export const linesOf = (file: string): readonly any[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** The one transcript of a tap that has ended: valid, without a mark, and with nobody left behind. */
export async function ended({ state, mark }: Started) {
  await expect.poll(() => processesWith(mark), { timeout: 20_000 }).toEqual([]);
  const [file = '', ...others] = transcripts(state);
  expect(others).toEqual([]);
  expect(refusedLines(file)).toEqual([]);
  expect(readdirSync(join(state, 'mcp-loupe', 'taps')).filter((name) => name.endsWith('.lock'))).toEqual([]);
  return linesOf(file);
}

/** All that passed in one direction, put together again from the lines of a transcript. */
export function passed(lines: Awaited<ReturnType<typeof ended>>, dir: 'c2s' | 's2c'): number {
  return lines
    .filter((line) => line.dir === dir && (line.part === undefined || line.part[0] === 0))
    .reduce((sum, { n }) => sum + n + 1, 0);
}
