import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { type CliResult, scratch } from './cli.ts';

/** Fake servers that misbehave as real ones were reported to, each with what is right. */
export const CASES = fileURLToPath(new URL('../fixtures/cases', import.meta.url));

export interface CaseStep {
  readonly op: string;
  readonly name?: string;
  readonly uri?: string;
  readonly arguments?: unknown;
}

interface Case {
  readonly start: {
    readonly args?: readonly string[];
    /** A server that is started before, and reached at `url`. */
    readonly background?: { readonly args: readonly string[] };
    readonly url?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly options?: { readonly timeoutMs?: number; readonly maxTotalMs?: number };
  readonly steps: readonly CaseStep[];
}

/** What a case says of itself. */
export const readCase = (id: string): Case => JSON.parse(readFileSync(join(CASES, id, 'case.json'), 'utf8'));

/** Steps as `run` reads them, a line each. */
const steps = (list: readonly CaseStep[]): string =>
  list
    .map(({ op, name, uri, arguments: given }) => {
      const params = uri === undefined ? { name, arguments: given } : { uri };
      return JSON.stringify({ method: op, ...(name === undefined && uri === undefined ? {} : { params }) });
    })
    .join('\n');

/** Our words for steps, put into a folder where they are several: the verb that a person would type for one alone. */
export function wordsFor(list: readonly CaseStep[], folder: string): readonly string[] {
  const [only, ...others] = list;
  if (only !== undefined && others.length === 0) return verb(only);
  const file = join(folder, 'steps.jsonl');
  writeFileSync(file, steps(list));
  return ['run', file];
}

function verb({ op, name, arguments: given }: CaseStep): string[] {
  return op === 'tools/list' ? ['list', 'tools'] : ['call', name ?? '', '--args', JSON.stringify(given)];
}

/** What there is to judge by, beside what was printed. */
interface Evidence {
  readonly log: string;
  readonly transcript?: string;
  readonly frames?: readonly string[];
}

/** Has the `check.mjs` of the cases judge what came of one. */
export async function check(id: string, { code, ...result }: CliResult, evidence: Evidence): Promise<void> {
  const file = join(scratch(), 'result.json');
  writeFileSync(file, JSON.stringify({ ...result, ...evidence, exit: code }));
  // It is a program, and a thread starts in a third of the time of a process.
  const argv = [join(CASES, id, 'case.json'), file];
  const judge = new Worker(join(CASES, 'check.mjs'), { argv, stdout: true });
  const verdict = await text(judge.stdout);
  expect(JSON.parse(verdict).bad, `${result.stdout.slice(0, 2000)}\n${result.stderr.slice(0, 2000)}`).toEqual(
    [],
  );
}

/** The lines that came from the server, from the transcript. */
export function incoming(transcript: string): string[] {
  if (!existsSync(transcript)) return [];
  const lines = readFileSync(transcript, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const entry = line === '' ? {} : JSON.parse(line);
    if (entry.dir !== 's2c') return [];
    return [entry.type === 'frame' ? line.slice(line.indexOf('"msg":') + 6, -1) : String(entry.text)];
  });
}
