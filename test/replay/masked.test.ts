import { describe, expect, it } from 'vitest';
import { JsonText, write } from '../../src/json/write.ts';
import { maskedDifference, maskedStep } from '../../src/replay/masked.ts';
import type { AnswerDifference } from '../../src/replay/verification.ts';
import { createRedactor } from '../../src/session/redaction/redactor.ts';

const { mask } = createRedactor(['swordfish-of-mine']);
const R = '[redacted]';

describe('a difference without secrets', () => {
  it.each<[pointer: string, found: Partial<AnswerDifference>, masked: Partial<AnswerDifference>]>([
    // By the names that its pointer leads through.
    ['/result/structuredContent/password', { was: 'hunter2hunter2', is: null }, { was: R, is: null }],
    ['/result/content/0/text/api_key', { is: 'hunter2hunter2' }, { is: R }],
    ['/result/structuredContent/passwords/1', { is: 'hunter2hunter2' }, { is: R }],
    ['/result/structuredContent/a~1b/client_secret', { was: 'hunter2hunter2' }, { was: R }],
    [
      '/result/a',
      { is: { nested: { api_key: 'hunter2hunter2', n: 1 } } },
      { is: { nested: { api_key: R, n: 1 } } },
    ],
    ['/result/content/0/text', { is: '{"api_key":"hunter2hunter2"}' }, { is: `{"api_key":"${R}"}` }],
    // By what is known, also in words and in the pointer.
    ['/result/a', { is: ['x swordfish-of-mine'] }, { is: [`x ${R}`] }],
    ['/result/a', { wanted: 'not "swordfish-of-mine"', is: 1 }, { wanted: `not "${R}"`, is: 1 }],
    ['/result/password', { wanted: 'not "hunter2hunter2"' }, { wanted: `not "${R}"` }],
    ['/error', { got: 'no swordfish-of-mine' }, { got: `no ${R}` }],
    ['/result/password', { wanted: 'a string' }, { wanted: 'a string' }],
  ])('at %s: %j', (pointer, found, masked) =>
    expect(maskedDifference({ pointer, kind: 'value', ...found }, mask)).toEqual({
      pointer,
      kind: 'value',
      ...masked,
    }),
  );

  it('keeps what is no secret to the character', () => {
    const plain: AnswerDifference = {
      pointer: '/result/n/~0',
      kind: 'value',
      was: new JsonText('1.0'),
      is: new JsonText('1'),
    };
    expect(maskedDifference(plain, mask)).toEqual(plain);
    const exact = maskedDifference(
      { pointer: '/result', kind: 'value', is: new JsonText('{"n":1.0,"password":"hunter2hunter2"}') },
      mask,
    );
    expect(write(exact.is)).toBe(`{"n":1.0,"password":"${R}"}`);
  });

  it('is that of a step whose subject holds one', () => {
    const step = { index: 0, method: 'resources/read', ms: 1, noise: [], kinds: [] } as const;
    const subject = 'https://h/x?q=swordfish-of-mine';
    const why = 'no swordfish-of-mine';
    expect(maskedStep({ ...step, subject, why, status: 'error', differences: [] }, mask)).toMatchObject({
      subject: `https://h/x?q=${R}`,
      why: `no ${R}`,
    });
  });
});
