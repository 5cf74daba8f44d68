import { describe, expect, it } from 'vitest';
import { services } from '../../../src/tui/shell/services.ts';
import { createUi } from '../../../src/tui/shell/session-view.ts';
import { paced } from '../../../src/tui/world/pace.ts';
import { createWorld } from '../../../src/tui/world/world.ts';
import { alone } from '../../support/program.ts';
import { told } from '../../support/told.ts';

/** A clock that stands still until it is moved. */
function clock() {
  const due: { readonly at: number; readonly callback: () => void }[] = [];
  let now = 0;
  return {
    schedule: (ms: number, callback: () => void) => {
      const timer = { at: now + ms, callback };
      due.push(timer);
      return () => {
        const at = due.indexOf(timer);
        if (at >= 0) due.splice(at, 1);
      };
    },
    advance: (ms: number) => {
      const end = now + ms;
      for (let next = soonest(); next !== undefined && next.at <= end; next = soonest()) {
        now = next.at;
        due.splice(due.indexOf(next), 1);
        next.callback();
      }
      now = end;
    },
    waiting: () => due.length,
  };
  function soonest() {
    return [...due].sort((one, other) => one.at - other.at)[0];
  }
}

function listening() {
  const session = told();
  const time = clock();
  const store = paced(session.host.store, () => 100, time.schedule);
  const seen: number[] = [];
  const leave = store.subscribe(() => seen.push(store.state().counts.stderr));
  return { ...session, time, store, seen, leave };
}

const line = { stderr: 'x' };

describe('paced', () => {
  it('tells the first change at once and the rest together, ten times a second', () => {
    const { tell, time, seen } = listening();
    tell(line);
    expect(seen).toEqual([1]);
    tell(line, line);
    time.advance(99);
    expect(seen).toEqual([1]);
    time.advance(1);
    expect(seen).toEqual([1, 3]);
  });

  it('is never more than ten a second under a flood, and loses no last change', () => {
    const { tell, time, seen } = listening();
    for (let ms = 0; ms < 1000; ms += 10) {
      tell(line);
      time.advance(10);
    }
    time.advance(1000);
    expect(seen.length).toBeLessThanOrEqual(11);
    expect(seen.at(-1)).toBe(100);
  });

  it('gives the same state between two calls', () => {
    const { tell, store } = listening();
    tell(line);
    const state = store.state();
    tell(line);
    expect(store.state()).toBe(state);
  });

  it('rests when nothing happens, so that the program can end', () => {
    const { tell, time, leave } = listening();
    tell(line);
    time.advance(100);
    expect(time.waiting()).toBe(0);
    tell(line);
    leave();
    expect(time.waiting()).toBe(0);
  });

  it('is up to date for who only reads', () => {
    const session = told();
    const store = paced(session.host.store, () => 100, clock().schedule);
    session.tell(line);
    expect(store.state().counts.stderr).toBe(1);
  });
});

describe('the log on screen', () => {
  it('is painted less often while more comes than anybody can follow', () => {
    const session = told();
    const time = clock();
    const { log } = createWorld(
      session.host,
      createUi({ columns: 80, rows: 24 }),
      services,
      alone({}),
      time.schedule,
    );
    const seen: number[] = [];
    log.subscribe(() => seen.push(log.state().counts.stderr));
    const floods = Array.from({ length: 600 }, () => line);
    session.tell(line, line);
    time.advance(100);
    expect(seen).toEqual([1, 2]);
    session.tell(...floods);
    time.advance(100);
    session.tell(line);
    time.advance(100);
    expect(seen).toEqual([1, 2, 602]);
    time.advance(150);
    session.tell(line);
    time.advance(100);
    expect(seen).toEqual([1, 2, 602, 603, 604]);
  });
});
