// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables in steps look like that.
import { describe, expect, it } from 'vitest';
import { StepError } from '../../src/replay/step-error.ts';
import { problemsIn, readStepFile, type StepProblem } from '../../src/replay/step-file.ts';

const at = ({ line, column, message }: StepProblem): string => `${line}:${column}: ${message}`;

const ARRAY = `// what we test
[
  {"method": "a", "params": {"u": "http://x//y", "n": 1.0,}}, // one
  /* two */ {
    "method": "b",
    "expect": {"/result/a": [1, 2,],},
  },
]
`;

describe('a file of steps', () => {
  it.each([
    ['JSON Lines', '{"method":"a"}\n\n// a comment\n  {"sleep":1}\r\n{"method":"b"}', 'lines', [0, 29, 44]],
    ['an array with comments', ARRAY, 'array', [ARRAY.indexOf('{"method": "a"'), ARRAY.indexOf('{\n')]],
    ['an empty array', ' [ ]', 'array', []],
    ['nothing', '\n', 'lines', []],
  ])('is %s', (_, text, kind, starts) => {
    const file = readStepFile(text);
    expect(file).toMatchObject({ kind, problems: [] });
    expect(file.unusable).toBeUndefined();
    expect(file.steps.map(({ start }) => start)).toEqual(starts);
    for (const { start, end, text: own } of file.steps)
      expect(own.length).toBe(text.slice(start, end).length);
    expect(file.steps.map(({ number }) => number)).toEqual(starts.map((_one, place) => place + 1));
  });

  it('keeps what is written in it', () => {
    const [first] = readStepFile(ARRAY).steps;
    expect(first?.step).toMatchObject({ method: 'a', params: '{"u": "http://x//y", "n": 1.0 }' });
  });

  it.each([
    ['a line', '{"method":"a"}\n{"method" "b"}', ['2:11: not JSON: a colon is missing after the name']],
    ['a member', '{"method":"a","expct":{}}', ['1:23: "expct" is not known here: did you mean "expect"?']],
    [
      'an expectation',
      '{"method":"a"}\n{"method":"a","expect":{"/result/a":{"$mn":1}}}',
      ['2:44: "$mn" is not a test: did you mean $min? (a value with such a name is written {"$eq": {…}})'],
    ],
    [
      'a part',
      '[{"together": [{"method":"a"},\n {"method":"b", "save": {"a b": "/result"}}]}]',
      ['2:33: "a b" is not a name: letters, digits, _ . and -, with a letter or _ first'],
    ],
  ])('says where it is wrong: %s', (_, text, problems) =>
    expect(readStepFile(text).problems.map(at)).toEqual(problems),
  );

  it('says where it is no file of steps', () => {
    const { unusable } = readStepFile('[\n  {"method": "a"}\n  {"method": "b"}\n]');
    expect(unusable && at(unusable)).toBe('3:3: not JSON: a comma or ] is missing');
    expect(readStepFile('nonsense\n'.repeat(200)).unusable?.message).toContain('not a file of steps');
  });

  it('knows which variables can have no value', () => {
    const text = [
      '{"method":"a","params":{"a":"${id}","k":"${env:KEY} ${env:GONE}"},"save":{"id":"/result/id"}}',
      '{"together":[{"method":"b","save":{"other":"/result"}},{"method":"c","params":["${other}","${id}"]}]}',
      '{"method":"d","params":{"x":"${othr} $${y} ${foo bar}"},"expect":{"/result/x":"${nope}"}}',
    ].join('\n');
    const file = readStepFile(text);
    expect(file.steps.every(({ step }) => !(step instanceof StepError))).toBe(true);
    const found = problemsIn(file, { KEY: 'k' }).map(at);
    expect(found.map((one) => one.replace(/ \(a text .*/, ''))).toEqual([
      '1:30: ${id}: it is saved by a later step, or by one beside it',
      '1:53: ${env:GONE}: the environment has no GONE',
      '2:81: ${other}: it is saved by a later step, or by one beside it',
      '3:30: ${othr}: no step before it saves that; did you mean ${other}?',
      '3:44: ${foo bar}: no step before it saves that',
      '3:80: ${nope}: no step before it saves that',
    ]);
  });
});
