import { phaseWord, type SessionState } from '../../session/state.ts';
import type { Schedule } from '../world/pace.ts';
import type { SessionInWindow, Sessions } from '../world/sessions.ts';
import type { Ui } from '../world/ui.ts';
import { screens } from './screen-list.ts';
import type { SessionStanding } from './session-labels.ts';
import { createNews } from './session-news.ts';
import { createSharedNames } from './shared-names.ts';

/** How all sessions of a window stand; `get` and `subscribe` are what `useSyncExternalStore` takes. */
export interface Standings {
  readonly get: () => readonly SessionStanding[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Looks no more. */
  stop(): void;
}

/** ms between two looks at all sessions. */
const PACE = 100;
/** How much had come when a session was last in view. */
type Seen = Pick<SessionStanding, 'findings' | 'fresh'>;

/**
 * Looks at all sessions of a window at most ten times a second, and not at all while there is one. What happens to one
 * that is out of sight is told in the one in view: that it has failed, or that it asks something for the first time.
 */
export function createStandings(sessions: Sessions, schedule: Schedule): Standings {
  const listeners = new Set<() => void>();
  const seen = new Map<number, Seen>();
  const begun = new Set<number>();
  const news = createNews();
  const shareNames = createSharedNames((sentence) => {
    news.add(sentence);
    changed();
  });
  let all: readonly SessionStanding[] = [];
  let shown = sessions.get().shown;
  let leaving: readonly (() => void)[] = [];
  let resting: (() => void) | undefined;
  let isDue = false;

  /** From now on what comes to it is new. */
  const leave = ({ id, host }: SessionInWindow): void => {
    const { findings, traffic } = host.store.state().counts;
    seen.set(id, { findings, fresh: traffic });
  };
  const standing = (session: SessionInWindow): SessionStanding => {
    const state = session.host.store.state();
    const phase = phaseWord(state);
    // In All nothing is out of view.
    if (session === shown || shown.host.parts !== undefined) leave(session);
    // What a session begins with is not new to who has not seen it yet, but for what is wrong with it.
    else if (!begun.has(session.id)) seen.set(session.id, { findings: 0, fresh: state.counts.traffic });
    if (session === shown || phase !== 'connecting') begun.add(session.id);
    const { findings, fresh } = seen.get(session.id) ?? { findings: 0, fresh: 0 };
    return {
      ...{ id: session.id, name: session.name, phase },
      findings: Math.max(0, state.counts.findings - findings),
      fresh: Math.max(0, state.counts.traffic - fresh),
      waiting: waitingIn(session.ui.get(), state),
    };
  };

  const look = (): void => {
    const window = sessions.get();
    shareNames(window);
    const next = [
      ...window.all.map(standing),
      ...(window.merged === undefined ? [] : [allOf(window.merged)]),
    ];
    for (const [at, session] of window.all.entries()) {
      const before = all.find(({ id }) => id === session.id);
      news.hear(session, next[at], before, session === shown);
    }
    news.say(shown);
    if (next.length === all.length && next.every((one, at) => isSame(one, all[at]))) return;
    all = next;
    for (const listener of listeners) listener();
  };
  const changed = (): void => {
    if (resting !== undefined) {
      isDue = true;
      return;
    }
    isDue = false;
    resting = schedule(PACE, () => {
      resting = undefined;
      if (isDue) changed();
    });
    look();
  };
  const stop = (): void => {
    for (const one of leaving) one();
    resting?.();
    resting = undefined;
    leaving = [];
  };
  const begin = (): void => {
    stop();
    const window = sessions.get();
    if (shown !== window.shown) leave(shown);
    shown = window.shown;
    if (window.all.length === 1) return;
    leaving = window.all.flatMap(({ host, ui }) => [host.store.subscribe(changed), ui.subscribe(changed)]);
    isDue = true;
    changed();
  };
  const leaveSessions = sessions.subscribe(begin);
  begin();
  return {
    get: () => all,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      leaveSessions();
      stop();
    },
  };
}

/** All of them as one: how each stands is seen beside it. */
const allOf = ({ id, name }: SessionInWindow): SessionStanding => ({
  ...{ id, name, phase: 'ready', isAll: true, findings: 0, fresh: 0, waiting: 0 },
});

const isSame = (one: SessionStanding, other: SessionStanding | undefined): boolean =>
  other !== undefined &&
  one.id === other.id &&
  one.phase === other.phase &&
  one.findings === other.findings &&
  one.fresh === other.fresh &&
  one.waiting === other.waiting;

/** What waits for the person on all screens. */
const waitingIn = (ui: Ui, state: SessionState): number =>
  screens.reduce((sum, { waiting }) => sum + (waiting?.(ui, state) ?? 0), 0);
