import { beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../../src/host/host.ts';
import { loadRules } from '../../../../src/tui/kit/sheet/finding.ts';
import { resultSheet } from '../../../../src/tui/screens/catalogue/result-sheet.ts';
import { answered, first, resulting, seen } from '../../kit/sheet/looking.ts';

/** What is read of the call, a row each. */
function rows(host: Host, look: { raw?: boolean; revealed?: boolean } = {}): readonly string[] {
  const sheet = resultSheet(host, 5, { raw: false, revealed: false, ...look });
  return sheet === undefined ? [] : seen(first(sheet)).map((row) => row.slice(2));
}

/** The same without what was found. */
const content = (host: Host): readonly string[] =>
  rows({ ...host, log: { ...host.log, findings: () => [] } });

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAUAAAACgCAIAAADywSLL', 'base64').toString('base64');

beforeAll(loadRules);

describe('the result of a tool', () => {
  it.each([
    ['a text', [{ type: 'text', text: 'one\ntwo' }], ['one', 'two']],
    [
      'two texts, each under what it is',
      [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two', annotations: { audience: ['user'], priority: 0.5 } },
      ],
      ['text, 3 B', 'one', '', 'text, 3 B, for user, priority 0.5', 'two'],
    ],
    ['an empty text', [{ type: 'text', text: '' }], ['']],
    [
      'a picture',
      [{ type: 'image', mimeType: 'image/png', data: png }],
      ['image, image/png, 33 B, 320x160 pixels', 'decoding …', ...Array<string>(14).fill('')],
    ],
    ['a sound', [{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' }], ['audio, audio/wav, 3 B']],
    [
      'bytes that are no base64',
      [{ type: 'audio', mimeType: 'audio/wav', data: 'oops!' }],
      ['audio, audio/wav, not valid base64'],
    ],
    [
      'a link',
      [{ type: 'resource_link', uri: 'file:///a', name: 'a', mimeType: 'text/plain', size: 12_345 }],
      ['link, a, text/plain, 12 KB', 'file:///a'],
    ],
    [
      'an embedded text',
      [{ type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'hello' } }],
      ['embedded resource', 'file:///a, text/plain, 5 B', 'hello'],
    ],
    [
      'embedded bytes',
      [{ type: 'resource', resource: { uri: 'file:///a', blob: 'AAAAAA==' } }],
      ['embedded resource', 'file:///a, blob, 4 B'],
    ],
    [
      'a block of an unknown type',
      [{ type: 'hologram', depth: 3 }],
      ['hologram', '▾ {', '    "type": "hologram",', '    "depth": 3', '  }'],
    ],
    ['what is no block', [7], ['no content block', '  7']],
    [
      'a block without what its type promises',
      [{ type: 'image', mimeType: 'image/png' }],
      ['image without data', '▾ {', '    "type": "image",', '    "mimeType": "image/png"', '  }'],
    ],
    [
      'members that nobody expects',
      [{ type: 'text', text: 'hi', _meta: { a: 1 } }],
      ['hi', '_meta', '▸ {"_meta": {"a": 1}} 1 member'],
    ],
    ['no content', [], ['The result has no content.']],
  ])('shows %s', (_, blocks, expected) => {
    expect(content(resulting('tools/call', { content: blocks }))).toEqual(expected);
  });

  it('says that the tool reports an error', () => {
    expect(rows(resulting('tools/call', { content: [{ type: 'text', text: 'no' }], isError: true }))).toEqual(
      ['Tool error (isError)', '', 'no'],
    );
  });

  it('says structured content once, and shows it after any other text', () => {
    const structuredContent = { a: 1.5 };
    const same = { content: [{ type: 'text', text: '{ "a": 1.5 }' }], structuredContent };
    expect(rows(resulting('tools/call', same))).toEqual([
      ...['structured content', '▾ {', '    "a": 1.5', '  }'],
      'text content: same as structured content',
    ]);
    const other = { content: [{ type: 'text', text: 'a is 1.5' }], structuredContent };
    expect(rows(resulting('tools/call', other)).slice(0, 3)).toEqual(['a is 1.5', '', 'structured content']);
    const both = { content: [...other.content, ...same.content], structuredContent };
    expect(rows(resulting('tools/call', both)).slice(0, 6)).toEqual([
      ...['text, 8 B', 'a is 1.5', '', 'text content: same as structured content', '', 'structured content'],
    ]);
  });

  it('shows what has another shape as the JSON it is', () => {
    expect(rows(resulting('tools/call', 'done'))).toContain('  "done"');
    expect(rows(resulting('tools/call', { content: 'done' }))).toContain('    "content": "done"');
    expect(rows(resulting('tools/call', { content: 'done', structuredContent: 1 })).join('\n')).toContain(
      '"done"\n\nstructured content\n  1',
    );
  });

  it.each([
    ['an object', '{ "a": 1.5 }', ['JSON text, 12 B, f: as sent', '▾ {', '    "a": 1.5', '  }']],
    ['what only begins like one', '[FILE] a', ['[FILE] a']],
    ['what is cut off', '{"a": 1', ['{"a": 1']],
    ['a bare word', 'true', ['true']],
  ])('shows a text as JSON where it is some: %s', (_, text, expected) => {
    expect(content(resulting('tools/call', { content: [{ type: 'text', text }] }))).toEqual(expected);
  });

  it('has what was found in one row above it, to be opened', () => {
    const one = resulting('tools/call', { content: [{ type: 'text' }] });
    expect(rows(one).slice(0, 2)).toEqual(['! text: text is missing (content/0/text)', '']);
    const two = resulting('tools/call', { content: [{ type: 'text' }, 7] });
    expect(rows(two).slice(0, 2)).toEqual(['! 2 findings', '']);
    const sheet = resultSheet(two, 5, { raw: false, revealed: false });
    const [findings] = sheet?.sections ?? [];
    const opened = findings?.turned?.kind === 'text' ? findings.turned.lines : [];
    expect(opened.slice(0, 3)).toEqual([
      '! 2 findings',
      '  text: text is missing (content/0/text)',
      '  a content block is a number; it must be an object (content/1)',
    ]);
    expect(opened[3]).toMatch(/^ {4}result\/bad-content: .+ See /);
  });

  it('shows the whole as JSON', () => {
    expect(rows(resulting('tools/call', { content: [] }), { raw: true })).toEqual([
      '▾ {',
      '    "content": []',
      '  }',
    ]);
  });

  it('keeps numbers as they were sent', () => {
    const host = answered('tools/call', { name: 'it' }, ['s2c', { id: 7, result: {} }]);
    const text =
      '{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":[1.0,1e3,12345678901234567890]}}';
    const log = {
      ...host.log,
      row: host.log.row,
      text: () => text,
      entry: (seq: number) => {
        const entry = host.log.entry(seq);
        return entry?.type === 'frame' ? { ...entry, msg: text } : entry;
      },
    };
    expect(rows({ ...host, log }).join(' ')).toContain('1.0,     1e3,     12345678901234567890');
  });
});

describe('other results', () => {
  it.each([
    [
      'resources/read',
      { contents: [{ uri: 'file:///a.txt', mimeType: 'text/plain', text: 'a\nb' }] },
      ['file:///a.txt, text/plain, 3 B', 'a', 'b'],
    ],
    [
      'resources/read',
      {
        contents: [
          { uri: 'a:1', blob: 'AAAA' },
          { uri: 'a:2', text: '' },
        ],
      },
      ['a:1, blob, 3 B', '', 'a:2, 0 B', ''],
    ],
    ['resources/read', { contents: [] }, ['The resource has no contents.']],
    [
      'prompts/get',
      {
        description: 'To be kind.',
        messages: [
          { role: 'user', content: { type: 'text', text: 'Hello?' } },
          { role: 'assistant', content: { type: 'text', text: 'Hello!' } },
        ],
      },
      ['To be kind.', '', 'user', 'Hello?', '', 'assistant', 'Hello!'],
    ],
    ['prompts/get', { messages: [{ content: 7 }] }, ['nobody', '▾ {', '    "content": 7', '  }']],
    ['ping', {}, ['  {}']],
  ])('%s %o', (method, result, expected) => {
    expect(content(resulting(method, result))).toEqual(expected);
  });
});

describe('a call without a result', () => {
  it('has code, message and data of an error', () => {
    const error = { code: -32_602, message: 'No\nsuch tool', data: { name: 'x' } };
    expect(rows(answered('tools/call', { name: 'x' }, ['s2c', { id: 7, error }]))).toEqual([
      ...['error -32602', 'No', 'such tool', ''],
      ...['data', '▾ {', '    "name": "x"', '  }'],
    ]);
  });

  it.each([
    [{ event: 'timeout', re: 5, detail: 'within 2 s' }, 'Timed out; a cancellation'],
    [{ event: 'cancel', re: 5 }, 'Cancelled; a cancellation'],
    [{ event: 'exit', code: 1 }, 'The connection ended'],
  ] as const)('says how it ended: %o', (life, sentence) => {
    expect(rows(answered('tools/call', { name: 'x' }, life))[0]).toContain(sentence);
  });

  it('shows the error without an id that was taken for its answer', () => {
    const host = answered(
      'tools/call',
      { name: 'x' },
      ['s2c', { id: null, error: { code: -32_700, message: 'Parse error' } }],
      { event: 'assumed', re: 5, answer: 6 },
    );
    expect(rows(host).join('\n')).toMatch(/without an id[\s\S]*error -32700\nParse error/);
  });

  it('is no sheet while it runs', () => {
    expect(resultSheet(answered('tools/call', {}), 5, { raw: false, revealed: false })).toBeUndefined();
  });
});

describe('secrets', () => {
  const host = resulting('tools/call', {
    content: [{ type: 'text', text: 'token ghp_abcdefghijklmnop1234 for you' }],
    structuredContent: {
      password: 'hunter22',
      credentials: ['aaaa', 'bbbb'],
      note: 'say "ghp_abcdefghijklmnop1234"',
    },
  });

  it('are hidden in text, under secret names, and inside of strings', () => {
    const text = rows(host).join('\n');
    expect(text).toContain('token [redacted] for you');
    expect(text).toContain('"password": "[redacted]"');
    expect(text).toContain('"note": "say \\"[redacted]\\""');
    expect(text).not.toMatch(/ghp_|hunter22|aaaa|bbbb/);
  });

  it('are shown when a person asks', () => {
    const text = rows(host, { revealed: true }).join('\n');
    expect(text).toContain('token ghp_abcdefghijklmnop1234 for you');
    expect(text).toContain('"password": "hunter22"');
  });

  it('are copied as they are', () => {
    const sheet = resultSheet(host, 5, { raw: false, revealed: false });
    expect(sheet?.whole()).toContain('hunter22');
  });
});

describe('a call that needs a page first', () => {
  it('tells the page, its host and its URL', () => {
    const page = { mode: 'url', message: 'Sign in', url: 'https://x.example/a', elicitationId: 'e' };
    const error = { code: -32042, message: 'First', data: { elicitations: [page] } };
    expect(content(answered('tools/call', { name: 'it' }, ['s2c', { id: 7, error }])).slice(0, 8)).toEqual([
      ...['error -32042', 'First', '', 'Sign in', '', 'a page on x.example', 'https://x.example/a'],
      'elicitation e, o opens it in a browser',
    ]);
  });
});

describe('a call that asks for input', () => {
  const result = {
    resultType: 'input_required',
    inputRequests: {
      who: { method: 'elicitation/create', params: { message: 'Who?' } },
      poem: { method: 'sampling/createMessage', params: {} },
    },
  };

  it.each([
    [true, 'waiting for you: 6 Inbox (x stops)'],
    [false, 'The server requested input; not continued.'],
  ])('says so (waits: %j), and shows what for', (waits, said) => {
    const sheet = resultSheet(resulting('tools/call', result), 5, { raw: false, revealed: false, waits });
    const told = sheet === undefined ? [] : seen(first(sheet)).map((row) => row.slice(2));
    expect(told).toEqual(expect.arrayContaining([said, 'who: elicitation/create', 'Who?']));
    expect(told).toContain('poem: sampling/createMessage');
  });
});
