/** A fault of ours, in full, for whoever reports it. */
export function describe(error: unknown): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `mcp-loupe came upon a fault of its own; please report it.\n${what}`;
}
