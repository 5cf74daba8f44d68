import { NONE } from '../session/counts.ts';
import { createMergedLog } from '../session/log/merged.ts';
import { initialState } from '../session/reduce.ts';
import type { SessionState } from '../session/state.ts';
import type { Store } from '../session/store.ts';
import { isClocked } from '../text/measure.ts';
import type { Host, HostPart } from './host.ts';

/**
 * The traffic of several sessions as one, by the clock: what it says of a line is what the line's session says. It has no
 * connection, and its state is what can be said of all of them. Closing it closes none of them.
 */
export function createMergedHost(sessions: readonly HostPart[]): Host {
  const parts = sessions.map((part) => {
    const { log, started } = part.host;
    return { ...part, log, started: isClocked(started) ? started : Number.NaN };
  });
  const log = createMergedLog(parts);
  const clockless = parts.filter(({ started }) => Number.isNaN(started)).map(({ name }) => name);
  return {
    store: mergedStore(sessions.map(({ host }) => host)),
    log,
    parts: { all: parts, at: log.placeOf },
    recording: () => undefined,
    remarks: () => clockless.map((name) => `${name} has no clock: it stands where the first session begins`),
    reading() {
      const shares = sessions.flatMap(({ host }) => host.reading?.() ?? []);
      return shares.length === 0 ? undefined : Math.min(...shares);
    },
    now: () => Math.max(...parts.map((part) => part.host.now() + log.shift(part))),
    started: log.started,
    async note(line, said) {
      const of = log.placeOf(line);
      return of === undefined ? 'There is no such line.' : of.part.host.note(of.seq, said);
    },
    mask: (text) => sessions.reduce((masked, { host }) => host.mask(masked), text),
    checked: async () => {
      await Promise.all(sessions.map(({ host }) => host.checked()));
    },
    close: async () => {},
  };
}

/** The state of all, made when somebody asks and one of them has changed. */
function mergedStore(hosts: readonly Host[]): Store {
  let states: readonly SessionState[] = [];
  let state: SessionState | undefined;
  return {
    state() {
      const now = hosts.map(({ store }) => store.state());
      if (state === undefined || now.some((one, at) => one !== states[at])) state = stateOf(now);
      states = now;
      return state;
    },
    subscribe(listener) {
      const leaving = hosts.map(({ store }) => store.subscribe(listener));
      return () => {
        for (const leave of leaving) leave();
      };
    },
  };
}

function stateOf(states: readonly SessionState[]): SessionState {
  const rules = new Map<string, number>();
  for (const { rule, count } of states.flatMap(({ findings }) => findings))
    rules.set(rule, (rules.get(rule) ?? 0) + count);
  const counts = { ...NONE };
  for (const one of states)
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += one.counts[name];
  return {
    ...initialState({ transport: 'recorded', path: '', of: 'All' }),
    server: { name: `All ${states.length} sessions` },
    counts,
    findings: [...rules].map(([rule, count]) => ({ rule, count, places: [] })),
  };
}
