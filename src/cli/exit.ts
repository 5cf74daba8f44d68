/** The exit codes. Those of signals (129, 130, 143) are given by main.ts alone. */
export const exit = {
  done: 0,
  /** The server or the tool reported an error. */
  failed: 1,
  /** A bad option, bad arguments, an unreadable file. */
  usage: 2,
  /** It could not connect, or the connection broke. */
  connection: 3,
  timeout: 4,
  /** What `check` or `diff` found is more than `--fail-on` allows. */
  different: 5,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

/**
 * The exit code of several things together: what kept one from being done weighs more than what was found of another. A lost
 * connection comes before a time-out, wrong usage, an error of a server, and a difference.
 */
export function worst(codes: readonly ExitCode[]): ExitCode {
  const order: readonly ExitCode[] = [exit.connection, exit.timeout, exit.usage, exit.failed, exit.different];
  return order.find((code) => codes.includes(code)) ?? exit.done;
}

/**
 * Something is wrong with what was typed: an option, an operand, a file that cannot be read. The message names
 * the thing and the next step; the program ends with exit code 2.
 */
export class UsageError extends Error {
  override name = 'UsageError';
}
