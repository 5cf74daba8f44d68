import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { addStep, withStep } from '../../src/replay/added-step.ts';
import { type CallForStep, callForStep } from '../../src/replay/call-for-step.ts';
import { judge } from '../../src/replay/expectation.ts';
import { parseStep } from '../../src/replay/step.ts';
import { type WantedAnswer, writtenStep } from '../../src/replay/written-step.ts';
import { createLog } from '../../src/session/log/log.ts';
import { createRedactor } from '../../src/session/redaction/redactor.ts';
import { scratch } from '../support/cli.ts';
import { converse, handshake, type Step } from '../support/conversation.ts';

const started = handshake({ tools: {} });
const FIRST = started.length + 1;

/** What is kept of the first request after the handshake, secrets hidden. */
function kept(steps: readonly Step[], seq = FIRST): CallForStep | string {
  const log = createLog(1_000_000);
  for (const one of converse([...started, ...steps]).accepted) log.add(one);
  return callForStep(log, seq, createRedactor().mask);
}

const asked = (params: unknown, method = 'tools/call'): Step => ['c2s', { id: 7, method, params }];
const answer = (result: unknown): Step => ['s2c', { id: 7, result }];

test.each([
  [
    'arguments as they are',
    { name: 'sum', arguments: { a: 1.0, b: 'x' } },
    '{"name": "sum", "arguments": {"a":1,"b":"x"}}',
    [],
  ],
  [
    'no token, no task, and of _meta what the person put there',
    {
      name: 'sum',
      task: { ttl: 5 },
      _meta: { progressToken: 7, 'io.modelcontextprotocol/x': 1, mine: true },
    },
    '{"name": "sum", "_meta": {"mine": true}}',
    [],
  ],
  ['nothing but a token', { _meta: { progressToken: 7 } }, undefined, []],
  [
    'secrets as variables, each under a name of its own',
    { name: 'in', arguments: { apiKey: 'hunter2hunter2', list: [{ api_key: 'hunter3hunter3' }] } },
    `{"name": "in", "arguments": {"apiKey":"\${env:API_KEY}","list":[{"api_key":"\${env:API_KEY_2}"}]}}`,
    ['API_KEY', 'API_KEY_2'],
  ],
  [
    'a secret of a recording, and what only looks like a variable',
    { name: 'in', arguments: { password: '[redacted]', text: `costs \${price}` } },
    `{"name": "in", "arguments": {"password":"\${env:PASSWORD}","text":"costs $\${price}"}}`,
    ['PASSWORD'],
  ],
] as const)('keeps %s', (_, params, written, variables) => {
  const call = kept([asked(params), answer({ content: [] })]);
  expect(call).toMatchObject({ variables, kind: 'result' });
  expect(typeof call === 'string' ? call : call.params).toBe(written);
});

test.each<readonly [string, readonly Step[], number, string]>([
  ['what is running', [asked({ name: 'sum' })], FIRST, 'It has not been answered yet.'],
  [
    'what the server asks',
    [['s2c', { id: 'q', method: 'roots/list' }]],
    FIRST,
    'Only what was asked of the server can be tested.',
  ],
  ['the handshake', [], 2, 'initialize cannot be a step: connecting sends it already.'],
])('says why %s is not a step', (_, steps, seq, why) => {
  expect(kept(steps, seq)).toBe(why);
});

it('begins with the request, wherever in its exchange one stands', () => {
  const steps = [asked({ name: 'sum' }), answer({ isError: true, content: [] })];
  expect(kept(steps, FIRST + 1)).toEqual(kept(steps));
  expect(kept(steps)).toMatchObject({ seq: FIRST, subject: 'sum', kind: 'failed' });
});

it('names a resource without the secret in its address', () => {
  const steps = [
    asked({ uri: 'http://x/?token=hunter2hunter2' }, 'resources/read'),
    answer({ contents: [] }),
  ];
  expect(kept(steps)).toMatchObject({
    subject: 'http://x/?token=[redacted]',
    params: `{"uri": "http://x/?token=\${env:URI}"}`,
  });
});

const modern: readonly Step[] = [
  { event: 'spawn', pid: 1 },
  ['c2s', { id: 1, method: 'server/discover' }],
  ['s2c', { id: 1, result: { supportedVersions: ['2026-07-28'], capabilities: {} } }],
];
const state = (status: string) => ({ taskId: 't', status, createdAt: '', lastUpdatedAt: '', ttlMs: 5 });
const said = { content: [{ type: 'text', text: 'done' }] };

test.each<readonly [string, readonly Step[]]>([
  [
    'a call with a further round of input',
    [
      asked({ name: 'sum' }),
      ['s2c', { id: 7, result: { resultType: 'input_required', inputRequests: {}, requestState: 's' } }],
      [
        'c2s',
        { id: 8, method: 'tools/call', params: { name: 'sum', requestState: 's', inputResponses: {} } },
      ],
      ['s2c', { id: 8, result: said }],
    ],
  ],
  [
    'a task, whose state holds what it ended with',
    [
      asked({ name: 'sum' }),
      ['s2c', { id: 7, result: { resultType: 'task', ...state('working') } }],
      ['c2s', { id: 8, method: 'tasks/get', params: { taskId: 't' } }],
      ['s2c', { id: 8, result: { ...state('completed'), result: said } }],
    ],
  ],
])('keeps %s by what it was begun and ended with', (_, steps) => {
  const log = createLog(1_000_000);
  for (const one of converse([...modern, ...steps]).accepted) log.add(one);
  const frames = [...Array(log.length).keys()].filter((seq) => log.row(seq)?.type === 'frame');
  const calls = frames.slice(-4).map((seq) => callForStep(log, seq, (text) => text));
  for (const call of calls) {
    expect(call).toMatchObject({ seq: frames.at(-4), params: '{"name": "sum"}', kind: 'result' });
    expect(JSON.parse(typeof call === 'string' ? '{}' : call.answer)).toMatchObject({ result: said });
  }
});

const saying = (text: string): string => JSON.stringify({ result: { content: [{ type: 'text', text }] } });
const failing = (text: string): string =>
  JSON.stringify({ result: { isError: true, content: [{ type: 'text', text }] } });

const NOTHING: WantedAnswer = { outcome: false, schema: false, findings: false, values: {} };
const kind = 'result';
const CALL: CallForStep = {
  ...{
    seq: 1,
    method: 'tools/call',
    subject: 'sum',
    params: '{"name": "sum"}',
    variables: [],
    kind,
    ms: 3,
    findings: 0,
  },
  answer:
    '{"id":7,"result":{"id":9007199254740993,"at":"2026-11-29T20:00:00Z","who":{"n":1.50,"key":"k","at":"2026-11-29T20:00:00Z"},"content":[{"type":"text","text":"{\\"total\\":7}"}]}}',
};
const written = (wanted: Partial<WantedAnswer>, more: Partial<CallForStep> = {}): string =>
  writtenStep({ ...CALL, ...more }, 'a "sum"', { ...NOTHING, ...wanted }, (_, name) => name === 'key');

test.each([
  ['nothing', {}, {}, ''],
  ['no error', { outcome: true }, {}, '"/result/isError": {"$not": true}'],
  [
    'what is ticked twice, once where it is the same',
    { outcome: true, values: { '/error/code': 'value' } },
    { kind: 'error', answer: '{"id":7,"error":{"code":-32602,"message":"no"}}' },
    '"/error/code": -32602',
  ],
  [
    'what is ticked twice, as one test of both',
    { outcome: true, values: { '/result/isError': 'value' } },
    { answer: '{"id":7,"result":{"isError":false}}' },
    '"/result/isError": {"$not": true, "$eq": false}',
  ],
  ['an answer at all', { outcome: true }, { method: 'ping' }, '"/result": {"$type": "object"}'],
  [
    'that the tool failed, where what it says is JSON',
    { outcome: true },
    { kind: 'failed' },
    '"/result/isError": true',
  ],
  [
    'that the tool failed, where what it says is another each time',
    { outcome: true },
    { kind: 'failed', answer: failing('down since 2026-11-29T20:00:00Z') },
    '"/result/isError": true',
  ],
  [
    'what the tool says of its error',
    { outcome: true },
    { kind: 'failed', answer: failing('the database is down') },
    '"/result/isError": true, "/result/content/0/text": "the database is down"',
  ],
  [
    'this error',
    { outcome: true },
    { kind: 'error', answer: '{"id":7,"error":{"code":-32602,"message":"no"}}' },
    '"/error/code": -32602',
  ],
  ['the schema', { schema: true }, {}, '"/result/structuredContent": {"$schema": true}'],
  ['time and findings', { ms: 500, findings: true }, {}, '"ms": {"$max": 500}, "findings": []'],
  ['all digits', { values: { '/result/id': 'value' } }, {}, '"/result/id": 9007199254740993'],
  ['a type', { values: { '/result/id': 'type' } }, {}, '"/result/id": {"$type": "integer"}'],
  ['a time alone', { values: { '/result/at': 'value' } }, {}, '"/result/at": "2026-11-29T20:00:00Z"'],
  [
    'a secret by its type',
    { values: { '/result/who/key': 'value' } },
    {},
    '"/result/who/key": {"$type": "string"}',
  ],
  [
    'a value in a text',
    { values: { '/result/content/0/text/total': 'value' } },
    {},
    '"/result/content/0/text/total": 7',
  ],
  ['a time by its kind', { values: { '/result/at': 'type' } }, {}, '"/result/at": {"$type": "time"}'],
  [
    'all of the JSON in a text',
    { values: { '/result/content/0/text': 'value' } },
    {},
    '"/result/content/0/text": {"total":7}',
  ],
  [
    'the JSON in a text with what is another each time in it',
    { values: { '/result/content/0/text': 'value' } },
    { answer: saying('[{ "at": "2026-11-29T20:00:00Z",\n  "n": 1.50 }]') },
    '"/result/content/0/text": {"$like": [{"at":{"$type": "time"},"n":1.50}]}',
  ],
  [
    'what is around JSON in a text',
    { values: { '/result/content': 'value' } },
    { answer: saying('{"id": "a83dbc98-7224-4ea5-907c-a6de4e5e994c", "say": "a b"}') },
    '"/result/content": {"$like": [{"type":"text","text":{"id":{"$type": "uuid"},"say":"a b"}}]}',
  ],
  [
    'times and secrets within an object by their type',
    { values: { '/result/who': 'value' } },
    {},
    '"/result/who": {"$like": {"n":1.50,"key":{"$type": "string"},"at":{"$type": "time"}}}',
  ],
  [
    'what reads like a variable as the text that it is',
    { values: { '/result/t': 'value' } },
    { answer: `{"result":{"t":"\${a} \\u0024{b} $\${c}"}}` },
    `"/result/t": "$\${a} $\${b} $$\${c}"`,
  ],
  [
    'what reads like a test as the value that it is',
    { values: { '/result/t': 'value' } },
    { answer: '{"result":{"t":{"$ref":"#/a"}}}' },
    '"/result/t": {"$eq": {"$ref":"#/a"}}',
  ],
] as const)('writes %s', (_, wanted, more, expected) => {
  const { method, ...rest } = JSON.parse(written(wanted, more));
  expect(rest).toMatchObject({ name: 'a "sum"', params: { name: 'sum' } });
  expect(written(wanted, more)).toContain(expected === '' ? '{"name": "sum"}}' : `"expect": {${expected}}}`);
  expect(method).toBe('method' in more ? more.method : 'tools/call');
  const step = parseStep(written(wanted, more));
  const how = { given: () => undefined, check: () => ({ problems: [] }) };
  const { answer: message } = { ...CALL, ...more };
  if (step.kind !== 'send' || !('values' in wanted)) return;
  // The answer that it was made of is as the step expects it.
  expect(step.expect && judge(step.expect, { message, ms: 1, findings: [] }, how)).toEqual([]);
});

const STEP = '{"method": "ping"}';

test.each([
  ['a file without an end of line', STEP, `${STEP}\nNEW\n`, 2],
  ['empty lines and comments', `// pings\n\n${STEP}\n`, `// pings\n\n${STEP}\nNEW\n`, 2],
  ['an empty file', '', 'NEW\n', 1],
  ['an array on lines', `[\n  ${STEP}\n]\n`, `[\n  ${STEP},\n  NEW\n]\n`, 2],
  [
    'comments and a trailing comma',
    `// all\n[\n  ${STEP}, // first\n  // end\n]\n`,
    `// all\n[\n  ${STEP}, // first\n  // end\n  NEW\n]\n`,
    2,
  ],
  ['a comment behind the last', `[\n\t${STEP} // last\n]`, `[\n\t${STEP}, // last\n\tNEW\n]`, 2],
  ['an array on one line', `[${STEP}, ${STEP}]`, `[${STEP}, ${STEP}, NEW]`, 3],
  ['an empty array', '[]', '[NEW]', 1],
  ['lines that end as on Windows', `${STEP}\r\n${STEP}`, `${STEP}\r\n${STEP}\r\nNEW\r\n`, 3],
])('adds a step to %s', (_, text, after, step) => {
  expect(withStep(text, () => 'NEW')).toEqual({ text: after, step });
});

test.each([
  ['{"mcpServers": {}}\n', 'line 1 is not a step: '],
  [`${STEP}\n{"type":"frame","msg":{}}\n`, 'line 2 is not a step: '],
  ['[1]', 'line 1 is not a step: '],
  ['hello', 'line 1 is not a step: not JSON'],
])('adds nothing to %j', (text, why) => {
  expect(withStep(text, () => 'NEW')).toEqual({ why: expect.stringContaining(why) });
});

it('adds a step to a file as it is: with its mark at the begin, and not where it was changed meanwhile', () => {
  const path = join(scratch(), 'a.steps.jsonl');
  writeFileSync(path, `\uFEFF${STEP}\n`);
  expect(addStep(path, () => STEP)).toEqual({ step: 2 });
  const file = `\uFEFF${STEP}\n${STEP}\n`;
  expect(readFileSync(path, 'utf8')).toBe(file);
  const change = (): string => {
    writeFileSync(path, `${file}// mine\n`);
    return STEP;
  };
  expect(addStep(path, change)).toEqual({ why: 'the file was changed meanwhile' });
  expect(readFileSync(path, 'utf8')).toBe(`${file}// mine\n`);
});

it('tells a step the names that are taken', () => {
  const lines = ['{"method": "ping", "name": "a"}', '{"method": "ping"}', '{"method": "ping", "name": "b"}'];
  const given: (readonly string[])[] = [];
  withStep(lines.join('\n'), (names) => {
    given.push(names);
    return '';
  });
  withStep(`[${lines.join(',')}]`, (names) => {
    given.push(names);
    return '';
  });
  expect(given).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});
