import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { RULES } from '../src/spec/rules.ts';
import { type CliResult, runCli } from './support/cli.ts';
import { isOfDemo, LIST, ROWS, type Row, SERVER, scriptOf } from './support/faults.ts';
import { portion } from './support/portion.ts';

/** Those whose list the server sends without the tool in it. */
const WITHOUT_TOOL = new Set(['bigint']);

/** Told of only if the server gets to it before it is ended, 50 ms after its result. */
const PERHAPS = new Map([['progress-late', 'progress/late']]);

/** Far more than any of them needs; those that never answer get less. */
const LIMIT = '60s';
const results = new Map<string, CliResult>();

function timeFor([scenario, , exit]: Row): string {
  if (exit !== 4) return LIMIT;
  // The list before the call, and what comes in place of the answer, have to be there by then.
  return isOfDemo(scenario) ? '6s' : '1500ms';
}

async function run(row: Row): Promise<void> {
  const [scenario, verb] = row;
  const time = timeFor(row);
  const options = ['--timeout', time, '--connect-timeout', scenario === 'init-nothing' ? time : LIMIT];
  results.set(scenario, await runCli([...verb, ...options, '--', 'node', ...scriptOf(scenario)]));
}

/** Rules told of on stderr. */
function rulesOf({ stderr }: CliResult): string[] {
  const told = [...stderr.matchAll(/^finding (\S+): .+ \(#\d+\)$/gm)].map(([, rule]) => rule!);
  return [...new Set(told)].sort();
}

/** Only the program has an exit code, and says that a verb asks for what is not served; the rest test/host tries too. */
const isOfProgram = ([, , exit, rules]: Row): boolean =>
  exit !== 0 || rules.includes('capability/not-served');
const rows = [...ROWS.filter(isOfProgram), ...portion(ROWS.filter((row) => !isOfProgram(row)))];

describe('a server with faults', () => {
  beforeAll(async () => {
    const waiting = [...rows];
    const work = async (): Promise<void> => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await run(row);
    };
    await Promise.all([work(), work(), work()]);
  }, 300_000);

  it.each(rows)('%s', (scenario, verb, exit, rules) => {
    const result = results.get(scenario)!;
    expect(result.code, result.stderr).toBe(exit);
    const told = rulesOf(result).filter((rule) => rule !== PERHAPS.get(scenario));
    expect(told).toEqual([...rules].sort());
    expect(result.stderr).not.toMatch(/^ +at |unexpected/m);
    if (verb === LIST && exit === 0 && !WITHOUT_TOOL.has(scenario))
      expect(result.stdout).toMatch(/^weather /m);
    if (exit === 3) expect(result.stderr).toMatch(/exited with code \d|killed by SIGKILL/);
  });

  it('has no scenario without a row here', () => {
    const source = readFileSync(SERVER, 'utf8');
    const names = [...source.matchAll(/(?:case|sc ===) '([^']+)'/g)].map(([, name]) => name!);
    expect([...new Set(names)].sort()).toEqual(
      ROWS.map(([scenario]) => scenario)
        .filter((scenario) => !isOfDemo(scenario))
        .sort(),
    );
  });

  it('is told of by rules of the table', () => {
    for (const result of results.values())
      for (const rule of rulesOf(result)) expect(RULES).toHaveProperty([rule]);
  });
});
