import type { LogLevel } from '../../spec/log-level.ts';
import type { Bindings } from '../terminal/keys.ts';
import type { DockSize, Size } from './layout.ts';
import type { PaneId, ScreenId } from './screen-id.ts';
import type { Meaning } from './theme.ts';

/** A sentence in the bottom row, until a time on the host's clock. */
export interface Status {
  readonly text: string;
  readonly meaning: Meaning;
  /** ms, on the clock of `Host.now`. */
  readonly until: number;
  /** ms, on the same clock, when it came. */
  readonly since: number;
  /** It came by itself, and is no answer to a key. */
  readonly isNews: boolean;
}

/**
 * Everything that is the person's and not the session's: where they are and what they have selected, opened and
 * typed. Here is what every part of the screen shares; a screen, an overlay and what is read declare their own slices
 * with `declare module`, beside the noun they belong to, and shell/initial-ui.ts puts all of them together.
 */
export interface Ui {
  readonly size: Size;
  /** The window has more sessions than this. */
  readonly several: boolean;
  readonly screen: ScreenId;
  /** The focused pane of each screen. */
  readonly focus: Readonly<Record<ScreenId, PaneId>>;
  /** The focused pane has the window for itself. */
  readonly zoom: boolean;
  readonly dock: boolean;
  readonly dockSize: DockSize;
  /** Keys in the place of the usual ones. */
  readonly bindings: Bindings;
  /** Clicks and the wheel are listened to; the terminal's own selection of text then needs shift. */
  readonly mouse: boolean;
  readonly status?: Status;
  /** Until when a second ctrl+c leaves; ms on the clock of `Host.now`. */
  readonly leaving: number;
  /** The key of what the focused pane shows while the server no longer lists it: nothing takes its place. */
  readonly vanished?: string;
  /** From which level on log messages are wanted, as the person has chosen last. */
  readonly logLevel?: LogLevel | 'none';
  /** The newest that this program and its libraries printed while the screen was ours, oldest first. */
  readonly printed: readonly string[];
  /** Secrets are shown as they are. */
  readonly revealed: boolean;
  /** The first row shown of each pane that scrolls, by the name of the pane ({@link paneName}). */
  readonly scroll: Readonly<Record<string, number>>;
}

/** The interactive state with its changes; `get` and `subscribe` are what `useSyncExternalStore` takes. */
export interface UiStore {
  readonly get: () => Ui;
  /** Replaces the state by what a pure function makes of it; the same object back means no change. */
  readonly update: (change: (ui: Ui) => Ui) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store that starts with this state. */
export function createUiStore(initial: Ui): UiStore {
  let ui = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => ui,
    update: (change) => {
      const next = change(ui);
      if (next === ui) return;
      ui = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The pane that has the focus. */
export const focused = (ui: Ui): PaneId => ui.focus[ui.screen];

/** The name under which a pane's scrolling and extent are kept, e.g. `tools/detail`. */
export const paneName = (screen: ScreenId, pane: PaneId): string => `${screen}/${pane}`;

export const resized =
  (size: Size) =>
  (ui: Ui): Ui =>
    ui.size.columns === size.columns && ui.size.rows === size.rows ? ui : { ...ui, size };

/** The window has one session, or several. */
export const among =
  (several: boolean) =>
  (ui: Ui): Ui =>
    ui.several === several ? ui : { ...ui, several };

export const focusPane =
  (pane: PaneId) =>
  (ui: Ui): Ui => {
    if (focused(ui) === pane) return ui;
    const { vanished: _, ...rest } = ui;
    return { ...rest, focus: { ...ui.focus, [ui.screen]: pane } };
  };

/** Shows a sentence in the bottom row. */
export const say =
  (status: Status) =>
  (ui: Ui): Ui => ({ ...ui, status });

/** ms in which nobody can have read news that came by itself. */
const UNREAD = 1_500;

/** A key was pressed: the sentence gives way, news once it can have been read. */
export const giveWay =
  (now: number) =>
  (ui: Ui): Ui => {
    if (ui.status === undefined || (ui.status.isNews && now < ui.status.since + UNREAD)) return ui;
    const { status: _, ...rest } = ui;
    return rest;
  };

/** Takes the sentence away when its time is over. */
export const expire =
  (now: number) =>
  (ui: Ui): Ui => {
    if (ui.status === undefined || ui.status.until > now) return ui;
    const { status: _, ...rest } = ui;
    return rest;
  };

/** How much of what was printed stays on screen. */
const PRINTED = 3;

/** Keeps what was printed, for Output. */
export const print =
  (text: string) =>
  (ui: Ui): Ui => ({ ...ui, printed: [...ui.printed, text].slice(-PRINTED) });

/** The ui with another first row of a pane that scrolls. */
export const scrolled =
  (name: string, top: number) =>
  (ui: Ui): Ui =>
    (ui.scroll[name] ?? 0) === top ? ui : { ...ui, scroll: { ...ui.scroll, [name]: top } };
