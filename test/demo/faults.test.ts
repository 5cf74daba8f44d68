import { describe, expect, it } from 'vitest';
import { FAULTS, type FaultRow, faultHelp, faultProblem, faultRows, VICTIM } from '../../src/spec/faults.ts';
import { RULES } from '../../src/spec/rules.ts';
import { runCli } from '../support/cli.ts';
import { ROWS } from '../support/faults.ts';
import { portion } from '../support/portion.ts';

/** What is said of the faults that no rule is for. */
const SAID: Readonly<Record<string, RegExp>> = {
  'stderr-noise': /^server: \S*WARN\S* {2}\[dome\] hinge 200 squeaks \S+\(warning 200,/m,
  silent: /no answer to tools\/call weather within 2 s/,
  crash: /Error: the barometer burst[\s\S]*the server exited with code 70 while tools\/call was running/,
};

/** Over HTTP the server's end is a connection that breaks. */
const SAID_OVER_HTTP: Readonly<Record<string, RegExp>> = {
  ...SAID,
  crash: /tools\/call weather: the server closed the connection/,
};

const ERAS = ['legacy', 'modern'] as const;

type Case = readonly [name: string, transport: 'stdio' | 'http', era: 'legacy' | 'modern'];

/** Those that test/bad-server.test.ts has over stdio in the modern era and test/host/bad-server.test.ts in the legacy one. */
const ROWS_OF_STDIO = new Map(ROWS.map(([scenario, , , rules]) => [scenario, rules]));

/**
 * Each other fault over each transport it can be had over; of the eras it is in, over the one this and over the other that.
 */
const cases = faultRows().flatMap(([name, { over, era }], place) => {
  const transports = place % 2 === 0 ? (['stdio', 'http'] as const) : (['http', 'stdio'] as const);
  const all = transports
    .filter((transport) => over === undefined || over === transport)
    .filter((transport) => transport === 'http' || name in SAID || !ROWS_OF_STDIO.has(name))
    .map(
      (transport, turn): Case => [
        name,
        transport,
        era ?? ERAS[(place + turn + (place >> 1)) % 2] ?? 'legacy',
      ],
    );
  return portion(all);
});

/** A late answer comes after its call has timed out, and somebody must still be there: more steps may come. */
const STEPS = [{ method: 'tools/list' }, { method: 'tools/call', params: { name: VICTIM, arguments: {} } }];

describe('a fault of the demonstration', () => {
  it.each(cases)('%s over %s in the %s era is told as it promises', { timeout: 40_000 }, async (...one) => {
    const [name, transport, era] = one;
    const served = ['demo', '--fault', name, ...(transport === 'http' ? ['--http', '0'] : [])];
    const isLate = name === 'late';
    const { seen, at }: FaultRow = FAULTS[name as keyof typeof FAULTS];
    const verb = isLate
      ? ['run', '-', '--timeout', '500ms']
      : [
          ...(at === 'list' ? ['list', 'tools'] : ['call', VICTIM]),
          '--timeout',
          name === 'silent' ? '2s' : '20s',
        ];
    const said = (transport === 'http' ? SAID_OVER_HTTP : SAID)[name];
    if (said === undefined) expect(Object.keys(RULES)).toContain(seen);
    const told = said ?? new RegExp(`^finding ${seen}: `, 'm');
    const steps = STEPS.map((step) => `${JSON.stringify(step)}\n`).join('');
    const { stderr } = await runCli([...verb, '--era', era, '--', ...served], {
      // It goes on until it has been told of.
      ...(isLate ? { stdin: { open: steps }, when: [told, (pid) => process.kill(pid, 'SIGTERM')] } : {}),
    });
    expect(stderr).toMatch(told);
  });

  it('is told over stdio by the rule it promises', () => {
    for (const [name, { seen }] of faultRows()) {
      if (name in SAID || !ROWS_OF_STDIO.has(name)) continue;
      expect(ROWS_OF_STDIO.get(name), name).toContain(seen);
    }
  });

  it('is one of a kind, and what stands beside it is sound', async () => {
    const { code, stderr } = await runCli([
      'call',
      'say-hello',
      'name=Ada',
      '--',
      'demo',
      '--fault',
      'crash',
    ]);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('finding')]);
  });
});

describe('the faults asked for', () => {
  const served = { http: false, modern: false };
  it.each<readonly [readonly string[], Partial<typeof served>, string | undefined]>([
    [['banner', 'bad-tool', 'crash'], {}, undefined],
    [['html-page'], { http: true }, undefined],
    [['html-page'], {}, '--fault html-page needs HTTP: add --http 0'],
    [['banner'], { http: true }, '--fault banner needs stdio: omit --http'],
    [['lost-session'], { http: true, modern: true }, 'needs the legacy era: omit --era modern'],
    [['silent', 'crash'], {}, '--fault silent and --fault crash both affect calls to weather'],
    [['slient'], {}, 'there is no fault "slient"'],
    [['toString'], {}, 'there is no fault "toString"'],
  ])('%j with %j', (names, how, problem) => {
    const said = faultProblem(names, { ...served, ...how });
    expect(said).toEqual(problem === undefined ? undefined : expect.stringContaining(problem));
  });

  it('are listed with a sentence each, and with a name that there is not', async () => {
    const help = await runCli(['demo', '--fault', 'help']);
    expect([help.code, help.stdout]).toEqual([0, `${faultHelp()}\n`]);
    for (const [name, { does }] of faultRows()) {
      expect(help.stdout).toContain(`\n  ${name} `);
      expect(help.stdout).toContain(`It ${does}.`);
    }
    const odd = await runCli(['list', '--', 'demo', '--fault', 'slient']);
    expect(odd.code).toBe(2);
    expect(odd.stderr).toContain('there is no fault "slient"');
    expect(odd.stderr).toContain(FAULTS.silent.does);
  });

  it('stand alone after -- demo', async () => {
    for (const more of [['--fault', 'banner', '--era', 'modern'], ['--quiet'], ['hill']]) {
      const { code, stderr } = await runCli(['list', '--', 'demo', ...more], { env: { PATH: '/nowhere' } });
      expect([code, stderr]).toEqual([2, expect.stringContaining('put other options before it')]);
    }
  });
});
