/** What ends the interactive program. */
export type WayOut =
  | { readonly kind: 'quit'; readonly code: number }
  /** Another command line takes its place. */
  | { readonly kind: 'again' }
  | { readonly kind: 'signal'; readonly signal: EndSignal }
  /** The terminal went away. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'error'; readonly error: unknown };

/** Signals that ask us to end. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGQUIT';

/** What the shell sees: 128 and the signal's number, 1 for a fault of ours. */
export function exitCode(way: WayOut): number {
  switch (way.kind) {
    case 'quit':
      return way.code;
    case 'again':
      return 0;
    case 'signal':
      return { SIGINT: 130, SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 }[way.signal];
    case 'gone':
      return 129;
    case 'error':
      return 1;
  }
}

/** Listens for signals, for what nobody caught and for a terminal that takes no more output; returns the way back. */
export function watchExits(stdout: NodeJS.WriteStream, leave: (way: WayOut) => void): () => void {
  const signals = (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const).map(
    (signal) => [signal, () => leave({ kind: 'signal', signal })] as const,
  );
  const fail = (error: unknown) => leave({ kind: 'error', error });
  const gone = () => leave({ kind: 'gone' });
  for (const [signal, listener] of signals) process.on(signal, listener);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  stdout.on('error', gone);
  return () => {
    for (const [signal, listener] of signals) process.off(signal, listener);
    process.off('uncaughtException', fail);
    process.off('unhandledRejection', fail);
    // A terminal that is gone stays gone: its listener keeps a late EPIPE from becoming an exception.
  };
}

/** A fault of ours, in full, for whoever reports it. */
export function faultReport(error: unknown): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `mcp-loupe hit an internal error; please report it.\n${what}`;
}
