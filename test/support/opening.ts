import { openTerminal, type Terminal, type TerminalOptions } from './terminal.ts';

/** Goes to a screen by its number and opens what a filter finds there, wherever one has been. */
export async function openNamed(terminal: Terminal, screen: string, name: string): Promise<void> {
  // Out of the form or the result, and then out of an old filter.
  await terminal.key(`alt+${screen}`, 'esc', 'esc', 'esc');
  await openMatch(terminal, name);
}

/** Opens what a filter finds first in the list in view: what is clearly meant at once, else by another enter. */
export async function openMatch(terminal: Terminal, name: string): Promise<void> {
  await terminal.type(`/${name}`);
  await terminal.waitFor(new RegExp(`/ {1,2}${name}`));
  await terminal.waitFor(new RegExp(`[❯>] .*${name.slice(0, 10)}`));
  const isMeant = /(?:⏎|enter) (?:open|read)|(?<![-\d])1\/1(?!\d)/.test(terminal.text());
  await terminal.key('enter');
  await terminal.waitWithout(`/ ${name}`);
  if (!isMeant) await terminal.key('enter');
}

/** The inspector on a server, ready, with the terminal's keyboard switched. */
export async function opened(args: readonly string[], more: TerminalOptions = {}): Promise<Terminal> {
  const terminal = openTerminal({ args, kitty: true, ...more });
  await terminal.waitFor('· ready');
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  return terminal;
}

/** Finds a tool by a filter and opens its form. */
export async function openTool(terminal: Terminal, name: string): Promise<void> {
  await openNamed(terminal, '2', name);
  await terminal.waitFor('ctrl+s');
}

/** Goes to the Inbox when so much waits there, and opens the first. */
export async function openWaiting(terminal: Terminal, count = 1): Promise<void> {
  await terminal.waitFor(new RegExp(`6 Inbox ${count}\\b`));
  await terminal.key('alt+6');
  await terminal.waitFor(/❯ … \S/);
  await terminal.key('enter');
  await terminal.waitFor('ctrl+s');
}

/** Goes to a field of the form by its name. */
export async function goTo(terminal: Terminal, field: string): Promise<void> {
  await terminal.key('ctrl+f');
  await terminal.waitFor(/^ field /m);
  await terminal.type(field);
  await terminal.waitFor(`field ${field}`);
  await terminal.key('enter');
  await terminal.waitWithout(`field ${field}`);
  await terminal.waitFor(new RegExp(`❯. *${field}`));
}
