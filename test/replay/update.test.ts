// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables in steps look like that.
import { describe, expect, it } from 'vitest';
import { createSchemaCheck } from '../../src/host/check.ts';
import { judge } from '../../src/replay/expectation.ts';
import { partsOf } from '../../src/replay/step.ts';
import { StepError } from '../../src/replay/step-error.ts';
import { readStepFile } from '../../src/replay/step-file.ts';
import { type Deviation, updatedFile } from '../../src/replay/update.ts';

/** Updates a file of steps, each of which is answered with this result. */
function updated(file: string, result: string, isSecret: (text: string) => boolean = () => false) {
  const message = `{"jsonrpc":"2.0","id":1,"result":${result}}`;
  const deviations = readStepFile(file).steps.flatMap(({ step, start, text }): Deviation[] => {
    if (step instanceof StepError) throw step;
    return partsOf(step).flatMap((one, part): Deviation[] => {
      if (one.kind === 'sleep' || one.expect === undefined) return [];
      const how = { given: (name: string) => (name === 'n' ? '2' : undefined), check: createSchemaCheck() };
      const differences = judge(one.expect, { message, ms: 1, findings: [] }, how);
      const at = step.kind === 'together' ? `/together/${part}` : '';
      return [{ index: 0, label: 'it', start, text, at, expect: one.expect, message, differences }];
    });
  });
  return updatedFile(file, deviations, isSecret);
}

const line = (expected: string): string => `{"method": "ping", "expect": ${expected}}\n`;

describe('an update', () => {
  it.each<[was: string, result: string, is: string]>([
    // A single value is written as it was sent.
    ['{"/result/a": 1}', '{"a":2}', '{"/result/a": 2}'],
    ['{"/result/a": 1}', '{"a":9007199254740993}', '{"/result/a": 9007199254740993}'],
    ['{"/result/a": "x"}', '{"a":null}', '{"/result/a": null}'],
    ['{"/result/a": 1}', '{"a":{"b":[1,2]}}', '{"/result/a": {"b": [1, 2]}}'],
    // A pointer with odd names, and one into JSON in a text.
    ['{"/result/a~1b~0/0": 1}', '{"a/b~":[2]}', '{"/result/a~1b~0/0": 2}'],
    [
      '{"/result/content/0/text/n": 1}',
      '{"content":[{"text":"{\\"n\\": 2}"}]}',
      '{"/result/content/0/text/n": 2}',
    ],
    [
      '{"/result/content/0/text": {"n": 1}}',
      '{"content":[{"text":"{\\"n\\": 2}"}]}',
      '{"/result/content/0/text": {"n": 2}}',
    ],
    // What is the same stays as it is written, although it is written otherwise.
    ['{"/result": {"b":1.0,   "a": 1}}', '{"a":2,"b":1}', '{"/result": {"b":1.0,   "a": 2}}'],
    // Members and elements that have come or gone.
    ['{"/result": {"a": 1, "b": 2}}', '{"a":1}', '{"/result": {"a": 1}}'],
    ['{"/result": {"a": 1}}', '{"a":1,"b":2}', '{"/result": {"a": 1, "b": 2}}'],
    ['{"/result/l": [1]}', '{"l":[1,2]}', '{"/result/l": [1, 2]}'],
    // Several, of which one holds.
    ['{"/result/a": 1, "/result/b": 1}', '{"a":1,"b":2}', '{"/result/a": 1, "/result/b": 2}'],
    [
      '{"/result/a": 1, "/result/b": {"$min": 1}}',
      '{"a":2,"b":2}',
      '{"/result/a": 2, "/result/b": {"$min": 1}}',
    ],
    // One that holds around one that does not.
    [
      '{"/result": {"$type": "object"}, "/result/a": 1}',
      '{"a":2}',
      '{"/result": {"$type": "object"}, "/result/a": 2}',
    ],
    [
      '{"/result/a": {"b": 1}, "/result/a/b": 2}',
      '{"a":{"b":2}}',
      '{"/result/a": {"b": 2}, "/result/a/b": 2}',
    ],
  ])('of %s with %s', (was, result, is) => {
    const { text, left } = updated(line(was), result);
    expect(text).toBe(line(is));
    expect(left).toEqual([]);
    expect(updated(text, result).changed).toEqual([]);
  });

  it.each<[was: string, result: string, why: string]>([
    [
      '{"/result/a": {"$min": 5}}',
      '{"a":2}',
      'it: /result/a is checked by a test, which --update leaves alone',
    ],
    [
      '{"/result/a": {"$eq": 5}}',
      '{"a":2}',
      'it: /result/a is checked by a test, which --update leaves alone',
    ],
    ['{"/result/a": {"b": {"$min": 5}}}', '{"a":{"b":2}}', 'it: /result/a is checked by a test, which'],
    ['{"/result/a": {"$like": {"b": 5}}}', '{"a":{"b":2}}', 'it: /result/a is checked by a test, which'],
    ['{"/result/a": "${n}"}', '{"a":3}', 'it: /result/a is checked against a variable, which'],
    ['{"/result/a": {"b": "x ${n}"}}', '{"a":{"b":3}}', 'it: /result/a is checked against a variable'],
    ['{"/result/a": 1}', '{}', 'it: /result/a has no value now'],
    ['{"/result/a": 1}', '{"a":"secret"}', 'it: /result/a holds a secret now, which is not written'],
    ['{"/result/a": 1}', '{"a":"${x}"}', 'it: /result/a has a $ now that means something else in a step'],
    ['{"/result/a": 1}', '{"a":{"$min":1}}', 'it: /result/a has a $ now that means something else in a step'],
    ['{"/error/code": 1}', '{}', 'it: /error is not a value that the step expects'],
    ['{"ms": {"$max": 0}}', '{}', 'it: ms is not a value that the step expects'],
  ])('leaves %s as it is', (was, result, why) => {
    const { text, changed, left } = updated(line(was), result, (one) => one.includes('secret'));
    expect([text, changed]).toEqual([line(was), []]);
    expect(left).toEqual([expect.stringContaining(why)]);
  });

  it('keeps comments, lines and the order in an array of steps', () => {
    const file = [
      '[ // all of them',
      '\t{"method": "ping", "expect": {"/result/a": 1}}, /* one */',
      '\t{"together": [{"sleep": 1}, {"method": "ping",',
      '\t\t"expect": {',
      '\t\t\t"/result/o": {',
      '\t\t\t\t"c": 1, // kept',
      '\t\t\t\t"d": [1],',
      '\t\t\t},',
      '\t\t},',
      '\t}]},',
      ']',
      '',
    ].join('\r\n');
    const leaf = updated(file, '{"a":2,"o":{"d":[3],"c":1}}');
    expect(leaf.text).toBe(file.replace('"/result/a": 1', '"/result/a": 2').replace('[1]', '[3]'));
    expect(leaf.changed).toHaveLength(2);
    const whole = updated(file, '{"a":1,"o":{"c":1,"d":[1],"e":{}}}');
    expect(whole.text).toBe(
      file.replace(
        /\{\r\n\t{4}"c"[^}]*\}/,
        '{\r\n\t\t\t\t"c": 1,\r\n\t\t\t\t"d": [\r\n\t\t\t\t\t1\r\n\t\t\t\t],\r\n\t\t\t\t"e": {}\r\n\t\t\t}',
      ),
    );
  });
});
