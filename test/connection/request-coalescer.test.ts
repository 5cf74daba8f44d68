import { describe, expect, it } from 'vitest';
import { createCoalesced } from '../../src/connection/request-coalescer.ts';
import { fakeClock } from '../support/fake-clock.ts';

/** Asks that are answered by hand; `open` are those under way, `all` everything that was asked for. */
function asking(most: number) {
  const open = new Map<string, () => void>();
  const all: string[] = [];
  const coalesced = createCoalesced<string>(most, {
    ...fakeClock(),
    ask(name) {
      all.push(name);
      return new Promise<boolean>((resolve) => {
        open.set(name, () => {
          open.delete(name);
          resolve(true);
        });
      });
    },
    onLoop: () => {},
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

describe('what is said to have changed whenever it is asked for', () => {
  /** What is asked for within five minutes, each time answered after 10 ms, with news that come so many ms later. */
  async function loop(newsAfter: number, isNew: (times: number) => boolean) {
    const clock = fakeClock();
    const asked: number[] = [];
    const loops: string[] = [];
    const coalesced = createCoalesced<string>(1, {
      ...clock,
      ask(name) {
        asked.push(clock.now());
        if (newsAfter === 0) coalesced.ask(name);
        else clock.later(10 + newsAfter, () => coalesced.ask(name));
        return new Promise((resolve) => clock.later(10, () => resolve(isNew(asked.length))));
      },
      onLoop: (name, loop) => loops.push(`${name}: ${loop}`),
    });
    coalesced.ask('a');
    await clock.pass(300_000);
    return { asked, loops };
  }

  it.each([
    ['before its answer', 0],
    ['after its answer', 3],
    ['some time after its answer', 400],
  ])('%s is asked for at longer and longer intervals, for as long as it goes on', async (_, newsAfter) => {
    const { asked, loops } = await loop(newsAfter, () => false);
    expect(asked.length).toBeGreaterThan(30);
    expect(asked.length).toBeLessThan(45);
    expect(300_000 - (asked.at(-1) ?? 0)).toBeLessThan(11_000);
    expect(loops).toEqual([
      expect.stringMatching(/^a: 4 times in \d.*s, from now on at most one every 10 s$/),
    ]);
  });

  it('is told as a loop later where each answer brings something new', async () => {
    const { loops } = await loop(0, () => true);
    expect(loops).toEqual([expect.stringMatching(/^a: 12 times in /)]);
  });

  it('is asked for at once again where the news come by themselves', async () => {
    const { asked, loops } = await loop(2_000, () => false);
    expect(asked.length).toBeGreaterThan(140);
    expect(loops).toEqual([]);
  });
});
