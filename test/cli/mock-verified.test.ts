import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';
import { mockAtPort } from '../support/mock-at-port.ts';
import { portion } from '../support/portion.ts';
import { PROGRAM } from '../support/real-clients.ts';

const call = (name: string, args: object = {}) => ({
  method: 'tools/call',
  params: { name, arguments: args },
});

/** Every tool of the demonstration, once. */
const TOOLS = [
  { method: 'tools/list' },
  call('say-hello', { name: 'Halley' }),
  call('weather'),
  call('separation', { ra: 10, dec: 20.5 }),
  call('take-exposure', { seconds: 0.3 }),
  call('book-night', { guest: 'Ada', date: '2026-08-12', telescope: 'refractor' }),
  call('write-log', { entry: 'clear' }),
  call('sky-picture', { width: 16 }),
  call('listen-to-pulsar', { beats: 3 }),
  call('find-plates', { from: 1900, to: 1925 }),
  call('catalogue', { objects: 10 }),
  call('night-watch', { rounds: 3, pause: 1 }),
  call('report-comet'),
  call('survey-sky', { plates: 2 }),
  call('open-dome'),
  call('point-at-sun'),
  call('ring-bell'),
  call('erase-log', { reason: 'rain' }),
];
const WEATHER = [{ method: 'tools/list' }, call('weather')];

type Row = readonly [
  name: string,
  recorded: { readonly steps: readonly object[]; readonly era?: string; readonly serving: readonly string[] },
];

const HTTP = ['--http', '0'];
const all = (era: string, ...serving: readonly string[]): Row => [
  `all tools, ${[era, ...serving].join(' ')}`,
  { steps: TOOLS, era, serving },
];
const fault = (name: string, ...serving: readonly string[]): Row => [
  `the fault ${name}`,
  { steps: WEATHER, serving: ['--fault', name, ...serving] },
];

/** All of the demonstration in both eras, over both transports, and some of its faults. */
const ROWS: readonly Row[] = [
  ...[all('legacy'), all('modern', ...HTTP)],
  ...portion([
    fault('lost-session', ...HTTP),
    ...[all('modern'), all('legacy', ...HTTP)],
    ...['cut-stream', 'html-page'].map((name) => fault(name, ...HTTP)),
    ...['crash', 'bad-output', 'pretty'].map((name) => fault(name)),
  ]),
];

it.each(ROWS)(
  'a mock is verified as the server that it was recorded of: %s',
  { timeout: 60_000 },
  async (_, { steps, era, serving }) => {
    const folder = scratch();
    const file = join(folder, 'recorded.mcp.jsonl');
    const answers = join(folder, 'answers.json');
    writeFileSync(
      answers,
      JSON.stringify({ elicitation: [{ action: 'accept', content: { name: 'Halley' } }] }),
    );
    const options = ['--record', file, '--answers', answers, '--timeout', '3s'];
    const words = [
      'run',
      '-',
      ...options,
      ...(era === undefined ? [] : ['--era', era]),
      '--',
      'demo',
      ...serving,
    ];
    await runCli(words, { stdin: steps.map((step) => JSON.stringify(step)).join('\n') });
    const port = await mockAtPort(file);
    for (const target of [[process.execPath, PROGRAM, 'mock', file], [port.url]]) {
      const { code, stdout, stderr } = await runCli(['verify', file, '--all', '--', ...target]);
      expect(code, `${stdout}${stderr}`).toBe(0);
      expect(stdout).toContain(`${steps.length - 1} same`);
    }
    expect((await port.end()).code).toBe(0);
  },
);
