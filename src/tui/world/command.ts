import type { Host } from '../../host/host.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Memory } from './memory.ts';
import type { Extents } from './pane-sizes.ts';
import type { UiStore } from './ui.ts';

/** Where a command works. Which scopes are active together is decided in scopes.ts. */
export type Scope =
  | 'palette'
  | 'always'
  | 'browsing'
  | 'list'
  | 'scroll'
  | 'server'
  | 'call'
  | 'panes'
  | 'calling'
  | 'form'
  | 'result'
  | 'message'
  | 'definition'
  | 'sheet'
  | 'copy'
  | 'traffic'
  | 'output'
  | 'inbox'
  | 'reply'
  | 'deciding'
  | 'decided'
  | 'prompt'
  | 'writing'
  | 'help'
  | 'question';

/** Which calls the person is asked about first. */
export type Confirm = 'all' | 'destructive' | 'never';

/** All that a command can read and act on. */
export interface Context {
  readonly host: Host;
  readonly ui: UiStore;
  readonly extents: Extents;
  readonly terminal: Terminal;
  readonly memory: Memory;
  readonly confirm: Confirm;
  /** Notes the id of a command that runs, where somebody counts them. */
  readonly trace?: (id: string) => void;
}

/** How things stand: all that decides whether a command can run now. */
export type Situation = Pick<Context, 'host' | 'ui'>;

/** What a row of the table says about a command. */
export interface Row {
  /** Names of keys (see keys.ts); the first is the one shown. Without any it is found in the palette only. */
  readonly keys: readonly string[];
  /** Lower case, 20 characters at most. */
  readonly label: string;
  /** The word in the footer, where the command can run; without it the command is in the help only. */
  readonly hint?: string | ((situation: Situation) => string);
  /** The footer keeps the hint, however little room there is. */
  readonly lasting?: boolean;
  /** Why it cannot run now, in one sentence; undefined when it can. */
  readonly disabled?: (situation: Situation) => string | undefined;
  /** The palette leaves it out, since another row does the same. */
  readonly unlisted?: boolean;
  readonly run: (context: Context) => void;
}

/** A row of the table with its id, by which settings bind it to other keys, and its scope. */
export interface Command<Id extends string = string> extends Row {
  readonly id: Id;
  readonly scope: Scope;
}

/** Runs a command. Every one that is run goes through here, so that it can be counted. */
export function perform({ id, run }: Pick<Command, 'id' | 'run'>, context: Context): void {
  context.trace?.(id);
  run(context);
}

/** The commands of one scope, keyed by id, in the order of footer and help. */
export function inScope<Id extends string>(
  scope: Scope,
  rows: Readonly<Record<Id, Row>>,
): readonly Command<Id>[] {
  return (Object.entries(rows) as [Id, Row][]).map(([id, row]) => ({ ...row, id, scope }));
}
