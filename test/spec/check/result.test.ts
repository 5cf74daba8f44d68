import { describe, expect, it } from 'vitest';
import {
  type CheckAgainst,
  checkBase64,
  checkPromptResult,
  checkReadResult,
  checkToolResult,
} from '../../../src/spec/check/result.ts';

const fits: CheckAgainst = () => ({ problems: [] });
const rules = (findings: readonly { readonly rule: string }[]) => findings.map((finding) => finding.rule);

describe('a tool result', () => {
  it.each([
    [{ content: [] }],
    [{ content: [{ type: 'text', text: 'hi', vendor: 1, annotations: { priority: 1 } }], isError: true }],
    [{ content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }],
    [{ content: [{ type: 'resource', resource: { uri: 'x:y', text: 'a' } }] }],
    [{ content: [{ type: 'resource_link', uri: 'x:y', name: 'n' }] }],
    [{ content: [{ type: 'text', text: '{"b":[1], "a":2}' }], structuredContent: { a: 2, b: [1] } }],
    [{ content: [{ type: 'text', text: '[1]' }], structuredContent: { result: [1] } }],
    [{ content: [{ type: 'text', text: 'two of them' }], structuredContent: { a: 2 } }],
    [{ content: [{ type: 'text', text: '{"a":3}' }], structuredContent: { a: 2 } }, 'result/structured-text'],
    [
      { content: [{ type: 'text', text: '[2]' }], structuredContent: { result: [1] } },
      'result/structured-text',
    ],
    [{ content: null }, 'result/no-content'],
    [{ content: 'hello' }, 'result/no-content'],
    [{ structuredContent: {} }, 'result/no-content'],
    [{ toolResult: 1 }, 'result/legacy'],
    [{ content: [5] }, 'result/bad-content'],
    [{ content: [{ text: 'hi' }] }, 'result/bad-content'],
    [{ content: [{ type: 'text' }] }, 'result/bad-content'],
    [{ content: [{ type: 'text', text: 'hi', annotations: { priority: 5 } }] }, 'result/bad-content'],
    [
      {
        content: [
          { type: 'video', url: 'x' },
          { type: 'text', text: 'hi' },
        ],
      },
      'result/unknown-content',
    ],
    [{ content: [{ type: 'constructor' }] }, 'result/unknown-content'],
    [{ content: [{ type: 'image', data: '!!!', mimeType: 'image/png' }] }, 'result/base64'],
    [{ content: [{ type: 'image', mimeType: 'image/png' }] }, 'result/base64'],
    [{ content: [{ type: 'resource_link', uri: 'not a uri', name: 'n' }] }, 'result/bad-content'],
    [{ content: [{ type: 'resource', resource: { uri: 'x:y' } }] }, 'result/resource'],
  ] as const)('%j', (result, ...expected) => {
    expect(rules(checkToolResult(result, undefined, fits))).toEqual(expected);
  });

  it.each([
    [{}, 'a content block has no type'],
    [{ type: 5 }, 'the type of a content block is 5; it must be a string'],
    [{ type: null }, 'the type of a content block is null; it must be a string'],
  ])('has blocks of a type: %j', (block, message) => {
    expect(checkToolResult({ content: [block] }, undefined, fits)).toMatchObject([{ message }]);
  });

  it('is held against the output schema', () => {
    const wrong: CheckAgainst = () => ({ problems: [{ path: '/n', message: 'must be a number' }] });
    const unusable: CheckAgainst = () => ({ unusable: 'unknown type "nope"', problems: [] });
    const result = { content: [], structuredContent: { n: 'x' } };
    expect(checkToolResult(result, {}, wrong)).toEqual([
      {
        rule: 'result/structured-mismatch',
        path: '/result/structuredContent/n',
        message: 'structuredContent.n must be a number (outputSchema)',
      },
    ]);
    const missing: CheckAgainst = () => ({
      problems: [
        { path: '/days/0/clouds', message: 'is required' },
        { path: '', message: 'must be a list' },
      ],
    });
    expect(checkToolResult(result, {}, missing)).toMatchObject([
      { message: 'structuredContent.days[0].clouds is required by outputSchema but missing' },
      { message: 'structuredContent must be a list (outputSchema)' },
    ]);
    expect(rules(checkToolResult(result, {}, unusable))).toEqual(['tool/output-schema']);
    expect(rules(checkToolResult({ content: [] }, {}, fits))).toEqual(['result/structured-missing']);
    expect(rules(checkToolResult({ content: [], isError: true }, {}, fits))).toEqual([]);
    expect(rules(checkToolResult(result, undefined, wrong))).toEqual([]);
  });
});

describe('a read result', () => {
  it.each([
    [{ contents: [{ uri: 'x:y', text: 'a' }] }],
    [{ contents: [{ uri: 'x:y', blob: 'AAAA' }] }],
    [{ contents: [{ uri: 'x:y' }] }, 'result/resource'],
    [{ contents: [{ uri: 'x:y', text: 'a', blob: 'AAAA' }] }, 'result/resource'],
    [{ contents: [{ uri: 'x:y', blob: '***' }] }, 'result/base64'],
    [{ contents: [{ text: 'a' }] }, 'result/resource'],
    [{}, 'result/resource'],
  ] as const)('%j', (result, ...expected) => {
    expect(rules(checkReadResult(result))).toEqual(expected);
  });
});

describe('a prompt result', () => {
  const content = { type: 'text', text: 'a' };
  it.each([
    [{ messages: [{ role: 'user', content }] }],
    [{ messages: [{ role: 'system', content }] }, 'result/role'],
    [{ messages: [{ role: 'user', content: [content] }] }, 'result/role'],
    [{ messages: [7] }, 'result/role'],
    [{ messages: [{ role: 'user', content: { type: 'text' } }] }, 'result/bad-content'],
    [{}, 'result/role'],
  ] as const)('%j', (result, ...expected) => {
    expect(rules(checkPromptResult(result))).toEqual(expected);
  });
});

describe('binary data', () => {
  it.each(['', 'AAAA', 'AAA=', 'AA==', 'AAAA\nAAA=\n', '+/+/'])('%j is base64', (data) => {
    expect(checkBase64(data, '/data')).toEqual([]);
  });

  it.each([
    ['!!!notbase64', 'the data is not base64: character 1 is "!"'],
    ['AA_A', 'the data is not base64: character 3 is "_", as in base64url; base64 has + and / there'],
    ['data:image/png;base64,AAAA', 'the data is a data: URL; send only the base64 after its comma'],
    ['AAA', 'the data is not base64: its padding (=) is missing or wrong, 3 characters in all'],
    ['AAAAA', 'the data is not base64: it breaks off after 5 characters'],
    ['AA=A', 'the data is not base64: character 3 is "="'],
    [7, 'the data is a number; it must be base64 text'],
    [undefined, 'the data is missing; it must be base64 text'],
  ])('%j is none', (data, message) => {
    expect(checkBase64(data, '/data')).toEqual([{ rule: 'result/base64', path: '/data', message }]);
  });
});
