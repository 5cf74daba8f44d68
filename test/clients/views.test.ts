import { describe, expect, it } from 'vitest';
import type { ClientId } from '../../src/clients/client.ts';
import { clientNamed } from '../../src/clients/clients.ts';
import { listCosts, tokenRange, toolCosts } from '../../src/clients/cost.ts';
import { resultView } from '../../src/clients/result-view.ts';
import { toolView } from '../../src/clients/tool-view.ts';
import type { JsonObject } from '../../src/json/shape.ts';
import { toolItem } from '../support/items.ts';
import { listingSurface } from '../support/listing.ts';

const client = (id: ClientId) => {
  const found = clientNamed(id);
  if (found === undefined) throw new Error(id);
  return found;
};

const BOTH = { content: [{ type: 'text', text: 'Four.' }], structuredContent: { sum: 4 } };

/** The parts that reach the model, and behind a dash those that do not. */
const parts = (id: ClientId, result: JsonObject, tool?: JsonObject) =>
  resultView(client(id), result, tool).parts.map(({ name, reaches }) => (reaches ? name : `-${name}`));

describe('resultView', () => {
  it.each<[ClientId, JsonObject, string[]]>([
    ['claude-code', BOTH, ['structuredContent', '-content[0].text']],
    ['claude-code', { ...BOTH, isError: true }, ['-structuredContent', 'content[0].text']],
    ['claude-code', { content: BOTH.content }, ['content[0].text']],
    ['opencode', { ...BOTH, structuredContent: null }, ['content[0].text']],
    ['opencode', { isError: true, content: [{ type: 'image' }] }, ['-content[0] (image)']],
    ['cursor', BOTH, ['structuredContent', 'content[0].text']],
    ['claude-code', {}, []],
    ['claude-code', { content: 'none' }, []],
    [
      'claude-code',
      { content: [null, 3, { type: 4 }, { type: 'text' }] },
      ['content[0]', 'content[1]', 'content[2]', 'content[3] (text)'],
    ],
  ])('under %s of %j', (id, result, wanted) => {
    expect(parts(id, result)).toEqual(wanted);
  });

  it('says why, and how that is known', () => {
    expect(resultView(client('claude-code'), BOTH).parts[1]).toEqual({
      path: '/content/0',
      name: 'content[0].text',
      bytes: 5,
      reaches: false,
      why: {
        says: 'structuredContent replaces content',
        source: 'anthropics/claude-code#79944',
        seen: '2026-11-29',
        sure: 'reports',
        reported: '2026-09',
      },
    });
  });
});

describe('toolView', () => {
  it('cuts the description where the client does', () => {
    const { description } = toolView(
      client('claude-code'),
      'crm',
      toolItem({ name: 'a', description: `${'x'.repeat(2_048)}yz` }),
    );
    expect([description.text.length, description.lost]).toEqual([2_048, 'yz']);
  });

  it('says what is left out, and why', () => {
    const view = toolView(client('cursor'), 'crm', toolItem({ name: 'n'.repeat(68) }));
    expect(view.leftOut?.says).toContain('71 characters');
  });

  it('says what the model gets only once it looks for it', () => {
    const tool = (_meta: object) => toolItem({ name: 'a', _meta });
    const source = 'https://code.claude.com/docs/en/mcp#scale-with-mcp-tool-search';
    expect(toolView(client('claude-code'), 'crm', tool({})).deferred).toMatchObject({ source });
    expect(
      toolView(client('claude-code'), 'crm', tool({ 'anthropic/alwaysLoad': true })).deferred,
    ).toBeUndefined();
    expect(toolView(client('cursor'), 'crm', tool({})).deferred).toBeUndefined();
  });

  it('has the schema as it arrives', () => {
    const tool = toolItem({ name: 'a', inputSchema: { type: 'object', description: 'b' } });
    expect(toolView(client('opencode'), 'crm', tool).inputSchema).toEqual({
      type: 'object',
      description: 'b',
      properties: {},
      additionalProperties: false,
    });
    expect(toolView(client('zed'), 'crm', tool).inputSchema).toEqual({ type: 'object', description: 'b' });
  });
});

describe('what a list costs', () => {
  const surface = listingSurface(
    JSON.stringify({ 'tools/list': { tools: [{ name: 'a', description: 'ä', inputSchema: {} }, 3] } }),
  );

  it('is the bytes of name, description and schema', () => {
    const [one] = surface.lists.tools ?? [];
    if (one === undefined) throw new Error('no tool');
    expect(toolCosts([client('claude-code')], 'crm', one)).toEqual([
      Buffer.byteLength('{"name":"mcp__crm__a","description":"ä","inputSchema":{}},'),
    ]);
    const [cost] = listCosts([client('claude-code')], surface, 'crm');
    expect(cost?.bytes).toBe(cost?.tools.reduce((sum, bytes) => sum + bytes, 0));
    expect(cost?.tools).toHaveLength(2);
  });

  it('is a range of tokens', () => {
    expect(tokenRange(9_000)).toEqual([2_000, 3_600]);
  });
});
