import { describe, expect, it } from 'vitest';
import { createHandover } from '../../src/tap/handover.ts';

const INITIALIZE = {
  ...{ id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
};
const PROMISED = {
  protocolVersion: '2025-11-25',
  serverInfo: { name: 's', version: '1' },
  capabilities: { tools: { listChanged: true }, resources: {} },
};
const TOOL = { name: 'a', inputSchema: { type: 'object' } };

/** What each side got since it was last looked at: our own lines begin with a plus. */
function begin() {
  const server: string[] = [];
  const client: string[] = [];
  const nowhere: string[] = [];
  const said: string[] = [];
  const note = (into: string[]) => (line: Buffer, own: boolean) => void into.push(`${own ? '+' : ''}${line}`);
  const handover = createHandover({
    toServer: note(server),
    toClient: note(client),
    unsent: (line) => void nowhere.push(String(line)),
    say: (sentence) => void said.push(sentence),
    ready: () => void said.push('ready'),
    refused: (why) => void said.push(`refused: ${why}`),
  });
  const text = (message: object | string): Buffer =>
    Buffer.from(typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message }));
  const take = (from: string[]) => from.splice(0);
  const asks = (...messages: (object | string)[]): void => {
    for (const one of messages) handover.fromClient(text(one));
  };
  const answers = (...messages: (object | string)[]): void => {
    for (const one of messages) handover.fromServer(text(one));
  };
  /** The server is replaced; what is done in between is done while there is none. */
  const replaced = (between = (): void => {}): void => {
    handover.changing();
    between();
    handover.gone('it was restarted because a.js changed', true);
    handover.started();
  };
  const all = () => ({
    server: take(server),
    client: take(client),
    nowhere: take(nowhere),
    said: take(said),
  });
  return { handover, asks, answers, replaced, all };
}

const line = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message });

/** As far as a client of 2025-11-25 gets that lists tools. */
function connected() {
  const between = begin();
  between.asks(INITIALIZE);
  between.answers({ id: 0, result: PROMISED });
  between.asks({ method: 'notifications/initialized' }, { id: 1, method: 'tools/list' });
  between.answers({ id: 1, result: { tools: [TOOL] } });
  between.all();
  return between;
}

it('passes lines as they are, also those that are no messages', () => {
  const { asks, answers, all } = begin();
  asks('junk', '{"jsonrpc":"2.0", "id":1.0,"method":"x"}');
  answers('more junk', '{"id" : 1.0,"result":{}}');
  expect(all()).toEqual({
    server: ['junk', '{"jsonrpc":"2.0", "id":1.0,"method":"x"}'],
    client: ['more junk', '{"id" : 1.0,"result":{}}'],
    ...{ nowhere: [], said: [] },
  });
});

it('tells the next server what the first was told, and the client nothing of it', () => {
  const { asks, answers, replaced, all } = connected();
  asks({ id: 2, method: 'logging/setLevel', params: { level: 'info' } });
  asks({ id: 3, method: 'resources/subscribe', params: { uri: 'a:1' } });
  asks({ id: 4, method: 'resources/subscribe', params: { uri: 'a:2' } });
  answers({ id: 2, result: {} }, { id: 3, result: {} }, { id: 4, result: {} });
  asks({ id: 5, method: 'resources/unsubscribe', params: { uri: 'a:1' } });
  answers({ id: 5, result: {} });
  all();
  replaced(() => asks({ id: 6, method: 'ping' }));
  expect(all()).toMatchObject({ server: [`+${line(INITIALIZE)}`], client: [] });
  answers({ id: 0, result: PROMISED });
  expect(all()).toMatchObject({
    server: [
      `+${line({ method: 'notifications/initialized' })}`,
      `+${line({ id: 2, method: 'logging/setLevel', params: { level: 'info' } })}`,
      `+${line({ id: 4, method: 'resources/subscribe', params: { uri: 'a:2' } })}`,
      line({ id: 6, method: 'ping' }),
      `+${line({ id: 1, method: 'tools/list' })}`,
    ],
    client: [],
    said: ['ready'],
  });
  answers({ id: 2, result: {} }, { id: 4, result: {} }, { id: 6, result: {} });
  expect(all().client).toEqual([line({ id: 6, result: {} })]);
});

it.each([
  ['the same', [TOOL], []],
  [
    'another',
    [{ ...TOOL, description: 'new' }],
    [`+${line({ method: 'notifications/tools/list_changed' })}`],
  ],
])('says that a list has changed if it has: %s', async (_, tools, told) => {
  const { answers, replaced, all } = connected();
  replaced();
  answers({ id: 0, result: PROMISED });
  all();
  answers({ id: 1, result: { tools: tools.slice(0, 1), nextCursor: 'p2' } });
  await Promise.resolve();
  expect(all().server).toEqual([`+${line({ id: 1, method: 'tools/list', params: { cursor: 'p2' } })}`]);
  answers({ id: 1, result: { tools: [] } });
  await new Promise(setImmediate);
  expect(all().client).toEqual(told);
});

it('answers what was with a server that is gone, and calls off what it asked', () => {
  const { asks, answers, replaced, all } = connected();
  asks({ id: 'a"b', method: 'tools/call' }, { id: 7, method: 'tools/call' }, { id: 8, method: 'tools/call' });
  answers({ id: 7, result: {} }, { id: 1, method: 'roots/list' });
  asks({ method: 'notifications/cancelled', params: { requestId: 8 } });
  all();
  replaced(() => asks({ id: 1, result: { roots: [] } }));
  const { client, nowhere } = all();
  expect(client.map((one) => JSON.parse(one.slice(1)))).toMatchObject([
    { id: 'a"b', error: { code: -32000, message: expect.stringContaining('a.js changed') } },
    { method: 'notifications/cancelled', params: { requestId: 1 } },
  ]);
  expect(nowhere).toEqual([line({ id: 1, result: { roots: [] } })]);
});

it('forgets what was called off while it waited', () => {
  const { asks, answers, replaced, all } = connected();
  replaced(() => {
    asks({ id: 9, method: 'ping' }, { method: 'notifications/cancelled', params: { requestId: 9 } });
  });
  answers({ id: 0, result: PROMISED });
  expect(all().server.join()).not.toContain('ping');
});

it('keeps its own requests apart from those of a client that uses ids again', () => {
  const { asks, answers, replaced, all } = connected();
  replaced(() => asks({ id: 1, method: 'ping' }));
  answers({ id: 0, result: PROMISED });
  expect(all().server.at(-1)).toBe(`+${line({ id: 'mcp-loupe-1', method: 'tools/list' })}`);
  answers({ id: 1, result: {} });
  expect(all().client).toEqual([line({ id: 1, result: {} })]);
});

it('waits on when there is another change before the handshake is over', () => {
  const { handover, asks, answers, replaced, all } = connected();
  replaced(() => asks({ id: 9, method: 'ping' }));
  all();
  handover.changing();
  answers({ id: 0, result: PROMISED });
  expect(all()).toEqual({ server: [], client: [], nowhere: [], said: [] });
  expect(handover.held()).toBeGreaterThan(0);
  handover.gone('it was restarted because b.js changed', true);
  handover.started();
  answers({ id: 0, result: PROMISED });
  expect(all()).toMatchObject({
    client: [],
    server: expect.arrayContaining([line({ id: 9, method: 'ping' })]),
  });
  expect(handover.held()).toBe(0);
});

it('takes a list that is not answered for no change', async () => {
  const { answers, replaced, all } = connected();
  replaced();
  answers({ id: 0, result: PROMISED }, { id: 1, error: { code: -32603, message: 'not yet' } });
  await new Promise(setImmediate);
  expect(all().client).toEqual([]);
});

describe('while no server is to be had', () => {
  it('answers with the reason, what has waited too, and goes on with the next one', () => {
    const { handover, asks, answers, all } = connected();
    handover.changing();
    asks({ id: 2, method: 'ping' });
    handover.gone('it could not be started: no such file', false);
    asks({ id: 3, method: 'ping' }, { method: 'notifications/roots/list_changed' });
    const { client } = all();
    expect(client).toHaveLength(2);
    for (const one of client)
      expect(one).toContain('There is no server: it could not be started: no such file.');
    handover.started();
    answers({ id: 0, result: PROMISED });
    asks({ id: 4, method: 'ping' });
    expect(all().server).toContain(line({ id: 4, method: 'ping' }));
  });

  it('says why a server is not to be used, and when it speaks otherwise', () => {
    const refusing = connected();
    refusing.replaced();
    refusing.answers({ id: 0, error: { code: -32603, message: 'no database' } });
    expect(refusing.all().said).toEqual(['refused: it answers initialize with an error: no database']);
    const other = connected();
    other.replaced();
    other.answers({ id: 0, result: { ...PROMISED, protocolVersion: '2025-06-18' } });
    expect(other.all().said).toEqual(['the server speaks 2025-06-18 now; restart the client', 'ready']);
  });
});

describe('a handshake that is not over', () => {
  it('is left to the client, whose request goes to the next server', () => {
    const { asks, answers, replaced, all } = begin();
    asks(INITIALIZE);
    replaced();
    expect(all()).toMatchObject({ server: [line(INITIALIZE), `+${line(INITIALIZE)}`], client: [] });
    answers({ id: 0, result: PROMISED });
    expect(all().client).toEqual([line({ id: 0, result: PROMISED })]);
  });
});

it('goes on with the subscription of a client of 2026-07-28, on which it says what changed', async () => {
  const { asks, answers, replaced, all } = begin();
  const listen = {
    ...{ id: 5, method: 'subscriptions/listen' },
    params: { notifications: { toolsListChanged: true } },
  };
  asks({ id: 1, method: 'tools/list', params: { _meta: {} } }, listen);
  answers({ id: 1, result: { tools: [TOOL] } });
  all();
  replaced();
  expect(all()).toMatchObject({
    server: [`+${line(listen)}`, `+${line({ id: 1, method: 'tools/list', params: { _meta: {} } })}`],
    client: [],
    said: ['ready'],
  });
  answers({ id: 1, result: { tools: [] } });
  await new Promise(setImmediate);
  expect(all().client.map((one) => JSON.parse(one.slice(1)))).toEqual([
    {
      ...{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
      params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 5 } },
    },
  ]);
});
