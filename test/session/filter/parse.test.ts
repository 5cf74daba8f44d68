import { describe, expect, it } from 'vitest';
import { filterLine } from '../../../src/session/filter/line.ts';
import { parseFilter, type SavedFilters } from '../../../src/session/filter/parse.ts';
import { handshake, type Step } from '../../support/conversation.ts';
import { told } from '../../support/told.ts';

/** A call with its answer, one that is cancelled, one that is answered late, one that nobody answers. */
const STEPS: readonly Step[] = [
  { event: 'spawn', pid: 1 }, // 1
  ['c2s', { id: 7, method: 'tools/call', params: { name: 'echo', arguments: { text: 'Grüße (a)' } } }], // 2
  ['s2c', { method: 'notifications/message', params: { level: 'info', data: 'Working' } }], // 3
  ['s2c', { id: 7, result: { content: [{ type: 'text', text: 'x'.repeat(20_000) }] } }], // 4
  ['c2s', { id: 8, method: 'tools/call', params: { name: 'slow tool' } }], // 5
  { event: 'cancel', re: 5 }, // 6
  ['c2s', { id: 9, method: 'tools/list' }], // 7
  { event: 'timeout', re: 7 }, // 8, and 9 tells of it
  ['s2c', { id: 9, result: { tools: [] } }], // 10, and 11 tells of it
  ['c2s', { id: 'a', method: 'prompts/list' }], // 12
  { invalid: 'Loading "config"' }, // 13
  ['c2s', { id: 10, method: 'tools/call', params: { name: 'echo' } }], // 14
  ['s2c', { id: 10, result: { content: [], isError: true } }], // 15
  ['c2s', { id: 11, method: 'resources/read' }], // 16
  ['s2c', { id: 11, error: { code: -32602, message: 'no' } }], // 17
  { note: { mark: true, text: 'look here' }, at: 4 }, // 18
  { note: { text: 'and here' }, at: 5 }, // 19
];

function found(
  text: string,
  saved: SavedFilters = {},
  wait = 2_000,
  steps = STEPS,
): readonly number[] | string {
  const { host, wait: pass } = told(...steps);
  pass(wait);
  const parsed = parseFilter(text, saved);
  if ('problem' in parsed) return `${parsed.problem.at}: ${parsed.problem.message}`;
  const seqs = Array.from({ length: host.log.length - 1 }, (_, at) => at + 1);
  return seqs.filter((seq) => {
    const row = host.log.row(seq);
    if (row?.type === 'finding' || row?.type === 'note') return false;
    const line = filterLine(host.log, seq, host.now(), host.store.state().inbox);
    return line !== undefined && parsed.filter.matches(line);
  });
}

/** A filter that depends on what may still come has to be asked again of lines it has seen. */
describe('what is found may change', () => {
  it.each([
    ['method:x', false],
    ['dir:in', false],
    ['id:7', false],
    ['larger:10', false],
    ['working', false],
    ['is:answered', true],
    ['>1s', true],
    ['slower:1s', true],
    ['mark:yes', true],
    ['finding:*', true],
    ['note:x', true],
    ['error:x', true],
    ['dir:in finding:*', true],
  ])('%s: %s', (text, changes) => {
    expect(parseFilter(text, {})).toMatchObject({ filter: { changes } });
  });
});

describe('a filter', () => {
  it.each<[string, readonly number[]]>([
    ['method:tools/*', [2, 4, 5, 7, 10, 14, 15]],
    ['method:TOOLS/list', [7, 10]],
    ['tool:echo', [2, 4, 14, 15]],
    ['tool:"slow tool"', [5]],
    ['tool:e*', [2, 4, 14, 15]],
    ['dir:in', [3, 4, 10, 13, 15, 17]],
    ['dir:out', [2, 5, 7, 12, 14, 16]],
    ['id:7', [2, 4]],
    ['id:a', [12]],
    ['with:2', [2, 4]],
    ['with:#10', [7, 8, 10]],
    ['with:3', []],
    ['with:1 or with:999', []],
    ['not with:7 and >=200ms', [2, 4]],
    ['kind:error', [13, 17]],
    ['kind:response', [4, 10, 15, 17]],
    ['kind:notification', [3]],
    ['kind:life', [1, 6, 8]],
    ['kind:invalid', [13]],
    ['status:pending', [12]],
    ['status:cancelled', [5]],
    ['status:late', [7, 10]],
    ['status:error', [14, 15, 16, 17]],
    ['status:answered and kind:request', [2, 7, 14, 16]],
    ['>200ms', [7, 10]],
    ['>=200ms kind:response', [4, 10]],
    ['<150ms', [14, 15, 16, 17]],
    ['larger:10k', [4]],
    ['larger:10k or smaller:30', [1, 4, 6, 8, 13]],
    ['finding:*', [8, 10]],
    ['finding:id/*', [10]],
    ['finding:ID/LATE', [10]],
    ['"Grüße (a)"', [2]],
    ['grüße', [2]],
    ['GRÜSSE', []],
    ['/gr..e/i', [2]],
    ['/GR..E/', []],
    ['/tools\\/(list|call)/ dir:out', [2, 5, 7, 14]],
    ['not dir:in and not dir:out', [1, 6, 8]],
    ['-dir:in !dir:out', [1, 6, 8]],
    ['tool:echo -status:error', [2, 4]],
    ['tool:echo -note:"look here"', [2, 14, 15]],
    ['"-dir:in"', []],
    ['-32602', [17]],
    ['not (dir:in or dir:out)', [1, 6, 8]],
    ['tool:echo and (kind:request or status:error)', [2, 14, 15]],
    ['tool:echo OR kind:life AND not kind:life', [2, 4, 14, 15]],
    ['not not id:7', [2, 4]],
    ['since:500ms', [15, 16, 17]],
    ['since:#16', [16, 17]],
    ['mark:yes', [4]],
    ['note:*', [4, 5]],
    ['note:"look here"', [4]],
    ['note:here not mark:yes', [5]],
    ['tools call "echo" result', []],
    ['call echo', [2, 14]],
    ['file:///x', []],
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 14, 15, 16, 17]],
  ])('%s', (text, seqs) => expect(found(text)).toEqual(seqs));

  it('tells what hangs by the clock', () => {
    expect(found('status:hung')).toEqual([]);
    expect(found('status:hung', {}, 60_000)).toEqual([12]);
  });

  it('takes the time of the server without that of the person', () => {
    const steps: readonly Step[] = [
      ...handshake({ tools: {} }, {}, { elicitation: {} }),
      ['c2s', { id: 7, method: 'tools/call', params: { name: 'ask' } }], // 5
      ['s2c', { id: 'q', method: 'elicitation/create', params: { message: 'a?' } }], // 6
      ...Array.from({ length: 50 }, (): Step => ({ stderr: '' })),
      ['c2s', { id: 'q', result: { action: 'decline' } }],
      ['s2c', { id: 7, result: { content: [] } }],
    ];
    expect(found('>1s', {}, 0, steps)).toEqual([]);
    expect(found('slower:1s', {}, 0, steps)).toEqual([]);
    expect(found('<1s tool:ask', {}, 0, steps)).toHaveLength(2);
  });

  it('says where nothing need be searched for', () => {
    const narrows = (text: string) => {
      const parsed = parseFilter(text);
      return 'filter' in parsed ? parsed.filter.with : undefined;
    };
    expect(['with:7', ' with:#7 ', 'not with:7', 'with:7 or id:1'].map(narrows)).toEqual([
      '7',
      '#7',
      undefined,
      undefined,
    ]);
  });

  it('may stand by its name in others', () => {
    const saved = { echo: 'tool:echo', bad: '@echo and status:error', round: '@round', broken: 'dir:up' };
    expect(found('@bad', saved)).toEqual([14, 15]);
    expect(found('not @bad and @echo', saved)).toEqual([2, 4]);
    expect(found('-@bad @echo', saved)).toEqual([2, 4]);
    expect(found('@round', saved)).toContain('refers to itself');
    expect(found('@broken', saved)).toContain('@broken: up is not one of in, out');
    expect(found('@ech', saved)).toBe('0: there is no saved filter named ech; did you mean @echo?');
  });

  it.each([
    ['dir:', '0: something is missing after dir:'],
    ['dir:up', '0: up is not one of in, out, s2c, c2s'],
    ['metod:x', '0: unknown filter "metod:"; did you mean method:?'],
    ['quux:x', '0: unknown filter "quux:"; to search for the text write "quux:x"'],
    [
      'status:pendign',
      '0: pendign is not one of pending, hung, answered, error, timeout, cancelled, late, assumed, closed; did you mean pending?',
    ],
    ['with:echo', '0: echo is not a message; write with:12'],
    ['larger:many', '0: many is not a size; write 500, 10k or 2M'],
    ['>200', '0: "200" has no unit; write 200ms, 200s or 200m'],
    ['>', '0: a duration is missing after >'],
    ['since:#', '0: # is not a message; write #120'],
    ['since:#1a', '0: #1a is not a message; write #120'],
    ['since:yesterday', '0: "yesterday" is not a duration; write 400ms, 5s or 2m'],
    ['a and', '5: something is missing after and'],
    ['or a', '0: something is missing here'],
    ['not', '3: something is missing after not'],
    ['(a or b', '0: a ( is open: end it with )'],
    ['a) b', '1: a ) without its ('],
    ['()', '1: something is missing after ('],
    ['"open', '0: a quote is open: end it with "'],
    ['a /open', '2: a pattern is open: end it with /'],
    ['/a(/', '0: the pattern /a(/ cannot be used: Unterminated group'],
    ['/a/g', '0: g is not a flag; to search for slashes write "/a/…"'],
  ])('%s is none: %s', (text, problem) => expect(found(text)).toBe(problem));
});
