import { type Bindings, usualKeys } from '../keys.ts';
import { always } from './always.ts';
import { bound } from './binding.ts';
import { browsing, panes } from './browsing.ts';
import { call } from './call.ts';
import { calling } from './calling.ts';
import type { Command, Context, Scope } from './command.ts';
import { copy } from './copy.ts';
import { decided, deciding, reply } from './deciding.ts';
import { definition } from './definition.ts';
import { form } from './form.ts';
import { frame } from './frame.ts';
import { help } from './help.ts';
import { inbox } from './inbox.ts';
import { list } from './list.ts';
import { output } from './output.ts';
import { palette } from './palette.ts';
import { prompt } from './prompt.ts';
import { question } from './question.ts';
import { result } from './result.ts';
import { warn } from './say.ts';
import { activeScopes } from './scopes.ts';
import { scroll } from './scroll.ts';
import { server } from './server.ts';
import { sheet } from './sheet.ts';
import { traffic } from './traffic.ts';
import { unbound } from './unbound.ts';
import { writing } from './writing.ts';

/**
 * The command table: one row a command. Keys, footer, help overlay and the README's table of keys are read from
 * here and from nowhere else.
 */
export const commands = [
  ...palette(table),
  ...question,
  ...prompt,
  ...writing,
  ...help,
  ...copy,
  ...definition,
  ...call,
  ...list,
  ...traffic,
  ...output,
  ...inbox,
  ...reply,
  ...deciding,
  ...decided,
  ...result,
  ...frame,
  ...sheet,
  ...server,
  ...scroll,
  ...calling,
  ...form,
  ...panes,
  ...browsing,
  ...always,
  ...unbound,
] as const satisfies readonly Command[];

/** The table for the palette, which is a part of it. */
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
  if (command === undefined) return false;
  const reason = command.disabled?.(context);
  if (reason === undefined) command.run(context);
  else warn(context, reason);
  return true;
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
export const everyCommand = (bindings: Bindings): readonly Command[] => bound(commands, bindings);
