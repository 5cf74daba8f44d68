import type { Host, NamedHost } from '../../host/host.ts';
import type { Shell } from '../../transport/shell.ts';
import type { UiStore } from './ui.ts';

/** How to get from session to session, said once there are two. */
export const GO_THROUGH = 'alt+. and alt+, go through the sessions';

/** A session of the window, as the others see it. */
export interface SessionInWindow {
  /** From 1, in the order in which sessions came; not used again in the same window. */
  readonly id: number;
  /** What it is called, as no other session of the window. */
  readonly name: string;
  readonly host: Host;
  readonly ui: UiStore;
}

/** Opens sessions besides those that the window began with, in the same way. */
export interface Further {
  readonly shell: Shell;
  /** A word that only the command line of the demonstration has. */
  readonly demoWord: string;
  /** The sessions that these words behind `mcp-loupe` mean, which begin at once; or why there are none, in one sentence. */
  open(words: readonly string[]): Promise<readonly NamedHost[] | string>;
}

/** What is in a window now: the same object as long as nothing about it changes. */
export interface InWindow<Session> {
  /** In the order in which they came; never empty. */
  readonly all: readonly Session[];
  /** The traffic of all of them as one, once there is more than one. */
  readonly merged?: Session;
  /** The one in view, among them. */
  readonly shown: Session;
}

/** All that can be brought into view, as they stand in the row. */
export const inRow = <Session>({ all, merged }: InWindow<Session>): readonly Session[] =>
  merged === undefined ? all : [...all, merged];

/**
 * The sessions of a window: each has a host, a store, a log and a state of the screens of its own, and they share the window,
 * the keys and the settings alone. `get` and `subscribe` are what `useSyncExternalStore` takes.
 */
export interface Sessions<Session extends SessionInWindow = SessionInWindow> {
  readonly get: () => InWindow<Session>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Absent where none can be added. */
  readonly further?: Further | undefined;
  /** Brings a session into view; nothing where there is none with this id. */
  show(id: number): void;
  /** Adds a session and brings it into view. */
  add(host: Host, name: string): Session;
  /** Adds one that comes by itself: before those that are over, and in view where all are over and nothing is being done. */
  join(host: Host, name: string): void;
  /** Takes a session out of the window and closes it; the last one stays. Resolves once it is closed. */
  end(id: number): Promise<void>;
}
