import { describe, expect, it } from 'vitest';
import { CLIENT } from '../../src/check/families/client.ts';
import type { ClientId } from '../../src/clients/client.ts';
import { clientNamed } from '../../src/clients/clients.ts';
import { lostResults } from '../../src/clients/lost-results.ts';
import type { JsonObject } from '../../src/json/shape.ts';
import { NOTHING_ANSWERED } from '../../src/surface/answered.ts';
import { listingSurface } from '../support/listing.ts';

const client = (id: ClientId) => {
  const found = clientNamed(id);
  if (found === undefined) throw new Error(id);
  return found;
};

const text = (value: string, more: object = {}) => ({ type: 'text', text: value, ...more });
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const structuredContent = { sum: 4 };

describe('what of a result is lost', () => {
  it.each<[ClientId, JsonObject, readonly string[]]>([
    ['claude-code', { content: [text('Four.')], structuredContent }, ['content[0].text (5 B)']],
    ['claude-code', { content: [text('{ "sum": 4 }')], structuredContent }, []],
    [
      'claude-code',
      { content: [text('Four.'), image], structuredContent },
      ['content[0].text (5 B) and 1 more'],
    ],
    [
      'claude-code',
      { content: [text('{"sum":4}'), image], structuredContent },
      ['content[1] (image) (53 B)'],
    ],
    ['claude-code', { content: [text('Four.')] }, []],
    [
      'claude-code',
      { isError: true, content: [text('No.')], structuredContent },
      ['structuredContent (9 B)'],
    ],
    ['claude-code', { isError: true, content: [text('{"sum":4}')], structuredContent }, []],
    ['vscode', { content: [text('Four.'), image], structuredContent }, ['content[0].text (5 B)']],
    [
      'vscode',
      { content: [text('Four.', { annotations: { audience: ['user'] } })] },
      ['content[0].text (5 B)'],
    ],
    ['vscode', { content: [text('Four.', { annotations: { audience: ['user', 'assistant'] } })] }, []],
    ['gemini-cli', { content: [], structuredContent }, ['structuredContent (9 B)']],
    ['gemini-cli', { content: [text('{"sum":4}')], structuredContent }, []],
    ['gemini-cli', { isError: true, content: [], structuredContent }, []],
    ['zed', { content: [text('Four.'), image] }, ['content[1] (image) (53 B)']],
    ['claude-desktop', { content: [text('Four.'), image], structuredContent }, []],
    ['kimi', { content: 3, structuredContent: null }, []],
    ['claude-code', { structuredContent: 'text', content: {} }, []],
  ])('by %s of %j', (id, result, lost) => {
    expect(lostResults(client(id), result).map(({ what }) => what)).toEqual(lost);
  });

  it.each<[ClientId, number, object, readonly string[]]>([
    ['claude-code', 50_000, {}, []],
    [
      'claude-code',
      50_001,
      {},
      ['longer than 50,000 characters: it is saved to a file, and the model gets its path'],
    ],
    ['claude-code', 113_000, {}, ['longer than 25,000 tokens: it is not handed on as it is']],
    ['claude-code', 113_000, { 'anthropic/maxResultSizeChars': 200_000 }, []],
    [
      'claude-code',
      213_000,
      { 'anthropic/maxResultSizeChars': 200_000 },
      ['longer than 25,000 tokens: it is not handed on as it is'],
    ],
    [
      'claude-code',
      113_000,
      { 'anthropic/maxResultSizeChars': 'much' },
      ['longer than 25,000 tokens: it is not handed on as it is'],
    ],
    ['kimi', 100_001, {}, ['longer than 100,000 characters: it is cut there']],
    ['cursor', 1_000_000, {}, []],
  ])('by %s of %d characters with %j', (id, size, _meta, said) => {
    const lost = lostResults(client(id), { content: [text('x'.repeat(size))] }, { _meta });
    expect(lost.map(({ why }) => why.says)).toEqual(said);
  });
});

describe('the findings about results', () => {
  const tool = { name: 'add', inputSchema: { type: 'object', properties: {} } };
  const surface = listingSurface(JSON.stringify({ 'tools/list': { tools: [tool] } }));
  const call = (seq: number, result?: JsonObject) => ({
    tool: 'add',
    arguments: {},
    seq,
    size: 0,
    ...(result === undefined ? { error: { code: 1 } } : { result }),
  });

  it('are one a tool, of the first result, with how often', () => {
    const result = { content: [text('Four.')], structuredContent };
    const answered = { ...NOTHING_ANSWERED, results: [call(3), call(5, result), call(7, result)] };
    const found = CLIENT.find({ surface, answered, server: 'crm', clients: [client('claude-code')] });
    expect(found).toEqual([
      {
        rule: 'client/result-dropped',
        level: 'warning',
        item: 'tool:add',
        path: '',
        client: 'claude-code',
        message:
          'Claude Code does not hand on content[0].text (5 B) of a result of add, in 2 results: structuredContent replaces content (reported 2026-09, anthropics/claude-code#79944)',
        fix: expect.stringContaining('structuredContent'),
        seq: 5,
        source: 'anthropics/claude-code#79944',
        seen: '2026-11-29',
        sure: 'reports',
        reported: '2026-09',
      },
    ]);
  });
});
