import { describe, expect, it } from 'vitest';
import { memo, memoOf } from '../../src/time/memo.ts';

describe('memo', () => {
  it('gives the same again for the same arguments, and makes anew for others', () => {
    const sum = memo((one: number, other: number) => ({ sum: one + other }));
    const first = sum(1, 2);
    expect(sum(1, 2)).toBe(first);
    expect(sum(2, 2)).toEqual({ sum: 4 });
    // One is kept.
    expect(sum(1, 2)).not.toBe(first);
  });
});

describe('memoOf', () => {
  it('remembers one for each object, by what it was made with last', () => {
    const [one, other] = [{ name: 'one' }, { name: 'other' }];
    const named = memoOf(({ name }: { readonly name: string }, by: string) => ({ text: `${name} ${by}` }));
    const first = named(one, 'a');
    expect(named(other, 'a')).toEqual({ text: 'other a' });
    expect(named(one, 'a')).toBe(first);
    expect(named(one, 'b')).toEqual({ text: 'one b' });
    expect(named(one, 'a')).not.toBe(first);
  });

  it('remembers that there is nothing', () => {
    let made = 0;
    const none = memoOf((_: object) => {
      made += 1;
      return undefined;
    });
    const one = {};
    none(one);
    none(one);
    expect(made).toBe(1);
  });
});
