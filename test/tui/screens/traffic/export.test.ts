import { describe, expect, it } from 'vitest';
import { exportedAs } from '../../../../src/host/exported.ts';
import type { LogWriter } from '../../../../src/session/log/log.ts';
import { methodsIn, summarySheet } from '../../../../src/tui/screens/traffic/summary-sheet.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';

const call = (id: number): Step => [
  'c2s',
  { id, method: 'tools/call', params: { name: 'echo', key: 's3cret' } },
];
const answer = (id: number, more: object = {}): Step => ['s2c', { id, result: { content: [] }, ...more }];
const STEPS: readonly Step[] = [
  ...handshake({ tools: {} }),
  call(2), // 5
  answer(2, { extra: '```' }), // 6, and 7 tells of it
  { invalid: 'Loading\u001b[31m' }, // 8
  { note: { mark: true, text: 'see *here*' }, at: 6 },
];
const { host } = told(...STEPS);
const mask = (text: string): string => text.replaceAll('s3cret', '[redacted]');
const written = async (...given: Parameters<typeof exportedAs>): Promise<string> =>
  [...((await exportedAs(...given)) ?? [])].join('');
const exported = (path: string, seqs: readonly number[]): Promise<string> => written(path, host, seqs, mask);

describe('exported lines', () => {
  it('are a report in Markdown, with notes, findings and no secrets', async () => {
    const text = await exported('x.md', [5, 6, 8]);
    expect(text).toMatch(
      /^# Traffic of fake 1\n\nSession started 2026-01-01T00:00:00.000Z, MCP revision 2025-11-25\n/,
    );
    expect(text).toContain('## `#5` tools/call echo\n');
    expect(text).toContain('"key":"[redacted]"');
    expect(text).toContain('## `#6` result of tools/call echo (marked)');
    expect(text).toContain('answers `#5` after 100 ms');
    expect(text).toContain('> see *here*');
    expect(text).toContain('- `message/extra-member`: ');
    expect(text).toContain('\n````json\n');
    expect(text).toContain('Loading<ESC>[31m');
    expect(text).not.toContain('\u001b');
    expect(await exported('x.md', [5, 6, 8])).toBe(text);
  });

  it.each<[string, readonly Step[], readonly string[]]>([
    [
      'an error of a tool',
      [['s2c', { id: 2, result: { content: [], isError: true } }]],
      ['tools/call echo', 'tool error of tools/call echo'],
    ],
    [
      'an error of the server',
      [['s2c', { id: 2, error: { code: -32602, message: 'no [tool]' } }]],
      ['tools/call echo', 'error of tools/call echo: -32602  no [tool]'],
    ],
    ['no answer', [{ event: 'timeout', re: 5 }], ['tools/call echo: timed out', 'timeout']],
  ])('are headed by the tool and how it went: %s', async (_, end, headings) => {
    const { host: one } = told(...handshake({ tools: {} }), call(2), ...end);
    const text = await written('x.md', one, [5, 6], mask);
    expect([...text.matchAll(/^## `#\d` (.*)$/gm)].map(([, heading]) => heading)).toEqual(headings);
  });

  it('are one document', async () => {
    const document = JSON.parse(await exported('X.JSON', [6, 8]));
    expect(document).toMatchObject({
      server: { name: 'fake' },
      lines: [
        { seq: 6, re: 5, ms: 100, mark: true, note: 'see *here*', msg: { id: 2 }, findings: [{}] },
        { seq: 8, type: 'invalid', text: 'Loading\u001b[31m' },
      ],
    });
  });

  it('are messages with their digits, also in one document', async () => {
    const text =
      '{"jsonrpc":"2.0","method":"x","params":{"big":12345678901234567890123,"e":1E+400,"a":1,"a":2.0}}';
    const { host: exact } = told({ exact: text });
    const document = await written('x.json', exact, [1], mask);
    expect(document).toMatch(/"big": 12345678901234567890123,\s+"e": 1E\+400,\s+"a": 1,\s+"a": 2\.0/);
    expect(JSON.parse(document)).toMatchObject({
      lines: [{ type: 'frame', dir: 's2c', msg: { method: 'x' } }],
    });
  });

  it.each<[Step, string, object]>([
    [
      { event: 'spawn', pid: 7 },
      '## `#1` spawn\n\n00:00:00.100\n\n```text\nspawn, process 7\n```',
      { pid: 7 },
    ],
    [{ event: 'exit', code: 3 }, '```text\nexit\nexit code 3\n```', { event: 'exit', code: 3 }],
    [{ event: 'exit', signal: 'SIGKILL' }, 'ended by SIGKILL', { signal: 'SIGKILL' }],
    [{ event: 'close', detail: 's3cret' }, 'close\n[redacted]', { event: 'close', text: '[redacted]' }],
  ])('say what became of the connection: %j', async (step, report, line) => {
    const { host: one } = told(step);
    expect(await written('x.md', one, [1], mask)).toContain(report);
    expect(JSON.parse(await written('x.json', one, [1], mask)).lines).toMatchObject([line]);
  });

  it.each(['x.md', 'x.json', 'x.jsonl'])('hold nothing that controls a terminal: %s', async (path) => {
    const evil = '\u001b]0;owned\u0007\u009b\u202e\u007f\u200b';
    const { host: hostile } = told(
      { exact: `{"jsonrpc":"2.0","method":"x","params":"\u009b\u202e\u007f\u200b"}` },
      { invalid: evil },
      { note: { text: evil }, at: 1 },
      { event: 'close', detail: evil },
    );
    (hostile.log as LogWriter).attach(1, { rule: evil, message: evil, path: evil });
    const text = await written(path, hostile, [1, 2, 4], (one) => one);
    expect(text).toContain(path === 'x.jsonl' ? '\\u009b' : 'owned');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u200b]/u);
  });

  it('are messages as they crossed the wire, one a line', async () => {
    const lines = (await exported('x.jsonl', [5, 6, 8])).trimEnd().split('\n');
    expect(lines).toEqual([host.log.text(5)?.replace('s3cret', '[redacted]'), host.log.text(6)]);
  });
});

it.each(['x.csv', 'x', '', 'x.md.txt', 'a.json/x', 'md'])('nothing is written into %j', async (path) => {
  expect(await exportedAs(path, host, [])).toBeUndefined();
});

describe('the summary', () => {
  /** The rows of its table, with one space between the columns. */
  const tableIn = (session: Parameters<typeof summarySheet>[0], cells: number): readonly string[] => {
    const [table] = summarySheet(session, cells).sections;
    return table?.kind === 'text' ? table.lines.map((line) => line.replace(/ +/g, ' ')) : [];
  };

  it('has the latencies of each method, the slowest first', () => {
    const many = Array.from({ length: 20 }, (_, at): readonly Step[] => [
      call(at + 10),
      ...Array.from({ length: at === 19 ? 9 : 0 }, (): Step => ({ stderr: 'x' })),
      answer(at + 10),
    ]).flat();
    const session = told(...STEPS, ...many, call(99));
    const [first] = methodsIn(session.host.log);
    expect(first).toMatchObject({
      name: 'tools/call',
      requests: 22,
      open: 1,
      failed: 0,
      p50: 100,
      p95: 100,
      max: 1000,
    });
    const lines = tableIn(session.host, 80);
    expect(lines[0]).toBe('method count p50 p95 max open failed bytes');
    expect(lines[1]).toMatch(/^tools\/call 22 100 ms 100 ms 1\.0 s 1 0 /);
  });

  it.each<[number, readonly Step[], string, string]>([
    [77, [], 'count p50 p95 max open failed bytes', ''],
    [76, [], 'count p50 p95 max open failed bytes', ''],
    [68, [], 'count p50 p95 max failed bytes', 'open'],
    [54, [], 'count p50 p95 max', 'open, failed, bytes'],
    [38, [], 'count p50 p95', 'max, open, failed, bytes'],
    [54, [call(99)], 'count p50 p95 max open', 'failed, bytes'],
    [38, [call(99)], 'count p95 open', 'p50, max, failed, bytes'],
    [22, [], 'count', 'p50, p95, max, open, failed, bytes'],
  ])('in %i cells has the columns that have room, and names the others', (cells, more, head, left) => {
    const { host: session } = told(...handshake({ tools: {} }), call(2), answer(2), ...more);
    const { sections } = summarySheet(session, cells);
    const lines = sections.flatMap((section) => (section.kind === 'text' ? section.lines : []));
    expect(lines[0]?.replace(/ +/g, ' ')).toBe(`method ${head}`);
    expect(lines.find((line) => line.startsWith('in wider windows'))).toBe(
      left === '' ? undefined : `in wider windows: ${left}`,
    );
    for (const line of lines.filter((text) => !text.startsWith('in wider')))
      expect(line.length).toBeLessThanOrEqual(cells);
  });

  it('is a table in Markdown, and has three decimals in JSON', () => {
    const session = told(...STEPS).host;
    const { whole, markdown } = summarySheet(session, 80);
    expect(markdown?.()).toMatch(/^\| tools\/call \| {2}\| 1 \| 100 ms \| 100 ms \| 100 ms \| 0 \| 0 \| /m);
    expect(markdown?.()).toMatch(/^\| notifications\/initialized \| 1 \| {2}\|/m);
    expect(whole()).not.toMatch(/\.\d{4}/);
    expect(JSON.parse(whole())).toHaveLength(methodsIn(session.log).length);
  });

  it('says when there is nothing', () => {
    const [table] = summarySheet(told().host, 80).sections;
    expect(table).toMatchObject({ text: 'No requests yet.' });
  });
});
