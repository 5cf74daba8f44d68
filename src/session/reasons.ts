/** A sentence that begins with the request that it is about: `initialize: …` or `initialize was refused: …`. */
const ABOUT = /^(server\/discover|initialize)( was refused)?: (.*)$/s;

/** Reasons why connecting failed with one more; what is said of both requests that open a connection is said once. */
export function withReason(reasons: readonly string[], reason: string): readonly string[] {
  const [, before, , first] = ABOUT.exec(reasons.at(-1) ?? '') ?? [];
  const [, asked, refused, second] = ABOUT.exec(reason) ?? [];
  if (before === asked || first === undefined || first !== second) return [...reasons, reason];
  return [...reasons.slice(0, -1), `${before} and ${asked}${refused ? ' were refused' : ''}: ${first}`];
}
