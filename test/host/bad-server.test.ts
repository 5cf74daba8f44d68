import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { type LiveHost, openLive } from '../../src/host/live.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import type { LiveTarget } from '../../src/session/target.ts';
import { VICTIM } from '../../src/spec/faults.ts';
import { remoteTarget } from '../../src/transport/target.ts';
import { CALL, isOfDemo, PROMPT, READ, ROWS, type Row, scriptOf, verbFor } from '../support/faults.ts';
import { type HttpServer, startHttpServer } from '../support/http-server.ts';
import { nobody } from '../support/nobody.ts';
import { portion } from '../support/portion.ts';

const OVER_HTTP = fileURLToPath(new URL('../support/servers/over-http.mjs', import.meta.url));

const open: LiveHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

interface Limits {
  readonly timeout: number;
  readonly connectTimeout: number;
}

function hostOn(target: LiveTarget, limits: Limits): LiveHost {
  const host = openLive({
    target,
    connection: {
      client: { name: 'test', version: '0' },
      era: 'legacy',
      ...{ ...limits, maxTimeout: 60_000, answerer: nobody, rounds: 10, tasks: true },
    },
    redactorFor,
    redact: true,
    clock: systemClock,
    id: 'test',
  });
  open.push(host);
  return host;
}

const overStdio = (scenario: string, limits: Limits): LiveHost => {
  const target = {
    transport: 'stdio',
    ...{ command: process.execPath, args: scriptOf(scenario), cwd: tmpdir() },
    ...{ env: { PATH: process.env['PATH'] ?? '' }, given: [], beyondClient: [] },
  } as const;
  return hostOn(target, limits);
};

let server: HttpServer;

const overHttp = (scenario: string, limits: Limits): LiveHost => {
  const given = { transport: undefined, headers: [], ca: undefined, insecure: false, env: {} };
  return hostOn(
    remoteTarget([server.base, ...scriptOf(scenario).map(encodeURIComponent)].join('/'), given),
    limits,
  );
};

/** Long enough for any of them. */
const AMPLE = { timeout: 30_000 };
const PATIENT: Limits = { timeout: 30_000, connectTimeout: 30_000 };

/** Short for what is never answered: the handshake, or what comes after it; of the demonstration that is not the first thing. */
const limitsFor = (scenario: string, exit: number): Limits => ({
  timeout: exit !== 4 ? 30_000 : isOfDemo(scenario) ? 3_000 : 700,
  connectTimeout: scenario === 'init-nothing' ? 700 : 30_000,
});

/** Does what is faulty, then uses what is beside it: a tool, or the list where the calls are what is faulty. */
async function play(host: LiveHost, verb: readonly string[]): Promise<unknown> {
  const { connection } = host;
  await connection.connect(['tools']);
  if (host.store.state().lists.tools.state === 'not announced') await connection.list('tools');
  if (verb === READ) await connection.request('resources/read', { uri: 'x:y' }).done;
  if (verb === PROMPT) await connection.request('prompts/get', { name: 'p' }).done;
  if (verb[0] === 'list' && verb[1] === 'resources') await connection.list('resources');
  if (verb[0] === CALL[0]) await connection.request('tools/call', { name: verb[1], arguments: {} }).done;
  const beside =
    verb[0] === CALL[0]
      ? connection.request('tools/list', {}, AMPLE)
      : connection.request('tools/call', { name: VICTIM, arguments: {} }, AMPLE);
  const outcome = await beside.done;
  await host.checked();
  return outcome;
}

/** What a neighbour has to come to. */
const FINE = {
  kind: 'result',
  result: expect.toSatisfy(
    (result: { tools?: { name?: unknown }[]; content?: { text?: string }[] }) =>
      result.tools?.some(({ name }) => name === VICTIM) ??
      /^(?:ok|\{"clouds":8,.*)$/.test(result.content?.[0]?.text ?? ''),
  ),
};

/** Those that only the verb of the command line comes across. */
const OF_VERB = new Set(['capability/not-served']);

/** What was found so far: what a server says of itself may come behind the answers, so that it is waited for. */
const told = (host: LiveHost, without: ReadonlySet<string> = OF_VERB): string[] =>
  host.store
    .state()
    .findings.map(({ rule }) => rule)
    .filter((rule) => !without.has(rule))
    .sort();

/** What depends on who is quicker: a report after its result, and a call that an ending server may see or not. */
const PERHAPS: Readonly<Record<string, string>> = {
  'progress-late': 'progress/late',
  'partial-exit': 'server/exited',
};
const perhaps = (scenario: string): ReadonlySet<string> => new Set([...OF_VERB, PERHAPS[scenario] ?? '']);

const expected = (rules: Row[3]): string[] => rules.filter((rule) => !OF_VERB.has(rule)).sort();

/** The server is gone, or never came. */
const GONE = new Set(['exit-early', 'exit-init', 'crash', 'kill-mid', 'partial-exit', 'init-nothing']);

describe('beside a fault over stdio', () => {
  it.each(ROWS.filter(([scenario]) => !GONE.has(scenario)))(
    '%s: the rest works',
    async (scenario, verb, exit, rules) => {
      const host = overStdio(scenario, limitsFor(scenario, exit));
      expect(await play(host, verb)).toMatchObject(FINE);
      await expect.poll(() => told(host, perhaps(scenario))).toEqual(expected(rules));
    },
    40_000,
  );

  it.each(ROWS.filter(([scenario]) => GONE.has(scenario)))(
    '%s: what came is kept',
    async (scenario, verb, exit, rules) => {
      const host = overStdio(scenario, limitsFor(scenario, exit));
      expect(await play(host, verb)).toMatchObject({ kind: 'closed', why: expect.stringMatching(/\w/) });
      await expect.poll(() => told(host, perhaps(scenario))).toEqual(expected(rules));
      await expect.poll(() => host.store.state().phase).toMatch(/^(?:failed|closed)$/);
      expect(host.log.row(2)).toMatchObject({ method: 'initialize' });
    },
  );
});

/** What is about lines and processes, and has no place in events. */
const OF_STDIO = new Set([
  ...['banner', 'bom', 'contentlen', 'crlf', 'pretty', 'noise-mid', 'noise-prefix', 'nonl-join'],
  ...['huge9', 'huge11', 'huge50', 'splitutf8', 'stderrflood', 'stderr-noise', 'chatty', 'flood', ...GONE],
]);

/** What is otherwise over HTTP, where no answer is due any more once the stream is over. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  invalidutf8: ['http/utf8'],
  'wrong-id': ['http/cut-stream', 'id/unknown'],
};

describe('beside a fault over HTTP', () => {
  beforeAll(async () => {
    server = await startHttpServer([OVER_HTTP]);
  });
  afterAll(() => server.close());

  it.each(portion(ROWS.filter(([scenario]) => !OF_STDIO.has(scenario))))(
    '%s: the rest works',
    async (scenario, verb, exit, rules) => {
      const host = overHttp(scenario, scenario in OTHERWISE ? PATIENT : limitsFor(scenario, exit));
      expect(await play(host, verb)).toMatchObject(FINE);
      await expect.poll(() => told(host, perhaps(scenario))).toEqual(OTHERWISE[scenario] ?? expected(rules));
    },
    40_000,
  );

  it.each([
    ['banner', ['http/not-json']],
    ['noise-mid', ['http/not-json']],
    ['noise-prefix', ['http/not-json']],
    ['nonl-join', ['http/not-json']],
    ['bom', []],
    ['crash', ['http/cut-stream', 'http/status']],
    ['kill-mid', ['http/cut-stream', 'http/status']],
  ])('%s is told at once', async (scenario, rules) => {
    const host = overHttp(scenario, PATIENT);
    await play(host, verbFor(scenario));
    await expect.poll(() => told(host)).toEqual(rules);
  });
});
