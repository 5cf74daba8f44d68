import type { Served } from '../../connection/answerer.ts';
import type { Host } from '../../host/host.ts';
import type { SessionState } from '../../session/state.ts';
import type { Bindings } from '../terminal/keys.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Memory } from './memory.ts';
import type { Extents } from './pane-sizes.ts';
import type { Pictures } from './pictures.ts';
import type { Sessions } from './sessions.ts';
import type { Ui, UiStore } from './ui.ts';

/** Where commands work, by name. Which scopes are active together is decided in shell/scopes.ts. */
export type Scope = string;

/** A scope as it is declared, beside its commands. */
export interface ScopeFacts {
  readonly id: Scope;
  /** What it is called in help and palette. */
  readonly title: string;
  /** Text is typed in it, so that no character can be a key. */
  readonly isTyping?: true;
}

/** The scope of what works everywhere, while typing too. */
export const ALWAYS: ScopeFacts = { id: 'always', title: 'Always', isTyping: true };

/** Which calls the person is asked about first. */
export type Confirm = 'all' | 'destructive' | 'never';

/**
 * What one part of the screen does for others that may not know it. Each is declared where it is done, with
 * `declare module`; shell/services.ts puts them together.
 */
export interface Services {
  /** The scopes whose keys work now, the nearest first. */
  readonly activeScopes: (ui: Ui, state: SessionState) => readonly Scope[];
  /** Opens the list of ways to write down what is on screen: a command, a program, the config of a client. */
  readonly chooseCopy: (context: Context) => void;
  /** Why there is nothing to write down, in one sentence. */
  readonly copyDisabledReason: (situation: Situation) => string | undefined;
  /** How the server comes back from here, in words. */
  readonly restartWords: (situation: Situation) => string;
  /** Restarts the server; asks first while calls run. */
  readonly restart: (context: Context, how: Restart) => void;
}

/** What is served to the server, or not, from its next start on. */
export interface Turn {
  readonly what: Served;
  readonly on: boolean;
}

/** How the server is restarted. */
export interface Restart {
  /** Whether the process is to get only what a client would pass of the environment; as before without it. */
  readonly clean?: boolean;
  readonly turn?: Turn;
}

/** All that a command can read and act on. */
export interface Context {
  readonly host: Host;
  readonly ui: UiStore;
  readonly extents: Extents;
  readonly pictures: Pictures;
  readonly services: Services;
  readonly terminal: Terminal;
  /** All sessions of the window, of which this is one. */
  readonly sessions: Sessions;
  readonly memory: Memory;
  readonly confirm: Confirm;
  /** Notes the id of each command that runs, where they are counted. */
  readonly trace?: (id: string) => void;
}

/** How things stand: all that decides whether a command can run now. */
export type Situation = Pick<Context, 'host' | 'ui' | 'services' | 'sessions'>;

/** What a row of the table says about a command. */
export interface Row {
  /** Names of keys (see keys.ts); the first is the one shown. Without any it is found in the palette only. */
  readonly keys: readonly string[];
  /** Lower case, 20 characters at most. */
  readonly label: string;
  /** The word in the footer, where the command can run; without it the command is in the help only. */
  readonly hint?: string | ((situation: Situation) => string);
  /**
   * Where the hint stands in the footer, whose end is cut first: 0 for what brings a person on at this moment, such as
   * restarting a server that has failed, 1 for what is mostly wanted here, 2 for what is often wanted, 4 for what can
   * wait, 5 for what leads elsewhere; without it 3 ({@link usualRank}). In the same rank the hints of nearer scopes come
   * first.
   */
  readonly rank?: 0 | 1 | 2 | 4 | 5;
  /** The footer keeps the hint, however little room there is. */
  readonly lasting?: boolean;
  /** Why it cannot run now, in one sentence; undefined when it can. */
  readonly disabled?: (situation: Situation) => string | undefined;
  /** It works while a question is asked or a menu is open, too; there all other commands that work everywhere do not. */
  readonly inSpite?: true;
  /** The palette leaves it out, since another row does the same. */
  readonly unlisted?: boolean;
  readonly run: (context: Context) => void;
}

/** The rank of a hint that states none. */
export const usualRank = 3;

/** A row of the table with its id, by which settings bind it to other keys, and its scope. */
export interface Command extends Row {
  readonly id: string;
  readonly scope: Scope;
  readonly of: ScopeFacts;
}

/** What of the commands that work everywhere works where the traffic of all sessions is shown, and nothing else. */
const IN_ALL: ReadonlySet<string> = new Set([
  ...['back', 'interrupt', 'go.traffic', 'screen.traffic', 'redraw', 'suspend', 'palette', 'help', 'mouse'],
  ...['filter.keep', 'zoom', 'reveal', 'paletteHere', 'paneHelp', 'quit', 'session.connect', 'sessions.all'],
]);
const EVERYWHERE: ReadonlySet<Scope> = new Set(['always', 'browsing', 'numbers']);

/** Why a command cannot run now, in one sentence; undefined when it can. */
export function reasonAgainst(
  { id, scope, disabled }: Pick<Command, 'id' | 'scope' | 'disabled'>,
  situation: Situation,
): string | undefined {
  return situation.host.parts !== undefined && EVERYWHERE.has(scope) && !IN_ALL.has(id)
    ? 'All has nothing but traffic: S goes to the session of a message.'
    : disabled?.(situation);
}

/** Runs a command. Every one that is run goes through here, so that it can be counted. */
export function perform({ id, run }: Pick<Command, 'id' | 'run'>, context: Context): void {
  context.trace?.(id);
  run(context);
}

/**
 * A table with other keys for some commands. A key that is given to one is taken from the others of its scope; a
 * command without keys is found in the palette.
 */
export function rebound(table: readonly Command[], bindings: Bindings): readonly Command[] {
  const given = (scope: Scope): readonly string[] =>
    table.filter((one) => one.scope === scope).flatMap(({ id }) => bindings[id] ?? []);
  return table.map((command) => {
    const taken = given(command.scope);
    const keys = bindings[command.id] ?? command.keys.filter((key) => !taken.includes(key));
    return { ...command, keys };
  });
}

/** The commands of one scope, keyed by id, in the order of footer and help. */
export const inScope = (of: ScopeFacts, rows: Readonly<Record<string, Row>>): readonly Command[] =>
  Object.entries(rows).map(([id, row]) => ({ ...row, id, scope: of.id, of }));
