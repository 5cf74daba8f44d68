import { describe, expect, it } from 'vitest';
import type { PageData, PageLine, PageSession } from '../../src/page/data.ts';
import { createLines } from '../../src/page/lines.ts';
import { latencyOf, toldOf } from '../../src/page/told.ts';
import { parseFilter } from '../../src/session/filter/parse.ts';

const session = (name: string, started?: number): PageSession => ({
  ...{
    name,
    title: name,
    facts: [],
    why: [],
    capabilities: {},
    lists: [],
    findings: [],
    assumed: [],
    stderr: [],
  },
  ...(started === undefined ? {} : { started }),
});

const call = (name: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { a: 1 } } });
const text = (isError: boolean) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [], isError } });
const frame = { type: 'frame', size: 90, finding: false, method: 'tools/call', id: 1 } as const;

/** A call with its answer, and a line of stderr between them. */
const lines = (s: number, name: string, failed: boolean): readonly PageLine[] => [
  {
    ...frame,
    s,
    seq: 1,
    t: 10,
    dir: 'c2s',
    kind: 'request',
    answer: 3,
    ended: 'answered',
    with: 1,
    text: call(name),
  },
  { s, seq: 2, t: 15, type: 'stderr', size: 4, finding: false, text: `${name} runs` },
  {
    ...{ ...frame, s, seq: 3, t: 30, dir: 's2c', kind: 'result', re: 1, ms: 20, with: 1, text: text(failed) },
    ...(failed
      ? ({
          failed: true,
          finding: true,
          findings: [{ rule: 'a/b', message: 'bad' }],
          marked: true,
          note: 'why?',
        } as const)
      : {}),
  },
];

const of = (...sessions: readonly PageSession[]): PageData => ({ program: 'mcp-loupe 1', sessions });
const one = createLines(of(session('')), lines(0, 'look', true));
const two = createLines(of(session('crm', 5_000), session('shop', 6_000)), [
  ...lines(0, 'look', false),
  ...lines(1, 'buy', true),
]);

describe('the lines of a page', () => {
  it.each([
    ['tool:look', one, '#1 #3'],
    ['status:error', one, '#1 #3'],
    ['with:3', one, '#1 #3'],
    ['since:#2', one, '#2 #3'],
    ['finding:a/* mark:yes note:why', one, '#3'],
    ['>15ms', one, '#1 #3'],
    ['RUNS or kind:stderr', one, '#2'],
    ['session:shop', two, 'shop#1 shop#2 shop#3'],
    ['with:crm#3', two, 'crm#1 crm#3'],
    ['since:crm#3', two, 'crm#3 shop#1 shop#2 shop#3'],
    ['status:error', two, 'shop#1 shop#3'],
    ['', two, 'crm#1 crm#2 crm#3 shop#1 shop#2 shop#3'],
  ])('are filtered by %s as those of the screens', (written, page, shown) => {
    const parsed = parseFilter(written);
    if ('problem' in parsed) throw new Error(parsed.problem.message);
    const fitting = page.all.filter((line) => parsed.filter.matches(page.filtered(line)!));
    expect(fitting.map(page.label).join(' ')).toBe(shown);
  });

  it('are found by their labels, and by the clock where there is one', () => {
    expect([one.find('3')?.seq, one.find('#3')?.seq, one.find('crm#3'), one.find('9')]).toEqual([
      3,
      3,
      undefined,
      undefined,
    ]);
    expect([two.find('shop#3')?.s, two.find('3'), two.find('constructor#3')]).toEqual([
      1,
      undefined,
      undefined,
    ]);
    expect([one.isTimed(one.all[0]!), two.isTimed(two.all[0]!), two.time(two.all[3]!)]).toEqual([
      false,
      true,
      6_010,
    ]);
  });

  it('say what they are about', () => {
    expect(
      two.all.map((line) => [toldOf(two, line).what, toldOf(two, line).subject, latencyOf(line)].join('|')),
    ).toEqual([
      ...['tools/call|look a=1|', 'stderr|look runs|', 'result|tools/call look|20 ms'],
      ...['tools/call|buy a=1|', 'stderr|buy runs|', 'tool error|buy|20 ms'],
    ]);
  });
});
