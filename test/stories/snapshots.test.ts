import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { opened, openNamed, openTool } from '../support/opening.ts';
import type { Screen } from '../support/screen.ts';
import { tapped } from '../support/tapped.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

/** A session with the demonstration server, of which every time is fixed. */
const SESSION = fileURLToPath(new URL('../fixtures/session.mcp.jsonl', import.meta.url));
/** A server whose tools ask. */
const ASKING = fileURLToPath(new URL('../support/servers/asking.mjs', import.meta.url));
const WINDOW = { cols: 100, rows: 30 };

/** Where a recording lies is another place each time. */
const still = (screen: string): string =>
  screen.replace(/\S*(session|views)\.mcp\.jsonl( *)/g, '$1.mcp.jsonl');

/** Compares the whole screen, when nothing moves any more, with a file that a person can read. */
async function looksLike(terminal: Terminal, name: string): Promise<void> {
  await terminal.settle(300);
  await expect(`${still(terminal.text())}\n`).toMatchFileSnapshot(`snapshots/${name}.txt`);
}

/** Keys from one picture to the next, what is on the screen when it is there, and its name. */
type Step = readonly [keys: readonly string[], sign: string | RegExp, name: string];

async function walk(terminal: Terminal, steps: readonly Step[]): Promise<void> {
  for (const [keys, sign, name] of steps) {
    for (const key of keys)
      await (key.length > 1 && key.startsWith('/') ? terminal.type(key) : terminal.key(key));
    await terminal.waitFor(sign);
    await looksLike(terminal, name);
  }
}

const RECORDED: readonly Step[] = [
  // What clients lose comes a moment later, below.
  [[], /1-19\/(?!26)\d+/, 'server'],
  [['2'], '❯ say-hello', 'tools'],
  [['down'], '"clouds"', 'result'],
  [['T'], '❯ [x] no error', 'test'],
  [['esc', '/open-dome', 'enter'], 'Tool error', 'result-failed'],
  [['3'], '─ Resources', 'resources'],
  [['4'], '─ Prompts', 'prompts'],
  [['5', 'home'], '❯    #1', 'traffic'],
  [['/kind:error'], '1 of', 'traffic-filter'],
  [['enter', 'enter'], '❯ ▾ {', 'message'],
  [['6'], '─ Inbox', 'inbox'],
  [['7'], '─ Output', 'output'],
  [['?'], '─ Help', 'help'],
  [['esc', 'ctrl+p'], '─ Palette', 'palette'],
];

/** The same in the smallest window. */
const SMALL: readonly Step[] = [
  [[], /1-9\/(?!31)\d+/, 'small-server'],
  [['2'], '❯ say-hello', 'small-tools'],
  [['down', 'enter'], '"clouds"', 'small-result'],
  [['T'], '❯ [x] no error', 'small-test'],
  [['5', 'home'], '❯   #1 ·', 'small-traffic'],
];

/** A session that ended in the middle of a call, while the server waited for an answer. */
const BROKEN_OFF: readonly Step[] = [
  [['6'], 'Which night?', 'inbox-question'],
  [['2', '/weather', 'enter'], '❯ weather', 'call-unanswered'],
];

const WAITING = {
  jsonrpc: '2.0',
  id: 'ask-1',
  method: 'elicitation/create',
  params: {
    message: 'Which night?',
    requestedSchema: { type: 'object', properties: { night: { type: 'string', format: 'date' } } },
  },
};

/** The lines of the session up to the call with which it ends, and a request of the server. */
function brokenOff(session: string): string {
  const lines = session.split('\n').slice(0, 17);
  const frame = { type: 'frame', seq: 17, t: 680, conn: 1, session: 0, dir: 's2c', n: 200, msg: WAITING };
  return [...lines, JSON.stringify(frame), ''].join('\n');
}

/** The session in a folder whose path is short, wherever the checkout is. */
function recordingOf(change: (session: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'session.mcp.jsonl');
  writeFileSync(file, change(readFileSync(SESSION, 'utf8')));
  return file;
}

test.each([
  ['a recording, screen by screen', WINDOW, String, RECORDED],
  ['a recording in a small window', { cols: 60, rows: 15 }, String, SMALL],
  ['a recording that breaks off', WINDOW, brokenOff, BROKEN_OFF],
] as const)('%s', async (_, size, change, steps) => {
  const terminal = openTerminal({
    args: ['open', recordingOf(change)],
    kitty: true,
    ...size,
    env: { TZ: 'UTC' },
  });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await walk(terminal, steps);
});

/** Without the pane of traffic, in which times are. */
const LIVE: readonly Step[] = [
  [[], 'ctrl+s', 'form'],
  [['ctrl+s'], 'Send anyway?', 'question'],
  [['n', 'ctrl+t'], '{', 'json-mode'],
  [['ctrl+t', 'esc', 'i'], 'inputSchema', 'definition'],
  [['esc', '/'], 'Tools /', 'list-filter'],
];

test('a form and what lies over it, live', async () => {
  const terminal = await opened(['demo'], { ...WINDOW, env: { TZ: 'UTC' } });
  await terminal.waitFor('4 Prompts 3');
  await terminal.key('t');
  await terminal.waitWithout('─ Traffic');
  await openTool(terminal, 'separation');
  await walk(terminal, LIVE);
});

test('a server that cannot be started', async () => {
  const terminal = openTerminal({ args: ['--no-record', 'no-such-server'], ...WINDOW, cwd: '/' });
  await terminal.waitFor('4 Prompts');
  await terminal.key('t');
  await terminal.waitWithout('─ Traffic');
  await walk(terminal, [[[], 'failed', 'server-failed']]);
});

const SIZES = [
  { cols: 160, rows: 45 },
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
  { cols: 60, rows: 15 },
];

/** What is another number each time: a process, a clock. */
const fixed = (screen: string): string =>
  screen.replace(
    /((?:process +|… ))(\d+(?: s)?)( *)(?=\S|$)/gm,
    (_, before, number, blanks) => `${before}${'N'.padEnd(number.length + blanks.length)}`,
  );

/** Whether all of it was drawn for a window of this width. */
const fills =
  (cols: number) =>
  (screen: Screen): boolean =>
    screen
      .text()
      .split('\n')
      .some((line) => line.length === cols && line.endsWith('╮'));

/** Server where it has failed and while it waits, in one window after another; what it says is in English, whatever the machine. */
test.each([
  // What its stderr says is known once all of it was read.
  [
    'failed',
    `echo 'Error: API_KEY environment variable is required' >&2; echo '}' >&2; exit 1`,
    /stderr: Error: API_KEY[\s\S]*R restart .*e edit the command/,
  ],
  ['waiting', 'exec sleep 600', 'It may still be installing'],
] as const)('Server that is %s', async (state, script, sign) => {
  const [first = WINDOW] = SIZES;
  const args = ['--no-record', 'sh', '-c', script];
  const terminal = openTerminal({ args, ...first, cwd: '/', kitty: true });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('t');
  await terminal.waitFor(sign);
  await terminal.waitWithout('─ Traffic');
  // What to do about findings is loaded a moment later.
  if (state === 'failed') await terminal.waitFor('or try the command in a shell');
  for (const { cols, rows } of SIZES) {
    terminal.resize(cols, rows);
    await terminal.waitFor(fills(cols));
    await terminal.waitFor(sign);
    // Where a clock runs on it it is never still.
    if (state === 'failed') await terminal.settle(300);
    await expect(`${fixed(terminal.text())}\n`).toMatchFileSnapshot(`snapshots/server-${state}-${cols}.txt`);
  }
});

test.each(SIZES)('Server of a recording, %o', async (size) => {
  const terminal = openTerminal({ args: ['open', recordingOf(String)], ...size, env: { TZ: 'UTC' } });
  await terminal.waitFor(/✓ recorded[\s\S]*(?:\nClients|│ Clients)|1-14\/(?!27)\d+|1-9\/(?!31)\d+/);
  await looksLike(terminal, `server-ready-${size.cols}`);
});

test.each(SIZES)('Server of a tap, %o', async (size) => {
  const terminal = openTerminal({ args: ['open', recordingOf(tapped)], ...size, env: { TZ: 'UTC' } });
  await terminal.waitFor(/curious-client ⇄ kestrel-hill[\s\S]*(?:\nClients|│ Clients|\/(?:57|68|82)\b)/);
  // What is worst comes first, once it is known how bad each is.
  await terminal.waitFor(/copy a bug report[^\n]*\n[^\n]*message\/bad-id/);
  await looksLike(terminal, `server-tapped-${size.cols}`);
});

test.each(SIZES)('Traffic of a recording, by message and by exchange, %o', async (size) => {
  const args = ['open', recordingOf(String)];
  const terminal = openTerminal({ args, kitty: true, ...size, env: { TZ: 'UTC' } });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await walk(terminal, [
    [['5', 'G', 'up', 'up'], /❯ +#25 .*✗/, `traffic-${size.cols}`],
    [['x'], /Traffic by exchange[\s\S]*❯ +#24 .*✗ error -32602/, `traffic-exchanges-${size.cols}`],
  ]);
});

/** The same session with another server, a quarter of a second later. */
const later = (session: string): string =>
  session
    .replace('kestrel-hill.js', 'crm.js')
    .replace('"started":"2026-07-28T20:15:00.000Z"', '"started":"2026-07-28T20:15:00.250Z"');

test.each(SIZES)('the traffic of two recordings as one, %o', async (size) => {
  const args = ['open', recordingOf(String), recordingOf(later)];
  const terminal = openTerminal({ args, kitty: true, ...size, env: { TZ: 'UTC' } });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.waitFor('0 All');
  await walk(terminal, [
    [['alt+)', 'home'], /❯ +kestre\S* *#1 /, `all-${size.cols}`],
    [['/session:crm kind:error', 'enter'], /❯ +crm *#\d+ .*✗/, `all-filter-${size.cols}`],
  ]);
});

test.each(SIZES)('a session that is followed and waits for its client, %o', async (size) => {
  const args = ['open', '--follow', recordingOf(brokenOff)];
  const terminal = openTerminal({ args, kitty: true, ...size, env: { TZ: 'UTC' } });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('t');
  await terminal.waitWithout(/─ Traffic|#\d/);
  await walk(terminal, [
    [[], /following[\s\S]*(?:\nClients|│ Clients)|1-19\/30|1-10\/35/, `following-server-${size.cols}`],
    [['6'], /❯ … Which/, `following-inbox-${size.cols}`],
  ]);
});

/** A session with views and skills, of which some were read. */
const VIEWS = fileURLToPath(new URL('../fixtures/views.mcp.jsonl', import.meta.url));

test.each(SIZES)('a tool with a view, and a skill, of a recording, %o', async (size) => {
  const terminal = openTerminal({ args: ['open', VIEWS], kitty: true, ...size });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('t', '2');
  await terminal.waitFor('❯ list_orders');
  await terminal.waitWithout('─ Traffic');
  await walk(terminal, [
    [['i'], /read +in #16/, `app-${size.cols}`],
    [['i', '3', 'down', 'i'], /SKILL\.md · 157 B · fits/, `skill-${size.cols}`],
  ]);
});

test('the servers of a config to choose from', async () => {
  const mcpServers = {
    sky: { command: 'node', args: ['sky.js'], env: { SKY_KEY: 'dark' } },
    sea: { url: 'https://sea.example.com/mcp' },
    gone: { env: {} },
  };
  const folder = mkdtempSync(join(tmpdir(), 'loupe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }));
  const terminal = openTerminal({ args: ['--config', 'mcp.json'], ...WINDOW, cwd: folder });
  await walk(terminal, [[[], '❯ sky', 'picker']]);
});

test.each(SIZES)('JSON mode, a member completed, %o', async (size) => {
  const terminal = await opened(['demo'], size);
  await terminal.waitFor(/4( Prompts |:)3/);
  await terminal.key('t');
  await terminal.waitWithout('─ Traffic');
  await openTool(terminal, 'book-night');
  await terminal.key('ctrl+t');
  await terminal.waitFor('"guest": ""');
  // Behind the end the next member is added, and its value is completed by what the schema allows.
  await terminal.key('tab');
  await terminal.waitFor(/^.*"telescope": "\w+"\s/m);
  await looksLike(terminal, `json-mode-${size.cols}`);
  await terminal.key('tab');
  await terminal.waitFor('"telescope": "refractor"');
});

/** A question over the form of a tool, where nothing else moves. */
test.each(
  SIZES.flatMap((size) => [
    { ...size, tool: 'erase-log', reason: 'Halley', sign: '[ y once ]', name: 'destructive' },
    { ...size, tool: 'book-night', reason: '', sign: '[ y send ]', name: 'send-anyway' },
  ]),
)('$name, $cols × $rows', async ({ cols, rows, tool, reason, sign, name }) => {
  const terminal = await opened(['demo'], { cols, rows });
  await terminal.waitFor(/4( Prompts |:)3/);
  await terminal.key('t');
  await terminal.waitWithout('─ Traffic');
  await openTool(terminal, tool);
  await terminal.type(reason);
  await terminal.key('ctrl+s');
  await terminal.waitFor(sign);
  await looksLike(terminal, `${name}-${cols}`);
});

test.each(SIZES)('what can be copied of a result, %o', async (size) => {
  const args = ['open', recordingOf(String)];
  const terminal = openTerminal({ args, kitty: true, ...size, env: { TZ: 'UTC' } });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await openNamed(terminal, '2', 'open-dome');
  await terminal.waitFor('y copy');
  await walk(terminal, [
    [['y'], '❯ v value', `copy-menu-${size.cols}`],
    [['c', 'down'], '❯ JSON-RPC', `copy-as-${size.cols}`],
  ]);
});

/** Clocks that run, in a title or behind a call, as ones that stand. */
const stopped = (screen: string): string =>
  screen
    .replace(
      /─(?= )((?: \d+\/\d+ ·)?) ([\d.]+ m?s) ─╮/g,
      (_, place, time) => `${'─'.repeat(time.length - 2)}${place} N s ─╮`,
    )
    .replace(
      /Running… ([\d.]+ m?s)( +)/g,
      (_, time, blanks) => `Running… N s${blanks}${' '.repeat(time.length - 3)}`,
    );

/** What a call asks, over it: by a form and for a model's answer, as it comes up and while it is answered. */
test.each(SIZES.flatMap((size) => [{ ...size, tool: 'form' } as const, { ...size, tool: 'poem' } as const]))(
  'a question over its call, %o',
  async ({ cols, rows, tool }) => {
    const env = { TZ: 'UTC', NO_MOTION: '1' };
    const terminal = await opened([process.execPath, ASKING], { cols, rows, env });
    await terminal.key('t');
    await terminal.waitWithout(/─ Traffic|#\d/);
    await openTool(terminal, tool);
    await terminal.key('ctrl+s');
    // In the box: the footer may say so a moment before.
    await terminal.waitFor(/│ ⏎ answer {3}esc later/);
    await terminal.waitFor(' 7 messages');
    await terminal.waitFor(/5(?: Traffic |:)7 /);
    const looks = async (name: string): Promise<void> =>
      expect(`${stopped(terminal.text())}\n`).toMatchFileSnapshot(`snapshots/${name}-${cols}.txt`);
    await looks(`asked-${tool}`);
    await terminal.key('enter');
    await terminal.waitFor(/ctrl\+s (?:accept|answer) {3}esc later/);
    await terminal.type('Ada');
    await terminal.waitFor(/❯ (?:name|text) .*Ada/);
    await looks(`asked-${tool}-answering`);
  },
);

/** What tools have answered, besides what they do in the session: as JSON in a text, as links, and not as they announced. */
const ANSWERS: readonly (readonly [tool: string, result: object])[] = [
  [
    'catalogue',
    {
      content: [
        {
          type: 'text',
          text: '{"catalogue":"Kestrel Hill","stars":[{"number":1,"name":"Vega"},{"number":2,"name":"Deneb"}]}',
        },
      ],
    },
  ],
  [
    'find-plates',
    {
      content: [
        { type: 'text', text: '2 of 5 plates.' },
        {
          type: 'resource_link',
          uri: 'observatory://plates/1896/1',
          name: 'First light',
          mimeType: 'text/plain',
        },
        { type: 'resource_link', uri: 'https://example.com/plates/1910', name: 'Halley’s comet' },
      ],
    },
  ],
  ['separation', { content: [], structuredContent: { star: 7 } }],
];

const FOUND = [
  'structuredContent.degrees is required by outputSchema but missing',
  'structuredContent.star must be a string (outputSchema)',
];

/** The session up to its end, and with these answers in it. */
function withAnswers(session: string): string {
  const lines = session.split('\n').slice(0, 26);
  const add = (line: object): number => {
    const seq = lines.length;
    lines.push(JSON.stringify({ seq, t: 40 * seq, conn: 1, session: 0, ...line }));
    return seq;
  };
  for (const [id, [name, result]] of ANSWERS.entries()) {
    const params = { name, arguments: {} };
    const call = { jsonrpc: '2.0', id: 100 + id, method: 'tools/call', params };
    const re = add({ type: 'frame', dir: 'c2s', n: 100, by: 'user', msg: call });
    const msg = { jsonrpc: '2.0', id: 100 + id, result };
    const at = add({ type: 'frame', dir: 's2c', n: 200, re, ms: 40, msg });
    if (name !== 'separation') continue;
    for (const message of FOUND) add({ type: 'finding', at, rule: 'result/structured-mismatch', message });
  }
  return `${lines.join('\n')}\n`;
}

test('list, form and result in the narrowest window that holds all three', async () => {
  const args = ['open', recordingOf(String)];
  const terminal = openTerminal({ args, kitty: true, cols: 130, rows: 32, env: { TZ: 'UTC' } });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await walk(terminal, [[['2', '/separation', 'enter'], /❯ ▾ \{/, 'panes-130']]);
});

test.each(SIZES)('results of a recording, %o', async (size) => {
  const args = ['open', recordingOf(withAnswers)];
  const terminal = openTerminal({ args, kitty: true, ...size, env: { TZ: 'UTC' } });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('t', '2');
  await terminal.waitWithout('─ Traffic');
  const other = (tool: string) => ['esc', 'esc', 'esc', `/${tool}`, 'enter'];
  await walk(terminal, [
    [['/weather', 'enter'], /❯ ▾ \{/, `result-structured-${size.cols}`],
    [[...other('catalogue'), 'left'], /❯ ▸ \{"catalogue"/, `result-json-text-${size.cols}`],
    [[...other('separation'), 'home'], /❯ ! 2 findings/, `result-findings-${size.cols}`],
    [['enter'], 'structuredContent.star must be', `result-findings-open-${size.cols}`],
    [[...other('find-plates'), 'down'], /❯ link, First light/, `result-links-${size.cols}`],
    [other('open-dome'), /Tool error/, `result-tool-error-${size.cols}`],
  ]);
});

const LINKS = fileURLToPath(new URL('../support/servers/links.mjs', import.meta.url));

/** How long a call took, which is another time each time, as a letter; what stands behind it keeps its place. */
const timeless = (screen: string): string =>
  screen
    .replace(/✓ [\d.]+[^─\n…]*…/g, (cut) => `${'✓ N'.padEnd(cut.length - 1)}…`)
    .replace(
      /✓ ([\d.]+ m?s)([^─\n]*?)(─+)/g,
      (_, time, rest, line) => `✓ N${rest}${line}${'─'.repeat(time.length - 1)}`,
    )
    .replace(/( +)✓ ([\d.]+ m?s)/g, (_, blanks, time) => `${blanks}${' '.repeat(time.length - 1)}✓ N`);

test.each(SIZES)('a link of a result that is read, %o', async (size) => {
  const args = ['--no-record', process.execPath, LINKS];
  const terminal = openTerminal({ args, kitty: true, ...size, cwd: '/' });
  await terminal.waitFor('· ready');
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('t');
  await terminal.waitWithout('─ Traffic');
  await openTool(terminal, 'link');
  await terminal.key('ctrl+s');
  await terminal.waitFor(/❯ note:..lines/);
  await terminal.key('enter');
  await terminal.waitFor('❯ line 1');
  await terminal.waitFor('esc back');
  await terminal.settle(300);
  await expect(`${timeless(terminal.text())}\n`).toMatchFileSnapshot(
    `snapshots/result-link-${size.cols}.txt`,
  );
});
