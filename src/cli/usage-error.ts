/**
 * Something is wrong with what was typed: an option, an operand, a file that cannot be read. The message names
 * the thing and the next step; the program ends with exit code 2.
 */
export class UsageError extends Error {
  override name = 'UsageError';
}
