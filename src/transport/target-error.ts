/** The target cannot be made out from what was typed: wrong usage. The message names the thing and the next step. */
export class TargetError extends Error {
  override name = 'TargetError';
}
