import { addressOf } from '../../../session/target.ts';
import { quoteShell, shellWords } from '../../../text/quote.ts';
import { visible } from '../../../text/visible.ts';
import type { Context } from '../../world/command.ts';
import { openPrompt } from '../../world/overlay.ts';
import { warn } from '../../world/say.ts';

/** Asks for another command line, beginning with that of the session, and opens a session with it. */
export function askForCommand(context: Context): void {
  const words = wordsOf(context);
  // What is secret is shown as such, and stays what it is unless it is typed over.
  const shown = words.map((word) => visible(context.host.mask(word)));
  const accept = (now: Context, line: string): void => {
    const typed = shellWords(line);
    if (typed === undefined) warn(now, 'A quote is not closed.');
    else if (typed.length > 0) now.terminal.again(typed.map((word) => words[shown.indexOf(word)] ?? word));
  };
  context.ui.update(openPrompt('mcp-loupe', { id: 'command', accept }, quoteShell(shown)));
}

/** The command line as it was typed; where a target was chosen from a list, one that names it. */
function wordsOf({ host, terminal: { argv } }: Context): readonly string[] {
  const { target } = host.store.state();
  if (target.transport === 'recorded') return argv;
  const own = target.transport === 'stdio' ? [target.command, ...target.args] : [addressOf(target)];
  const isTyped = own.every((word, at) => argv.at(at - own.length) === word);
  if (isTyped || argv.includes('demo')) return argv;
  const given = target.transport === 'stdio' ? target.given : [];
  const variables = given.flatMap((name) => [
    '-e',
    `${name}=${target.transport === 'stdio' ? target.env[name] : ''}`,
  ]);
  return [...variables, ...own];
}
