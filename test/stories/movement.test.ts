import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { openTerminal, type Terminal } from '../support/terminal.ts';

/** A recording of which the header is needed. */
const SESSION = fileURLToPath(new URL('../fixtures/session.mcp.jsonl', import.meta.url));

/** How many there are of everything. */
const COUNT = 60;
const numbers = Array.from({ length: COUNT }, (_, at) => String(at + 1).padStart(2, '0'));

type Message = readonly [dir: 'c2s' | 's2c', message: object];

const request = (id: number | string, method: string, params?: object) => ({ id, method, params });
const response = (id: number | string, result: object) => ({ id, result });

/** So many tools, log messages, requests and lines of advice of the server; each tool has so many fields. */
const MESSAGES: readonly Message[] = [
  [
    'c2s',
    request(1, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: { roots: {} },
      clientInfo: { name: 'test', version: '1' },
    }),
  ],
  [
    's2c',
    response(1, {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {}, logging: {} },
      serverInfo: { name: 'many', version: '1' },
      instructions: numbers.map((number) => `Advice ${number}`).join('\n'),
    }),
  ],
  ['c2s', request(2, 'tools/list')],
  [
    's2c',
    response(2, {
      tools: numbers.map((number) => {
        const properties = Object.fromEntries(numbers.map((one) => [`field${one}`, { type: 'string' }]));
        return { name: `tool-${number}`, inputSchema: { type: 'object', properties } };
      }),
    }),
  ],
  ...numbers.flatMap((number): readonly Message[] => [
    ['s2c', { method: 'notifications/message', params: { level: 'info', data: `entry ${number}` } }],
    ['s2c', request(`r${number}`, 'roots/list')],
    ['c2s', response(`r${number}`, { roots: [] })],
  ]),
];

let terminal: Terminal;
const folder = mkdtempSync(join(tmpdir(), 'loupe-movement-'));

beforeAll(async () => {
  const [header = ''] = readFileSync(SESSION, 'utf8').split('\n');
  const frames = MESSAGES.map(([dir, message], at) => {
    const msg = { jsonrpc: '2.0', ...message };
    const n = JSON.stringify(msg).length;
    return JSON.stringify({ type: 'frame', seq: at + 1, t: at * 10, conn: 1, session: 0, dir, n, msg });
  });
  const file = join(folder, 'many.mcp.jsonl');
  writeFileSync(file, `${[header, ...frames].join('\n')}\n`);
  terminal = openTerminal({ args: ['open', file], kitty: true, cols: 90, rows: 16, keep: true });
  await terminal.waitFor((screen) => screen.modes().kitty === 1 && screen.text().includes('2 Tools 60'));
});
afterAll(async () => {
  await terminal.kill();
  rmSync(folder, { recursive: true });
});

/** Out of what the story before has opened. */
beforeEach(() => terminal.key('esc', 'esc', 'esc'));

/** A pane with more rows than fit. */
interface Place {
  readonly name: string;
  /** The keys that lead there. */
  readonly keys: readonly string[];
  /** Begins the title of its pane. */
  readonly title: string;
  /** What the screen shows when this row is selected, or, where none can be, is the first that is shown. */
  readonly at: (row: number) => RegExp;
  /** How many rows it has; without it, its text is scrolled, and no row of it is selected. */
  readonly count?: number;
  /** Lines that each row takes, if not one. */
  readonly each?: number;
}

const PLACES: readonly Place[] = [
  { name: 'a list', keys: ['alt+2'], title: 'Tools', at: titled('Tools', '/60'), count: COUNT },
  {
    name: 'the traffic',
    keys: ['alt+5'],
    title: 'Traffic',
    at: (row) => new RegExp(`❯ +#${row} `),
    count: MESSAGES.length,
  },
  { name: 'the inbox', keys: ['alt+6'], title: 'Inbox', at: titled('Inbox', '/60'), count: COUNT, each: 2 },
  {
    name: 'the output',
    keys: ['alt+7'],
    title: 'Output',
    at: (row) => new RegExp(`❯ \\S+ +info +entry ${numbers[row - 1]}`),
    count: COUNT,
  },
  {
    name: 'a sheet',
    keys: ['alt+2', 'home', 'i'],
    title: 'Definition of tool-01',
    at: titled('Definition of tool-01', '/189'),
    count: 189,
  },
  { name: 'a text', keys: ['alt+1'], title: 'Server', at: titled('Server', '-') },
  { name: 'the help', keys: ['alt+2', '?'], title: 'Help', at: titled('Help', '-') },
];

/** The row as the title of its pane says it. */
function titled(title: string, after: string): (row: number) => RegExp {
  return (row) => new RegExp(`─ ${title} ─[^╮\\n]* ${row}${after}`);
}

/** Presses keys one by one, and waits for the row that each leads to. */
async function walk(
  at: (row: number) => RegExp,
  steps: readonly (readonly [key: string, row: number])[],
): Promise<void> {
  for (const [key, row] of steps) {
    await terminal.key(key);
    await terminal.waitFor(at(row));
  }
}

/** Goes to a pane, and counts the rows that it shows. */
async function heightOf({ keys, title }: Pick<Place, 'keys' | 'title'>): Promise<number> {
  await terminal.key(...keys);
  await terminal.waitFor((screen) => screen.screen()[2]?.startsWith(`╭─ ${title} `) === true);
  return terminal.screen().findIndex((row) => row.startsWith('╰')) - 3;
}

test.each(PLACES)('every key of movement goes where it says in $name', async (place) => {
  const height = Math.floor((await heightOf(place)) / (place.each ?? 1));
  const [page, half] = [height - 1, Math.floor(height / 2)];
  const [, rows] = /-\d+\/(\d+) /.exec(terminal.text()) ?? [];
  const last = place.count ?? Number(rows) - height + 1;
  await walk(place.at, [
    ['home', 1],
    ['down', 2],
    ['ctrl+d', 2 + half],
    ['ctrl+u', 2],
    ['pgdn', 2 + page],
    ['pgup', 2],
    ['j', 3],
    ['k', 2],
    ['up', 1],
    ['up', 1],
    ['G', last],
    ['ctrl+u', last - half],
    ['g', 1],
    ['end', last],
    ['pgup', last - page],
  ]);
});

test('the focus walks through the fields of a form', async () => {
  await terminal.key('alt+2', 'home', 'enter');
  await terminal.waitFor('❯ field01');
  await walk(titled('tool-01', '/60'), [
    ['down', 2],
    ['pgdn', 12],
    ['tab', 13],
    ['pgdn', 23],
    ['up', 22],
    ['pgup', 12],
    ['shift+tab', 11],
    ['pgup', 1],
  ]);
});

test('the selection walks through the palette, and through what a filter leaves while it is typed', async () => {
  // The line above the list, and what can be pressed below it.
  const page = (await heightOf({ keys: ['alt+2', 'ctrl+p'], title: 'Palette' })) - 2 - 1;
  await walk(titled('Palette', '/'), [
    ['down', 2],
    ['pgdn', 2 + page],
    ['up', 1 + page],
    ['pgup', 1],
  ]);
  await terminal.key('esc');
  await terminal.waitWithout('╭─ Palette ');
  await terminal.type('/3');
  const selected = (row: number) => new RegExp(`❯ tool-${row}`);
  await terminal.waitFor(selected(30));
  await walk(selected, [
    ['down', 31],
    ['down', 32],
    ['up', 31],
  ]);
});

test('tab and shift+tab go from pane to pane', async () => {
  const inList = /⏎ open {3}\/ filter/;
  const inDetail = /y copy {3}\/ find/;
  await terminal.key('alt+7');
  await terminal.waitFor(inList);
  for (const key of ['tab', 'shift+tab']) {
    await terminal.key(key);
    await terminal.waitFor(inDetail);
    await terminal.key('shift+tab');
    await terminal.waitFor(inList);
  }
});
