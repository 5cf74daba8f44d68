import type { Host, NamedHost, NamedHosts } from '../../host/host.ts';
import { freeName } from '../../session/short-name.ts';
import { phaseWord } from '../../session/state.ts';
import { topOverlay } from '../world/overlay.ts';
import type { Schedule } from '../world/pace.ts';
import {
  type Further,
  type InWindow,
  inRow,
  type SessionInWindow,
  type Sessions,
} from '../world/sessions.ts';
import { among } from '../world/ui.ts';
import type { SessionView } from './session-view.ts';
import { createStandings, type Standings } from './standings.ts';

/** A session of the window with all that shows it and acts on it. */
export interface WindowSession extends SessionInWindow, Pick<SessionView, 'world' | 'context' | 'typing'> {}

/** The sessions of a window, with what only the window itself does. */
export interface OwnSessions extends Sessions<WindowSession> {
  /** How all of them stand. */
  readonly standings: Standings;
  /** Remembers how each is left; resolves with why that could not be, in sentences. */
  keep(): Promise<readonly string[]>;
  /** Stops all that they do by themselves; their hosts stay open. */
  stop(): void;
  /** All hosts there have been, the ended ones first, for what is said of them at the end. */
  readonly hosts: () => readonly NamedHost[];
}

/**
 * The sessions of a window.
 *
 * @param first those that it begins with, one at least
 * @param open puts a session into the window
 * @param schedule the clock by which they are looked at
 * @param further opens others later
 */
export function createSessions(
  first: NamedHosts,
  open: (host: Host, sessions: Sessions) => SessionView,
  schedule: Schedule,
  further?: Further,
): OwnSessions {
  const listeners = new Set<() => void>();
  const views = new Map<number, SessionView>();
  const ended: NamedHost[] = [];
  let nextId = 1;
  let now: InWindow<WindowSession> | undefined;
  let isStopped = false;

  const get = (): InWindow<WindowSession> => {
    if (now === undefined) throw new Error('the window is asked for its sessions before it has one');
    return now;
  };
  const become = (next: InWindow<WindowSession>): void => {
    const isOther = next.all !== now?.all;
    now = next;
    for (const { ui } of inRow(next)) ui.update(among(next.all.length > 1));
    for (const listener of listeners) listener();
    if (isOther && (next.all.length > 1 || next.merged !== undefined)) void merge();
  };
  const opened = ({ host, name }: NamedHost): WindowSession => {
    const id = nextId++;
    const view = open(host, sessions);
    views.set(id, view);
    const { world, context, typing } = view;
    return { id, name: free(name, now?.all ?? []), host, ui: context.ui, world, context, typing };
  };

  const drop = (id: number): void => {
    views.get(id)?.stop();
    views.delete(id);
  };
  const merge = createMerging({ get, become, opened, drop, isOver: () => isStopped });

  const sessions: Omit<OwnSessions, 'standings'> = {
    get,
    further,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(id) {
      const found = inRow(get()).find((one) => one.id === id);
      if (found !== undefined && found !== get().shown) become({ ...get(), shown: found });
    },
    add(host, name) {
      const session = opened({ host, name });
      become({ ...get(), all: [...get().all, session], shown: session });
      return session;
    },
    join(host, name) {
      become(joined(get(), opened({ host, name })));
    },
    async end(id) {
      const { all, shown } = get();
      const at = all.findIndex((one) => one.id === id);
      const session = all[at];
      if (session === undefined || all.length === 1) return;
      const rest = all.filter((one) => one !== session);
      const next = rest[Math.min(at, rest.length - 1)];
      ended.push({ name: session.name, host: session.host });
      if (next !== undefined) become({ ...get(), all: rest, shown: shown === session ? next : shown });
      const view = views.get(id);
      views.delete(id);
      await view?.keep();
      view?.stop();
      await session.host.close();
    },
    async keep() {
      const whys: (string | undefined)[] = [];
      // One after the other, since they are kept in one file.
      for (const view of views.values()) whys.push(await view.keep());
      return [...new Set(whys)].filter((why) => why !== undefined);
    },
    stop() {
      isStopped = true;
      for (const view of views.values()) view.stop();
    },
    hosts: () => [...ended, ...get().all.map(({ name, host }) => ({ name, host }))],
  };
  for (const named of first) {
    const session = opened(named);
    become({ all: [...(now?.all ?? []), session], shown: now?.shown ?? session });
  }
  const standings = createStandings(sessions, schedule);
  return {
    ...sessions,
    standings,
    stop() {
      standings.stop();
      sessions.stop();
    },
  };
}

/** What is done in a window to show all of its sessions as one. */
interface Merging {
  readonly get: () => InWindow<WindowSession>;
  readonly become: (next: InWindow<WindowSession>) => void;
  readonly opened: (named: NamedHost) => WindowSession;
  readonly drop: (id: number) => void;
  readonly isOver: () => boolean;
}

/** Puts what shows all sessions as one in the place of what showed others, as long as there are several. */
function createMerging({ get, become, opened, drop, isOver }: Merging): () => Promise<void> {
  let isDue = false;
  return async () => {
    if (isDue) return;
    isDue = true;
    const { createMergedHost } = await import('../../host/merged.ts');
    isDue = false;
    if (isOver()) return;
    const { all, shown, merged: before } = get();
    const [first = shown] = all;
    if (all.length > 1) {
      const merged = opened({ host: createMergedHost(all), name: 'All' });
      // Numbers of lines last, so that all is where it was.
      if (before !== undefined) merged.ui.update(() => before.ui.get());
      become({ all, merged, shown: shown === before ? merged : shown });
    } else become({ all, shown: shown === before ? first : shown });
    if (before !== undefined) drop(before.id);
  };
}

/** With one that has come by itself, which nobody is to be disturbed by. */
function joined(now: InWindow<WindowSession>, session: WindowSession): InWindow<WindowSession> {
  const { all, shown } = now;
  const place = all.findLastIndex((one) => !isOver(one)) + 1;
  const isFirst = place === 0 && shown.host.parts === undefined && topOverlay(shown.ui.get()) === undefined;
  return { ...now, all: all.toSpliced(place, 0, session), shown: isFirst ? session : shown };
}

/** Is it only read, with nothing more to come? */
const isOver = ({ host }: SessionInWindow): boolean => phaseWord(host.store.state()) === 'recorded';

/** Characters of a name. */
const LONGEST = 80;

/** The name, with a number behind it where another session has it already. */
const free = (name: string, taken: readonly WindowSession[]): string =>
  freeName(
    name.slice(0, LONGEST),
    taken.map((session) => session.name),
  );
