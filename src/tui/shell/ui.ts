import type { LogLevel } from '../../session/log-level.ts';
import type { ListName } from '../../session/state.ts';
import type { DockSize, Size } from '../kit/layout.ts';
import { emptyList, type ListUi } from '../kit/list/state.ts';
import { followedLog, type LogUi } from '../kit/log/state.ts';
import type { Sheets } from '../kit/sheet/sheet.ts';
import type { Meaning } from '../kit/theme.ts';
import type { Palette } from '../overlay/palette.ts';
import type { Prompt } from '../overlay/prompt.ts';
import type { Question } from '../overlay/question.ts';
import type { Writing } from '../overlay/writing.ts';
import type { Details } from '../screens/catalogue/detail.ts';
import { nothingRecalled, type Recalled } from '../screens/catalogue/recalled.ts';
import type { Replies } from '../screens/inbox/reply.ts';
import { firstInInbox, type InboxUi } from '../screens/inbox/state.ts';
import { type Bindings, usualKeys } from '../terminal/keys.ts';
import { isListScreen, type ListScreen, type PaneId, panesOf, type ScreenId, screens } from './screens.ts';

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
 * typed. What belongs to one noun is kept in that noun's own file under ui/.
 */
export interface Ui {
  readonly size: Size;
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
  /** The help while it is open, with what was typed to narrow it. */
  readonly help: { readonly filter: string } | undefined;
  /** The palette lies over everything else. */
  readonly palette?: Palette;
  readonly question?: Question;
  /** The tools, by name, whose calls the person wants to be asked about no more. */
  readonly allowed?: readonly string[];
  readonly prompt?: Prompt;
  /** A message that is being written by hand, or was left unsent. */
  readonly writing?: Writing;
  readonly status?: Status;
  /** Until when a second ctrl+c leaves; ms on the clock of `Host.now`. */
  readonly leaving: number;
  readonly lists: Readonly<Record<ListScreen, ListUi>>;
  /** Forms and newest calls of what was opened on the list screens. */
  readonly details: Details;
  /** The key of what is being filled in or read while the server lists it no more: nothing takes its place. */
  readonly vanished?: string;
  /** What was called before this session. */
  readonly recalled: Recalled;
  readonly traffic: LogUi;
  readonly output: LogUi;
  readonly inbox: InboxUi;
  /** What was called last, by the key of its entry. */
  readonly lastCall?: { readonly key: string; readonly list: ListName; readonly name: string };
  /** The Server screen lists the names of the environment. */
  readonly environment?: boolean;
  /** What runs the server, with its version and its path, as far as that is known. */
  readonly runtime?: string;
  /** The files whose changes restart the server, in words. */
  readonly watched?: string;
  /** From which level on log messages are wanted, as the person has chosen last. */
  readonly logLevel?: LogLevel | 'none';
  /** What is answered to the requests of the server, as far as it has come. */
  readonly replies: Replies;
  /** The newest that this program and its libraries printed while the screen was ours, oldest first. */
  readonly printed: readonly string[];
  /** How what is read in a pane is looked at, by the name of the pane. */
  readonly sheets: Sheets;
  /** What is shown as it was sent, by its name ({@link rawName}). */
  readonly raw: readonly string[];
  /** Secrets are shown as they are. */
  readonly revealed: boolean;
  /** The menu of what can be copied is open. */
  readonly copying: boolean;
  /** What lies over the panes: an item of a list or a request of the Inbox as it was sent, by its key; the summary. */
  readonly definition?: { readonly screen: ListScreen | 'inbox' | 'traffic'; readonly key: string };
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

/** A store that starts on Server, with the dock shown and the lists focused. */
export function createUi(size: Size): UiStore {
  let ui = initialUi(size);
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

/** What a session begins with. */
export function initialUi(size: Size): Ui {
  const focus = Object.fromEntries(screens.map(({ id }) => [id, panesOf(id)[0]])) as Record<ScreenId, PaneId>;
  return {
    size,
    screen: 'server',
    focus,
    zoom: false,
    dock: true,
    dockSize: 'usual',
    bindings: usualKeys,
    mouse: false,
    help: undefined,
    leaving: 0,
    lists: { tools: emptyList, resources: emptyList, prompts: emptyList },
    details: {},
    recalled: nothingRecalled,
    traffic: followedLog,
    output: followedLog,
    inbox: firstInInbox,
    replies: {},
    printed: [],
    sheets: {},
    raw: [],
    revealed: false,
    copying: false,
    scroll: {},
  };
}

/** The pane that has the focus. */
export const focused = (ui: Ui): PaneId => ui.focus[ui.screen];

/** The name under which is kept that a pane shows what it shows as it was sent: on the list screens one for each item. */
export const rawName = ({ lists }: Pick<Ui, 'lists'>, screen: ScreenId): string =>
  isListScreen(screen)
    ? `${paneName(screen, 'detail')} ${lists[screen].selected ?? ''}`
    : paneName(screen, 'detail');

/** The name under which a pane's scrolling and extent are kept, e.g. `tools/detail`. */
export const paneName = (screen: ScreenId, pane: PaneId): string => `${screen}/${pane}`;

export const resized =
  (size: Size) =>
  (ui: Ui): Ui =>
    ui.size.columns === size.columns && ui.size.rows === size.rows ? ui : { ...ui, size };

/** Brings a screen; zoom and a question end with it, the screen's own state is as it was left. */
export const showScreen =
  (screen: ScreenId) =>
  (ui: Ui): Ui =>
    ui.screen === screen ? ui : { ...withoutQuestion(ui), screen, zoom: false };

/** Goes to a screen by its key; once more brings its list. */
export const turnTo =
  (screen: ScreenId) =>
  (ui: Ui): Ui =>
    ui.screen === screen && panesOf(screen).includes('list') ? focusPane('list')(ui) : showScreen(screen)(ui);

/** The ui without its question: who turns to something else has not agreed. */
export const withoutQuestion = ({ question: _, ...rest }: Ui): Ui => rest;

export const focusPane =
  (pane: PaneId) =>
  (ui: Ui): Ui => {
    if (focused(ui) === pane) return ui;
    const { vanished: _, ...rest } = ui;
    return { ...rest, focus: { ...ui.focus, [ui.screen]: pane } };
  };

/** The next pane of the screen, or the one before, round and round. */
export const turnPane =
  (step: 1 | -1) =>
  (ui: Ui): Ui => {
    const panes = panesOf(ui.screen);
    const next = panes.at((panes.indexOf(focused(ui)) + step) % panes.length);
    return next === undefined ? ui : focusPane(next)(ui);
  };

/** The ui without the palette, which leaves what was beneath it as it was. */
export const closePalette = ({ palette: _, ...rest }: Ui): Ui => rest;

/** The name under which the help scrolls. */
export const HELP_PANE = 'help';

/** Opens the help, or narrows it to what is typed; it is seen from its top. */
export const showHelp =
  (filter: string) =>
  (ui: Ui): Ui => ({ ...ui, help: { filter }, scroll: { ...ui.scroll, [HELP_PANE]: 0 } });

/** Closes the help, and the line that was typed into it. */
export function closeHelp({ prompt, ...rest }: Ui): Ui {
  const isOther = prompt !== undefined && prompt.purpose.kind !== 'help';
  return { ...rest, ...(isOther ? { prompt } : {}), help: undefined };
}

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

/** The ui with another state of one of its lists. */
export const withList =
  (screen: ListScreen, change: (list: ListUi) => ListUi) =>
  (ui: Ui): Ui => {
    const list = change(ui.lists[screen]);
    return list === ui.lists[screen] ? ui : { ...ui, lists: { ...ui.lists, [screen]: list } };
  };

/** The ui with another first row of a pane that scrolls. */
export const scrolled =
  (name: string, top: number) =>
  (ui: Ui): Ui =>
    (ui.scroll[name] ?? 0) === top ? ui : { ...ui, scroll: { ...ui.scroll, [name]: top } };
