import { expect, it } from 'vitest';
import { confinedTyping } from '../../../src/tui/shell/typing.ts';

it('ends with a fault what was done with one key, and tells of it', () => {
  const faults: unknown[] = [];
  const fail = (): never => {
    throw new RangeError('too deep');
  };
  const typing = confinedTyping(
    () => ({
      isText: () => false,
      key: ({ name }) => name === 'a' && fail(),
      text: () => false,
      paste: fail,
      stray: fail,
      mouse: fail,
    }),
    (error) => faults.push(error),
  );
  expect(typing.key({ kind: 'key', name: 'b' })).toBe(false);
  expect(typing.text('b')).toBe(false);
  expect(faults).toEqual([]);
  expect(typing.key({ kind: 'key', name: 'a' })).toBe(true);
  expect(typing.paste('text')).toBe(true);
  expect(faults).toEqual([new RangeError('too deep'), new RangeError('too deep')]);
});
