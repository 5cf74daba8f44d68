import { describe, expect, it } from 'vitest';
import { COST } from '../../src/check/families/cost.ts';
import { subjectOf } from '../support/check-subject.ts';

const tool = (name: string, description: string) => ({ name, description, inputSchema: { type: 'object' } });
const said = (...tools: readonly object[]) =>
  COST.find(subjectOf({ tools })).map(({ rule, item, level, message }) => ({
    rule: rule.slice(5),
    item,
    level,
    message,
  }));

/** Words that no two texts have in common. */
const words = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `word${from + at}`).join(' ');

describe('cost', () => {
  it('of no tools is not told', () => {
    expect(said()).toEqual([]);
  });

  it('of the list is a range of tokens, and never more than a note', () => {
    const found = said(
      tool('a', words(100)),
      tool('b', words(50)),
      tool('c', words(20)),
      tool('d', 'Short.'),
    );
    expect(found.map(({ rule, item, level }) => [rule, item, level])).toEqual([['list', 'server', 'note']]);
    expect(found[0]?.message).toMatch(
      /^the list of 4 tools takes .* of a model's context, some [\d,]+ to [\d,]+ tokens; the largest are a \(\d+ B\), b \(\d+ B\), c /,
    );
  });

  it('of one client names no other', () => {
    const subject = subjectOf({ tools: [tool('a', 'Short.')] });
    const one = { ...subject, clients: subject.clients.slice(0, 1) };
    expect(COST.find(one).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^the list of 1 tool takes \d+ B of a model's context, some \d+ to \d+ tokens$/),
    ]);
  });

  it.each([
    ['far larger than the others', ['Short.', 'Short.', words(400)], ['tool:t2']],
    ['large, as all are', [words(400), words(390, 1_000), words(380, 2_000)], []],
    ['large by itself', [words(1_200)], ['tool:t0']],
    ['small beside smaller ones', ['Short.', 'Short.', words(60)], []],
  ])('of a tool that is %s', (_, descriptions, items) => {
    const found = said(...descriptions.map((text, at) => tool(`t${at}`, text)));
    expect(found.filter(({ rule }) => rule === 'large-tool').map(({ item }) => item)).toEqual(items);
  });

  const sentence = 'Answers come as a table with one row for each order of the shop, and times are UTC.';

  it.each([
    ['in many tools', Array.from({ length: 12 }, (_, at) => `Lists kind ${at}. ${sentence}`), true],
    ['in two tools', [`Lists. ${sentence}`, `Gets. ${sentence}`], false],
    ['twice in one tool', [`Lists. ${sentence} ${sentence} ${sentence}`], false],
    ['short', Array.from({ length: 30 }, (_, at) => `Lists kind ${at}. Times are UTC.`), false],
  ])('of what is said again %s', (_, descriptions, isTold) => {
    const found = said(...descriptions.map((text, at) => tool(`t${at}`, text)));
    const repeats = found.filter(({ rule }) => rule === 'repeats');
    expect(repeats.map(({ item, message }) => [item, message])).toEqual(
      isTold
        ? [
            [
              'server',
              '913 B of the descriptions are repeated text: "Answers come as a table with one row for each order of the …" in 12 tools',
            ],
          ]
        : [],
    );
  });
});
