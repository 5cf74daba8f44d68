import type { Job } from './job.ts';
import { UsageError } from './usage-error.ts';

/** The first operand; throws a UsageError that shows how the verb is written when there is none. */
export function firstOperand({ operands }: Job, verb: string, what: string): string {
  const first = operands[0];
  if (first === undefined) throw new UsageError(`${verb} needs ${what}; see mcp-loupe ${verb} --help`);
  return first;
}

/** Refuses operands that would be ignored; most often the `--` before the server's command was forgotten. */
export function operandsAtMost({ operands }: Job, verb: string, count: number): void {
  const extra = operands[count];
  if (extra === undefined) return;
  const unknown = `unexpected argument "${extra}" for ${verb}`;
  const next =
    verb === 'open'
      ? 'it takes one recording, or --last'
      : `put the server's command after --: mcp-loupe ${verb} … -- <command>`;
  throw new UsageError(`${unknown}; ${next}`);
}
