import { describe, expect, it } from 'vitest';
import { parseStep } from '../../src/replay/step.ts';

describe('parseStep', () => {
  it.each([
    ['{"method":"ping"}', undefined],
    [
      '{"method":"x","params":{"a":12345678901234567890,"b":[1.0, 2]}}',
      '{"a":12345678901234567890,"b":[1.0, 2]}',
    ],
    [
      '{"params":{"_meta":{"progressToken":"mine","n":1.0}},"method":"tools/call"}',
      '{"_meta":{"progressToken":"mine","n":1.0}}',
    ],
    ['{"method":"x","params":[1, 2]}', '[1, 2]'],
    ['{"method":"x","params":null}', 'null'],
    ['{"method":"x","params":{"__proto__":1}}', '{"__proto__":1}'],
    ['{"method":"x","params":{"_meta":3}}', '{"_meta":3}'],
  ])('keeps params as written: %s', (line, params) => {
    const step = parseStep(line);
    expect(step.kind === 'send' && step.params).toBe(params);
  });

  it('reads sleeps, cancellations and steps side by side', () => {
    expect(parseStep('{"sleep": 20}')).toEqual({ kind: 'sleep', ms: 20 });
    expect(parseStep('{"method":"a","cancelAfter":5}')).toMatchObject({ method: 'a', cancelAfter: 5 });
    expect(parseStep('{"together":[{"method":"a"},{"sleep":1},{"method":"b"}]}')).toMatchObject({
      kind: 'together',
      steps: [{ method: 'a' }, { ms: 1 }, { method: 'b' }],
    });
  });

  it.each([
    ['{', 'not JSON'],
    ['[]', 'a step must be an object'],
    ['"ping"', 'a step must be an object'],
    ['{}', 'a step needs one of "method", "sleep" and "together"'],
    ['{"method":""}', 'a step needs one of'],
    ['{"method":7}', 'a step needs one of'],
    ['{"sleep":"1s"}', '"sleep" must be a number of milliseconds'],
    ['{"sleep":3e9}', '"sleep" can be at most 2147483647 milliseconds'],
    ['{"method":"a","cancelAfter":3e9}', '"cancelAfter" can be at most 2147483647 milliseconds'],
    ['{"sleep":-1}', '"sleep" must be a number of milliseconds'],
    ['{"method":"a","cancelAfter":true}', '"cancelAfter" must be a number of milliseconds'],
    ['{"together":{}}', '"together" must be an array of steps'],
    ['{"together":[{"together":[]}]}', '"together" cannot be nested'],
    ['{"together":[1]}', 'a step must be an object'],
  ])('%s: %s', (line, message) => {
    expect(() => parseStep(line)).toThrow(message);
  });
});
