import { describe, expect, it } from 'vitest';
import { jsonOfYaml } from '../../../src/transcript/foreign/yaml-json.ts';
import { readLater, subjects } from './words.ts';

describe('YAML of PyYAML as JSON', () => {
  it.each([
    ['[1, -12, 9007199254740993, 1_000, +5, -0]', '[1,-12,9007199254740993,1000,5,-0]'],
    ['[0.1, 1.0e+17, -.5, 1., 1_0.5, 1e3, 1.0e3]', '[0.1,1.0e+17,-0.5,1.0,10.5,"1e3","1.0e3"]'],
    ['[017, 0x1F, 0b11, 0o17, 08, 1:30, -1:30, 1:30.5]', '[15,31,3,"0o17","08",90,-90,"1:30.5"]'],
    ['[yes, No, on, OFF, y, n, true, tRUE]', '[true,false,true,false,"y","n",true,"tRUE"]'],
    ['[null, ~, Null, nULL, ]', '[null,null,null,"nULL"]'],
    [
      '[\'yes\', "1", 2026-05-18, 2026-05-18T10:10:00Z, .inf, .NaN, =]',
      '["yes","1","2026-05-18","2026-05-18T10:10:00Z",".inf",".NaN","="]',
    ],
    ["{1: a, null: b, 'x y': c, d: }", '{"1":"a","null":"b","x y":"c","d":null}'],
    ['{a: 1, a: 2}', '{"a":1,"a":2}'],
    ['"\\U0001F5FC \\x07 \\_\\\n  \\ z"', '"🗼 \\u0007 \u00a0 z"'],
    ["'it''s\n\n  folded\n  here'", '"it\'s\\nfolded here"'],
    ['|\n  a\n   b\n', '"a\\n b\\n"'],
    ['[&a {b: 1}, *a]', '[{"b":1},{"b":1}]'],
    ['[&a [1], &b [*a, *a], *b]', undefined],
    ['&a [*a]', undefined],
    ['[1', undefined],
  ])('%s', (yaml, json) => {
    expect(jsonOfYaml(yaml)).toBe(json);
  });

  it('that is too deep is none', () => {
    expect(jsonOfYaml('['.repeat(20_000) + ']'.repeat(20_000))).toBeUndefined();
  });
});

describe('a transcript of mcp-vcr in YAML', () => {
  const entry = (id: string, t: number, indent = '') =>
    [
      '- dir: c2s',
      '  payload:',
      `    id: ${id}`,
      "    jsonrpc: '2.0'",
      '    method: "p\\',
      '      ing"',
      `  t: ${t}`,
    ]
      .map((line) => `${indent}${line}\n`)
      .join('');
  const meta = "meta:\n  recorded_at: '2026-05-18T10:10:00.000Z'\n  server_command: []\n";
  const ping = (id: string) => `c2s {"id":${id},"jsonrpc":"2.0","method":"ping"}`;

  it.each([
    [
      'sorted, with meta at the end',
      `messages:\n${entry('1', 5)}${entry('9007199254740993', 9)}${meta}`,
      [`00.005 ${ping('1')}`, `00.009 ${ping('9007199254740993')}`],
    ],
    [
      'by hand, with CRLF and comments',
      `# x\n${meta}\nmessages: # all\n\n${entry('1', 5, '  ')}  # - dir\n${entry('2', 9, '  ')}`.replaceAll(
        '\n',
        '\r\n',
      ),
      [`00.005 ${ping('1')}`, `00.009 ${ping('2')}`],
    ],
    [
      'in one line',
      `${meta}messages: [{t: 5, dir: s2c, payload: {jsonrpc: "2.0", id: 1, result: {}}}]`,
      ['00.005 s2c {"jsonrpc":"2.0","id":1,"result":{}}'],
    ],
    [
      'with an alias to another entry',
      `${meta}messages:\n- t: 1\n  dir: c2s\n  payload: &p {jsonrpc: "2.0", method: n}\n- {t: 2, dir: s2c, payload: *p}\n`,
      ['00.001 c2s {"jsonrpc":"2.0","method":"n"}', '00.002 s2c {"jsonrpc":"2.0","method":"n"}'],
    ],
    [
      'not finished',
      `${meta}messages:\n${entry('1', 5)}- dir: s2c\n  payload:\n    id: 1\n`,
      [
        `00.005 ${ping('1')}`,
        'invalid s2c - dir: s2c\n  payload:\n    id: 1 the transcript ends within this entry',
      ],
    ],
    [
      'with something else in it',
      `${meta}messages:\n- x\n- dir: c2s\n  payload: 5\n  t: 1\n- dir: [\n${entry('1', 5)}`,
      [
        'invalid s2c - x this is not an entry of mcp-vcr',
        '00.001 invalid c2s 5 this is not a message',
        'invalid s2c - dir: [ this is not an entry of mcp-vcr',
        `00.005 ${ping('1')}`,
      ],
    ],
    ['without any message', `${meta}messages: []\n`, []],
    ['that just began', `${meta}messages:\n`, []],
  ])('%s', async (_, text, told) => {
    const log = await readLater(text);
    expect(log).toMatchObject({ tool: 'mcp-vcr', told });
    expect(subjects(log)).toEqual(['text']);
  });
});
