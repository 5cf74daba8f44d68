/** A fault of ours, in full, for whoever reports it. */
export function describe(error: unknown): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `mcp-loupe hit an internal error; please report it.\n${what}`;
}
