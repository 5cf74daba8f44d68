import { missingVariable } from '../../../session/missing-variable.ts';
import type { SessionState } from '../../../session/state.ts';
import { counted } from '../../../text/measure.ts';
import { quoteShell } from '../../../text/quote.ts';
import { type Parts, plain, text } from '../../kit/parts.ts';

/** What the process got of the environment, in a line. */
export function environmentWords({ target, process }: SessionState): string {
  if (target.transport !== 'stdio') return '';
  const all = Object.keys(target.env).length;
  const beyond = target.beyondClient.length;
  const given = target.given.length === 0 ? '' : ` · given: ${target.given.join(', ')}`;
  if (beyond === 0) return `${counted(all, 'variable')}${given}`;
  return process?.clean
    ? `${counted(all - beyond, 'variable')} · ${beyond} left out, as a desktop client does (C: restart with them)${given}`
    : `${counted(all, 'variable')} · ${beyond} a desktop client would not pass (C: restart without them)${given}`;
}

/** The names passed on, then those among them that a client would not have passed. */
export function environmentRows({ target, process }: SessionState, cells: number): Parts[] {
  if (target.transport !== 'stdio') return [];
  const beyond = new Set(target.beyondClient);
  const names = Object.keys(target.env).sort();
  const passed = names.filter((name) => !beyond.has(name));
  const note = process?.clean ? 'left out, as a desktop client does:' : 'a desktop client would not pass:';
  return [
    ...text(passed.join('  '), cells),
    ...(beyond.size === 0
      ? []
      : [
          [['dim', note]] as Parts,
          ...text([...beyond].sort().join('  '), cells).map((line): Parts => [['dim', plain(line)]]),
        ]),
  ];
}

/** The command to try where a server has ended and said that a variable is missing. */
export function variableAdvice(
  { phase, target, stderr, why }: SessionState,
  mask: (text: string) => string,
): string | undefined {
  if (target.transport !== 'stdio' || (phase !== 'failed' && phase !== 'closed')) return undefined;
  const name = missingVariable([...why, ...stderr]);
  if (name === undefined || name in target.env) return undefined;
  return `restart with: mcp-loupe -e ${name}=… ${mask(quoteShell([target.command, ...target.args]))}`;
}
