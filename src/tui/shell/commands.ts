import { appendFileSync } from 'node:fs';
import { form } from '../kit/form/commands.ts';
import { sheet } from '../kit/sheet/commands.ts';
import { checking } from '../overlay/check.ts';
import { copy } from '../overlay/copying.tsx';
import { definition, steps, testDraft } from '../overlay/definition.tsx';
import { help } from '../overlay/help.tsx';
import { palette } from '../overlay/palette.tsx';
import { prompt } from '../overlay/prompt.ts';
import { question } from '../overlay/question.ts';
import { everywhere, writing } from '../overlay/writing.tsx';
import { type Bindings, usualKeys } from '../terminal/keys.ts';
import { ALWAYS, type Command, type Context, perform, reasonAgainst, type Scope } from '../world/command.ts';
import { topOverlay } from '../world/overlay.ts';
import { warn } from '../world/say.ts';
import type { Ui } from '../world/ui.ts';
import { always } from './always.ts';
import { bound } from './binding.ts';
import { browsing, numbers, over, panes, scroll } from './browsing.ts';
import { activeScopes } from './scopes.ts';
import { screens } from './screen-list.ts';
import { connecting, sessionCommands } from './session-commands.ts';

/**
 * The command table: one row a command. Keys, footer, help overlay and the README's table of keys are read from
 * here and from nowhere else.
 */
export const commands: readonly Command[] = [
  ...[palette, question, prompt, writing, help, copy, testDraft, steps, definition],
  ...screens.map((screen) => screen.commands),
  ...[sheet, scroll, form, panes, over(table), browsing(table), numbers, always(table)],
  ...screens.map((screen) => screen.everywhere ?? []),
  sessionCommands,
  connecting,
  everywhere,
  checking,
].flat();

/** The table for palette and help, which are opened from it. */
function table(): readonly Command[] {
  return commands;
}

/**
 * Runs the command that has this key now; false when none has it and the key is to go on to what is typed.
 * A command that cannot run says why. Every effect of the interactive program starts here.
 */
export function dispatch(key: string, context: Context): boolean {
  const ui = context.ui.get();
  const command = commandFor(key, activeScopes(ui, context.host.store.state()), ui.bindings);
  if (command === undefined || isKeptOut(command, ui)) return false;
  performOrSay(command, context);
  return true;
}

/** Runs the command with this id, which works where the focus is. */
export function performById(id: string, context: Context): void {
  const command = commands.find((one) => one.id === id);
  if (command !== undefined) performOrSay(command, context);
}

function performOrSay(command: Command, context: Context): void {
  const reason = reasonAgainst(command, context);
  if (reason === undefined) perform(command, context);
  else warn(context, reason);
}

/** Is this a command of another place, while a question is asked or a menu is open? */
export const isKeptOut = ({ scope, inSpite }: Command, ui: Ui): boolean =>
  scope === ALWAYS.id && inSpite !== true && ['question', 'copying'].includes(topOverlay(ui)?.kind ?? '');

/** Runs the command with this key where nothing is typed though a field has the focus; false when that leads nowhere. */
export function goByNumber(key: string, context: Context): boolean {
  const command = commandFor(key, ['numbers'], context.ui.get().bindings);
  if (command !== undefined) perform(command, context);
  return command !== undefined;
}

/** Appends the id of each command that runs to a file, a line each: `LOUPE_TRACE` says which commands the stories try. */
export function traceTo(path: string | undefined): Pick<Context, 'trace'> {
  return path === undefined ? {} : { trace: (id) => appendFileSync(path, `${id}\n`) };
}

/** The command with this key in the nearest of the scopes. */
export function commandFor(
  key: string,
  scopes: readonly Scope[],
  bindings: Bindings = usualKeys,
): Command | undefined {
  for (const scope of scopes) {
    const command = commandsIn(scope, bindings).find(({ keys }) => keys.includes(key));
    if (command !== undefined) return command;
  }
  return undefined;
}

/** The commands of a scope, in the order of footer and help. */
export function commandsIn(scope: Scope, bindings: Bindings = usualKeys): readonly Command[] {
  return everyCommand(bindings).filter((command) => command.scope === scope);
}

/** All commands, wherever they work, with the keys that the person has given them. */
const everyCommand = (bindings: Bindings): readonly Command[] => bound(commands, bindings);
