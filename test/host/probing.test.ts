import { expect, it } from 'vitest';
import { hostOn, rules, state } from '../support/in-place.ts';

/** A server that takes no notice until it was asked both questions, as one that is slow to start; then it answers in order. */
const late = (discovery: string, greeting = HELLO): string => `
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\\n');
const HELLO = { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'fake', version: '1' } } };
const TOOLS = { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };
const MODERN_TOOLS = { ...TOOLS, resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
let held = [];
const answer = (m) => {
  if (m.method === 'server/discover') send({ id: m.id, ...${discovery} });
  if (m.method === 'initialize') send({ id: m.id, ...${greeting} });
  if (m.method === 'tools/list') send({ id: m.id, result: m.params._meta?.['io.modelcontextprotocol/protocolVersion'] ? MODERN_TOOLS : TOOLS });
};
let rest = '';
process.stdin.on('data', (d) => {
  rest += d;
  const lines = rest.split('\\n');
  rest = lines.pop();
  held.push(...lines.map((line) => JSON.parse(line)));
  if (held.some((m) => m.method === 'initialize')) { held.forEach(answer); held = { push: (...all) => all.forEach(answer), some: () => false }; }
});
process.stdin.on('end', () => process.exit(0));
`;
const HELLO = 'HELLO';
const MODERN = `{ result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fake', version: '1' } } } }`;
const UNKNOWN = `{ error: { code: -32601, message: 'Method not found' } }`;

// The time that the probe has is cut by that for connecting.
const open = async (script: string) => {
  const host = hostOn(script, { era: 'auto', connectTimeout: 2_000 });
  return { host, how: await host.connection.connect() };
};

it.each([
  ['a legacy server', late(UNKNOWN), 'legacy'],
  [
    'one that refuses with another error',
    late(`{ error: { code: -32001, message: 'no session yet' } }`),
    'legacy',
  ],
  ['one that answers what it does not know with nothing', late('{ result: {} }'), 'legacy'],
  ['a modern server', late(MODERN, UNKNOWN), 'modern'],
  ['a server of both eras', late(MODERN), 'modern'],
] as const)('%s that is slow to start is opened in its era, without a finding', async (_, script, era) => {
  const { host, how } = await open(script);
  expect(how).toBe('ready');
  await host.checked();
  expect(state(host)).toMatchObject({ era, phase: 'ready', why: [] });
  expect(state(host).lists.tools).toMatchObject({ state: 'done', items: [{ name: 'echo' }] });
  expect(rules(host)).toEqual(script === late('{ result: {} }') ? ['init/version'] : []);
});

it('the answer to initialize opens the connection of a server that never answers the question', async () => {
  const { host, how } = await open(late('null').replace("if (m.method === 'server/discover')", 'if (false)'));
  expect(how).toBe('ready');
  expect(state(host)).toMatchObject({ era: 'legacy' });
  expect(rules(host)).toEqual([]);
});

it('a late answer to the question that was given up changes nothing', async () => {
  const script = late(MODERN).replace(
    "if (m.method === 'server/discover') send(",
    "if (m.method === 'server/discover') setTimeout(send, 300, ",
  );
  const { host, how } = await open(script);
  expect(how).toBe('ready');
  const answered = () =>
    Array.from({ length: host.log.length }, (_, seq) => host.log.row(seq)).some(
      (row) => row?.kind === 'result' && row.method === 'server/discover',
    );
  await expect.poll(answered, { timeout: 10_000 }).toBe(true);
  await host.checked();
  expect(state(host)).toMatchObject({ era: 'legacy', negotiated: '2025-11-25', phase: 'ready' });
  expect(rules(host)).toEqual([]);
});

it('a server that dies of the question is started again, and that is only a note', async () => {
  const script = late(UNKNOWN).replace(
    'rest += d;',
    "rest += d; if (rest.includes('server/discover')) process.exit(9);",
  );
  const { host, how } = await open(script);
  expect(how).toBe('ready');
  expect(state(host)).toMatchObject({ era: 'legacy' });
  expect(rules(host)).toEqual(['server/probe']);
});
