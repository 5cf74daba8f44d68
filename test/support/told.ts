import type { Host } from '../../src/host/host.ts';
import { createLog } from '../../src/session/log/log.ts';
import { initialState } from '../../src/session/reduce.ts';
import { createStore } from '../../src/session/store.ts';
import type { Target } from '../../src/session/target.ts';
import { converse, handshake, type Step } from './conversation.ts';

/** A session on screen whose lines are told by a test: the store and the log are the real ones. */
export interface Told {
  readonly host: Host;
  /** Adds steps to the conversation. */
  tell(...steps: readonly Step[]): void;
  /** Sets the clock, in ms. */
  wait(ms: number): void;
}

/** A session without a connection, with these steps already told. */
export const told = (...beginning: readonly Step[]): Told => session(converse([]).state.target, beginning);

/** The same, read from a recording. */
export const recorded = (...beginning: readonly Step[]): Told =>
  session({ transport: 'recorded', path: '/recorded.mcp.jsonl', of: 'node fake.js' }, beginning);

function session(target: Target, beginning: readonly Step[]): Told {
  const steps: Step[] = [];
  const store = createStore(initialState(target), (task) => task());
  const log = createLog(1_000_000);
  let played = 0;
  let now = 0;
  const tell = (...more: readonly Step[]): void => {
    steps.push(...more);
    const { accepted } = converse(steps);
    for (const one of accepted.slice(played)) {
      log.add(one);
      store.dispatch(one);
    }
    played = accepted.length;
  };
  tell(...beginning);
  const host: Host = {
    store,
    log,
    recording: () => undefined,
    remarks: () => [],
    now: () => now,
    started: Date.UTC(2026, 0, 1),
    mask: (text) => text,
    note: async (at, said) => {
      tell({ note: said, at });
      return undefined;
    },
    checked: async () => {},
    close: async () => {},
  };
  return { host, tell, wait: (ms) => (now += ms) };
}

/** A server that is ready and offers these tools. */
export const withTools = (...tools: readonly object[]): readonly Step[] => [
  ...handshake({ tools: {} }, {}, { elicitation: {}, sampling: {} }),
  ['c2s', { id: 2, method: 'tools/list' }],
  ['s2c', { id: 2, result: { tools } }],
  { event: 'ready' },
];
