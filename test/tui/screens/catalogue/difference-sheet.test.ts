import { describe, expect, it } from 'vitest';
import type { Host } from '../../../../src/host/host.ts';
import { createRedactor } from '../../../../src/session/redaction/redactor.ts';
import { previousOf } from '../../../../src/tui/screens/catalogue/comparing-commands.ts';
import { countWords, differenceSheet } from '../../../../src/tui/screens/catalogue/difference-sheet.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';
import { first, seen } from '../../kit/sheet/looking.ts';

const asks = (id: number, name: string, args: object = {}): Step => [
  'c2s',
  { id, method: 'tools/call', params: { name, arguments: args } },
];
const answers = (id: number, result: unknown): Step => ['s2c', { id, result }];
const session = (...steps: readonly Step[]): Host => ({
  ...told(...handshake({ tools: {} }), ...steps).host,
  mask: createRedactor().mask,
});

/** The seqs of the calls. */
const calls = ({ log }: Host): readonly number[] =>
  Array.from({ length: log.length }, (_, seq) => seq).filter(
    (seq) => log.row(seq)?.method === 'tools/call' && log.row(seq)?.kind === 'request',
  );

/** The comparison of the last two calls. */
function compared(host: Host, revealed = false) {
  const [before = 0, after = 0] = calls(host).slice(-2);
  return differenceSheet(host, after, before, revealed);
}

/** What is read of the comparison of two calls. */
function rows(before: unknown, after: unknown, args: readonly [object, object] = [{}, {}], revealed = false) {
  const host = session(asks(2, 'a', args[0]), answers(2, before), asks(3, 'a', args[1]), answers(3, after));
  const view = { cells: 76, height: 60 };
  return seen(first(compared(host, revealed)), view).map((row) => row.slice(2));
}

const text = (said: string) => ({ content: [{ type: 'text', text: said }] });

describe('a comparison', () => {
  it('says that there is no difference', () => {
    expect(rows(text('a'), text('a'))).toEqual([
      expect.stringMatching(/^Same as the previous result, #5 \(/),
    ]);
  });

  it('shows what changed, came and went', () => {
    const [head, ...rest] = rows(
      { structuredContent: { n: 9007199254740991, list: [1, 2], gone: true } },
      { structuredContent: { n: 1.5, list: [1, 2, 3], extra: { a: 1 } } },
    );
    expect(head).toMatch(/^4 differences from the result in #5/);
    expect(rest).toEqual([
      ...['', '- /structuredContent/gone', '- true'],
      ...['', '~ /structuredContent/n', '- 9007199254740991', '+ 1.5'],
      ...['', '+ /structuredContent/list/2', '+ 3'],
      ...['', '+ /structuredContent/extra', '▾ {', '    "a": 1', '  }'],
    ]);
  });

  it('knows where in the message each difference stands', () => {
    const pointers = (before: unknown, after: unknown) =>
      compared(session(asks(2, 'a'), answers(2, before), asks(3, 'a'), answers(3, after))).sections.flatMap(
        ({ path }) => path ?? [],
      );
    expect(new Set(pointers(text('a'), text('b')))).toEqual(new Set(['/result/content/0/text']));
    expect(new Set(pointers(text('{"n":1}'), text('{"n":2}')))).toEqual(new Set(['/result/content/0/text']));
  });

  it('compares texts by line, with what stands around', () => {
    const lines = (changed: string) =>
      Array.from({ length: 20 }, (_, n) => (n === 9 ? changed : `line ${n}`)).join('\n');
    expect(rows(text(lines('old')), text(lines('new'))).slice(2)).toEqual([
      '~ /content/0/text (lines: 1 removed, 1 added)',
      '  … 6 unchanged lines',
      ...['  line 6', '  line 7', '  line 8', '- old', '+ new', '  line 10', '  line 11', '  line 12'],
      '  … 7 unchanged lines',
    ]);
  });

  it('compares JSON in a text as JSON', () => {
    expect(rows(text('{"a": 1}'), text('{"a": 2}')).slice(2)).toEqual([
      '~ /content/0/text > /a',
      '- 1',
      '+ 2',
    ]);
  });

  it('tells of other arguments, too', () => {
    expect(rows(text('a'), text('b'), [{ x: 1 }, { x: 2 }]).slice(2)).toEqual([
      ...['arguments', '', '~ /x', '- 1', '+ 2', ''],
      ...['result', '', '~ /content/0/text', '- "a"', '+ "b"'],
    ]);
  });

  it('hides secrets, also in what came as a whole', () => {
    const hidden = rows(
      { structuredContent: { token: 'aaaa-one', line: 'x' } },
      {
        structuredContent: {
          token: 'aaaa-two',
          line: 'key sk-abcdefghijklmnopqrstuvwx',
          more: { password: 'hunter22' },
        },
      },
    ).join('\n');
    expect(hidden).not.toMatch(/aaaa|sk-abc|hunter/);
    const lines = rows({ structuredContent: { secret: 'a\nb' } }, { structuredContent: { secret: 'a\nc' } });
    expect(lines.slice(2)).toEqual(['~ /structuredContent/secret (hidden)']);
    const shown = rows(
      { structuredContent: { token: 'aaaa-one' } },
      { structuredContent: { token: 'aaaa-two' } },
      [{}, {}],
      true,
    ).join('\n');
    expect(shown).toContain('aaaa-two');
  });

  it('compares an error with a result', () => {
    const host = session(
      asks(2, 'a'),
      ['s2c', { id: 2, error: { code: -1, message: 'no' } }],
      asks(3, 'a'),
      answers(3, {}),
    );
    const shown = seen(first(compared(host)), { cells: 76, height: 60 }).join('\n');
    expect(shown).toContain('- /error');
    expect(shown).toContain('+ /result');
  });

  it('counts what is found in texts', () => {
    const one = { kind: 'added', path: '/a', text: '1' } as const;
    expect(countWords([one, { kind: 'inside', path: '', differences: [one, one] }])).toBe('3 differences');
    expect(countWords([one])).toBe('1 difference');
  });

  it('shows so many differences and says how many more there are', () => {
    const many = (n: number) => ({ structuredContent: Array.from({ length: 600 }, (_, at) => `${at} ${n}`) });
    const host = session(asks(2, 'a'), answers(2, many(1)), asks(3, 'a'), answers(3, many(2)));
    const { sections } = compared(host);
    expect(sections.at(-1)).toMatchObject({ text: 'and 100 more' });
  });
});

describe('the call before', () => {
  const rounds = { resultType: 'input_required', requestState: 's' };
  const done = { content: [] };
  const goesOn: Step = ['c2s', { id: 3, method: 'tools/call', params: { name: 'a', requestState: 's' } }];
  it.each<[string, readonly Step[], number | undefined]>([
    ['none', [asks(2, 'a'), answers(2, done)], undefined],
    ['of the same tool', [asks(2, 'a'), answers(2, done), asks(3, 'b'), answers(3, done), asks(4, 'a')], 0],
    ['that was answered', [asks(2, 'a'), answers(2, done), asks(3, 'a'), asks(4, 'a')], 0],
    ['that was not cut off', [asks(2, 'a'), { event: 'exit', code: 0 }, asks(3, 'a')], undefined],
    ['the last round of it', [asks(2, 'a'), answers(2, rounds), goesOn, answers(3, done), asks(4, 'a')], 1],
  ])('is %s', (_, steps, expected) => {
    const host = session(...steps);
    const all = calls(host);
    const found = previousOf(host.log, all.at(-1) ?? 0);
    expect(found === undefined ? undefined : all.indexOf(found)).toBe(expected);
  });
});
