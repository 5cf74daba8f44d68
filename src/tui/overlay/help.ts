import { pad } from '../../text/cut.ts';
import { width } from '../../text/width.ts';
import { showKey } from '../terminal/keys.ts';
import type { Command, Scope } from '../world/command.ts';
import type { Theme } from '../world/theme.ts';

/** What a scope is called. */
export const TITLES: Readonly<Record<Scope, string>> = {
  palette: 'Palette',
  question: 'Question',
  prompt: 'Prompt',
  writing: 'Message editor',
  help: 'Help',
  call: 'Running call',
  calling: 'Call form',
  form: 'Form',
  result: 'Result',
  message: 'Message',
  definition: 'Definition',
  sheet: 'Reading',
  copy: 'Copy',
  panes: 'Panes',
  list: 'List',
  traffic: 'Traffic',
  output: 'Output',
  inbox: 'Inbox',
  reply: 'Answer',
  deciding: 'Response buttons',
  server: 'Server',
  decided: 'Unsent response',
  scroll: 'Text',
  browsing: 'Everywhere (when not typing)',
  always: 'Always',
};

/**
 * The help for a set of commands in rows of `cells`: a title a scope, and of each command its keys and its label,
 * in as many columns as have room.
 */
export function helpRows(table: readonly Command[], cells: number, theme: Theme): readonly string[] {
  const commands = table.filter(({ keys }) => keys.length > 0);
  const scopes = [...new Set(commands.map(({ scope }) => scope))];
  const room = roomForKeys(cells);
  const keyCells = Math.max(...commands.map((command) => width(keysOf(command, theme, room))));
  return scopes.flatMap((scope, place) => {
    const rows = commands.filter((command) => command.scope === scope);
    const title = theme.paint('focus', pad(TITLES[scope], cells));
    return [...(place === 0 ? [] : ['']), title, ...columns(rows, keyCells, cells, theme)];
  });
}

/** Cells of the longest label. */
export const LABEL = 20;
/** The keys that are shown of a command with many, and what parts two columns. */
const KEYS = 18;
const GAP = 3;

/** Cells for the keys of a command in rows of `cells`. */
export const roomForKeys = (cells: number): number => Math.min(KEYS, cells - 2 - LABEL);

function columns(
  commands: readonly Command[],
  keyCells: number,
  cells: number,
  theme: Theme,
): readonly string[] {
  const across = Math.max(1, Math.floor((cells + GAP) / (keyCells + 2 + LABEL + GAP)));
  const down = Math.ceil(commands.length / across);
  return Array.from({ length: down }, (_, row) =>
    commands
      .filter((__, place) => place % down === row)
      .map(
        (command) =>
          `${theme.paint('accent', pad(keysOf(command, theme, keyCells), keyCells))}  ${pad(command.label, LABEL)}`,
      )
      .join(' '.repeat(GAP)),
  );
}

/** The keys of a command, as many as have room. */
export function keysOf({ keys }: Pick<Command, 'keys'>, { ascii }: Theme, cells: number): string {
  return keys
    .map((key) => showKey(key, ascii))
    .reduce((row, key) => (width(row) + 1 + width(key) <= cells ? `${row} ${key}` : row));
}
