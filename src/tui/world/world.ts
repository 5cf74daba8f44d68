import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Host } from '../../host/host.ts';
import type { SessionState } from '../../session/state.ts';
import type { Store } from '../../session/store.ts';
import type { Services } from './command.ts';
import { paced, type Schedule } from './pace.ts';
import { clampTop, createExtents, type Extents } from './pane-sizes.ts';
import { createPictures, noPictures, type Pictures } from './pictures.ts';
import type { Sessions } from './sessions.ts';
import type { Ui, UiStore } from './ui.ts';

/** What the screens are drawn from. It is the same object for the life of a session on screen. */
export interface World {
  readonly host: Host;
  readonly ui: UiStore;
  /** The session at the pace of the eye: at most 30 times a second. */
  readonly session: Store;
  /** The session at the pace of a log or a counter: at most 10 times a second. */
  readonly log: Store;
  /** How much each pane has and shows, written by what draws, read by the commands that scroll. */
  readonly extents: Extents;
  readonly services: Services;
  /** All sessions of the window, of which this is one. */
  readonly sessions: Sessions;
  readonly schedule: Schedule;
  /** ms, to measure how long something takes. */
  readonly clock: () => number;
  /** How often a running time is redrawn, in ms. */
  readonly tick: number;
  readonly pictures: Pictures;
}

/** A tenth of a second runs before the eye; where nothing is to move, a clock goes by seconds. */
export const TICKS = { moving: 100, still: 1_000 };

/** ms between two paintings of what changes by itself; while very much comes, taking it in has the better use for the time. */
const PACES = { session: 33, log: 100, flood: 250 };
/** Lines between two paintings of the log that nobody can follow by eye. */
const FLOOD = 500;

interface WorldOptions {
  /** How often a running time is redrawn, in ms. */
  readonly tick?: number;
  /** Whether pictures are drawn on this terminal. */
  readonly draws?: boolean;
  readonly clock?: () => number;
}

/** Puts a world together around a session. */
export function createWorld(
  host: Host,
  ui: UiStore,
  services: Services,
  sessions: Sessions,
  schedule: Schedule,
  { tick = TICKS.moving, draws = true, clock = () => performance.now() }: WorldOptions = {},
): World {
  return {
    host,
    ui,
    session: paced(host.store, () => PACES.session, schedule),
    log: paced(host.store, paceOfLog(host), schedule),
    extents: createExtents(),
    services,
    sessions,
    schedule,
    clock,
    tick,
    // What sheets look like changes beside the state when a picture is decoded.
    pictures: draws
      ? createPictures(() => ui.update((now) => ({ ...now, sheets: { ...now.sheets } })))
      : noPictures,
  };
}

/** How long the log waits for its next painting, by how much has come since the last. */
function paceOfLog({ log, reading }: Host): () => number {
  let painted = 0;
  return () => {
    const since = log.length - painted;
    painted += since;
    return reading?.() !== undefined || since > FLOOD ? PACES.flood : PACES.log;
  };
}

export const WorldContext = createContext<World | undefined>(undefined);

/** The world of the screen. */
export function useWorld(): World {
  const world = use(WorldContext);
  if (world === undefined) throw new Error('a view is drawn outside of <App>');
  return world;
}

/** A part of the interactive state; the component is drawn again only when that part is another one. */
export function useUi<T>(select: (ui: Ui) => T): T {
  const { ui } = useWorld();
  const get = useCallback(() => select(ui.get()), [ui, select]);
  return useSyncExternalStore(ui.subscribe, get);
}

/** A part of the session. `select` gives the same object back as long as that part did not change. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(useWorld().session, select);
}

/** What is made of both; the component is drawn again only when that is something else. */
export function useSituation<T>(select: (ui: Ui, state: SessionState) => T): T {
  const { ui, session } = useWorld();
  const get = useCallback(() => select(ui.get(), session.state()), [ui, session, select]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const leaving = [ui.subscribe(listener), session.subscribe(listener)];
      return () => {
        for (const leave of leaving) leave();
      };
    },
    [ui, session],
  );
  return useSyncExternalStore(subscribe, get);
}

/** A part of the session that changes with every frame, such as a count, updated ten times a second. */
export function useCounts<T>(select: (state: SessionState) => T): T {
  return useStore(useWorld().log, select);
}

/** Draws again when lines have come, at most ten times a second. The lines themselves are in `host.log`. */
export function useLogTick(): void {
  const { log } = useWorld();
  useSyncExternalStore(log.subscribe, log.state);
}

/** Draws again with the clock while something runs whose time is shown. */
export function useTicks(runs: boolean): void {
  const { schedule, tick: every } = useWorld();
  const [ticks, tick] = useState(0);
  useEffect(
    () => (runs ? schedule(every, () => tick(ticks + 1)) : undefined),
    [runs, schedule, every, ticks],
  );
}

function useStore<T>(store: Store, select: (state: SessionState) => T): T {
  const get = useCallback(() => select(store.state()), [store, select]);
  return useSyncExternalStore(store.subscribe, get);
}

/** The first row shown of a pane that scrolls, which has so many rows and shows `height` of them. */
export function useScroll(name: string, rows: number, height: number): number {
  const { extents } = useWorld();
  const top = useUi(useCallback((ui: Ui) => ui.scroll[name] ?? 0, [name]));
  const extent = { rows, height };
  useLayoutEffect(() => extents.set(name, { rows, height }), [extents, name, rows, height]);
  return clampTop(top, extent);
}
