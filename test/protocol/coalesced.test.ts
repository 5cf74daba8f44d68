import { expect, it } from 'vitest';
import { createCoalesced } from '../../src/protocol/coalesced.ts';

/** Asks that are answered by hand; `open` are those under way, `all` everything that was asked for. */
function asking(most: number) {
  const open = new Map<string, () => void>();
  const all: string[] = [];
  const coalesced = createCoalesced<string>(most, (name) => {
    all.push(name);
    return new Promise<void>((resolve) => {
      open.set(name, () => {
        open.delete(name);
        resolve();
      });
    });
  });
  const answer = async (name: string) => {
    open.get(name)?.();
    await new Promise(setImmediate);
  };
  return { ...coalesced, answer, all, open: () => [...open.keys()] };
}

it('asks once more for what was wanted while it was asked for, however often', async () => {
  const { ask, answer, all } = asking(2);
  for (let times = 0; times < 50; times += 1) ask('a');
  expect(all).toEqual(['a']);
  await answer('a');
  expect(all).toEqual(['a', 'a']);
  await answer('a');
  expect(all).toEqual(['a', 'a']);
  ask('a');
  expect(all).toHaveLength(3);
});

it('asks for so many at a time, and for all in the end', async () => {
  const { ask, answer, all, open } = asking(2);
  for (const name of ['a', 'b', 'c', 'd', 'a']) ask(name);
  expect(open()).toEqual(['a', 'b']);
  await answer('b');
  expect(open()).toEqual(['a', 'c']);
  await answer('a');
  expect(open()).toEqual(['c', 'd']);
  await answer('c');
  expect(open()).toEqual(['d', 'a']);
  await answer('d');
  await answer('a');
  expect(all).toEqual(['a', 'b', 'c', 'd', 'a']);
});

it('forgets what was not begun', async () => {
  const { ask, answer, forget, all } = asking(1);
  for (const name of ['a', 'b', 'a']) ask(name);
  forget();
  await answer('a');
  expect(all).toEqual(['a']);
});
