import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { findingsOf } from '../../src/check/check.ts';
import { CLIENTS } from '../../src/clients/clients.ts';
import { demoServer } from '../../src/demo/server.ts';
import { NOTHING_ANSWERED } from '../../src/surface/answered.ts';
import { runCli } from '../support/cli.ts';
import { listingSurface } from '../support/listing.ts';

const client = new Client({ name: 'test', version: '1' });

beforeAll(async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await demoServer({ era: 'legacy', isCrowded: true }).connect(theirs);
  await client.connect(ours);
});

/** Its results by method, as `listingSurface` reads them. */
async function listing() {
  const opened = { serverInfo: client.getServerVersion(), instructions: client.getInstructions() };
  return {
    initialize: opened,
    'tools/list': await client.listTools(),
    'resources/list': await client.listResources(),
  };
}

describe('the crowded demonstration', () => {
  it('has all of the plain one, and a tool for each kind of thing that clients do not take', async () => {
    const { tools } = await client.listTools();
    const { length } = client.getInstructions() ?? '';
    const names = tools.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(40);
    expect(names).toEqual(expect.arrayContaining(['say-hello', 'weather', 'getObserver', 'plates.digitize']));
    expect(names.some((name) => `kestrel-archive${name}`.length === 71)).toBe(true);
    expect(length).toBeGreaterThan(2_048);
    const search = tools.find(({ name }) => name === 'archive_search');
    expect(search?.description?.length).toBeGreaterThan(3_000);
    expect(search?.inputSchema).toHaveProperty('anyOf');
    expect(tools.filter(({ description }) => description === undefined).length).toBeGreaterThan(5);
  });

  it('crosses a dozen rows of the table of clients', async () => {
    const surface = listingSurface(JSON.stringify(await listing()));
    const subject = { surface, answered: NOTHING_ANSWERED, server: 'kestrel-archive', clients: CLIENTS };
    const found = findingsOf(subject).filter(({ rule }) => rule.startsWith('client/'));
    expect(new Set(found.map(({ rule, client: whose }) => `${whose} ${rule}`)).size).toBeGreaterThanOrEqual(
      12,
    );
    expect(new Set(found.map(({ item }) => item)).size).toBeGreaterThan(8);
  });

  it('takes the arguments that its schemas ask for, and answers', async () => {
    const { tools } = await client.listTools();
    const ajv = new Ajv2020({ strict: false, formats: { date: true, email: true } });
    const own = tools.slice(tools.findIndex(({ name }) => name === 'plates_list'));
    const args = {
      ...{ year: 1910, number: 3, observer: 'Ada', field: 'M 31', letter: 12, n: 'Ada' },
      ...{ piece: '31', tags: ['comet'] },
    };
    const failed: string[] = [];
    for (const { name, inputSchema, outputSchema } of own) {
      expect(ajv.validate(inputSchema, args), name).toBe(true);
      const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
      if (result.isError) failed.push(name);
      if (outputSchema) expect(ajv.validate(outputSchema, result.structuredContent), name).toBe(true);
    }
    expect(failed).toEqual(['handwriting_read']);
    const { content, structuredContent } = await client.callTool({ name: 'getObserver', arguments: args });
    expect(JSON.stringify(content)).not.toContain(JSON.stringify(structuredContent));
  });

  it('has a view of the type of an app, and one of another', async () => {
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0]?.mimeType;
    expect(await read('ui://kestrel/sky.html')).toBe('text/html;profile=mcp-app');
    expect(await read('ui://kestrel/plate.html')).toBe('text/html');
  });

  it('is had by its name alone, over both transports, and no other is', { timeout: 40_000 }, async () => {
    for (const more of [[], ['--http', '0']]) {
      const { stdout } = await runCli(['list', 'tools', '--', 'demo', '--server', 'crowded', ...more]);
      expect(stdout).toMatch(/^archive_search /m);
      expect(stdout).toMatch(/^weather /m);
    }
    const { stdout } = await runCli(['demo', '--server', 'crowded']);
    expect(stdout).toContain('kestrel-archive');
    const { code, stderr } = await runCli(['demo', '--server', 'crowed']);
    expect([code, stderr]).toEqual([2, 'mcp-loupe: there is no demo server "crowed"; there is crowded\n']);
  });
});
