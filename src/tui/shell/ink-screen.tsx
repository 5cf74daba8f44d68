import { type Instance, type RenderOptions, render, useApp } from 'ink';
import { type ReactNode, useInsertionEffect } from 'react';

export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** What Ink has on the terminal. */
export interface InkScreen {
  /** Repaints everything, wherever the cursor was left. */
  repaint(): void;
  /** Lets go of the screen and of raw mode, and takes both back after `use`. */
  suspend(use: () => Promise<void>): Promise<void>;
  /** Leaves the screen and raw mode; nothing when that has happened. */
  unmount(): void;
  /** Resolves after unmounting; rejects when a component threw. */
  readonly exited: Promise<unknown>;
}

/** Shows a tree on the whole terminal; throws, with the terminal as it was, when that cannot be. */
export function showInk(tree: ReactNode, { stdin, stdout, stderr }: Streams): InkScreen {
  let suspend: Suspend | undefined;
  const root = <Suspendable onReady={(ready) => (suspend = ready)}>{tree}</Suspendable>;
  // At once, and not only when Ink has painted: a ctrl+c meanwhile would be a signal, and a key would be echoed.
  stdin.setRawMode(true);
  // What was typed before has been echoed: Ink believes the cursor to be at the beginning of a row.
  stdout.write('\r');
  const ink = rendered(root, {
    stdin,
    stdout,
    stderr,
    alternateScreen: true,
    incrementalRendering: true,
    // Ink takes CI in the environment to mean that nobody is watching, but both streams are terminals.
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps: 60,
  });
  return {
    repaint() {
      // Ink erases by moving up from where it believes the cursor to be; only then may the screen be cleared.
      ink.clear();
      // A synchronized update, which Ink's next frame ends: where the terminal knows that, nothing flashes.
      stdout.write('\x1b[?2026h\x1b[H\x1b[J');
      ink.rerender(root);
      void ink.waitUntilRenderFlush();
    },
    async suspend(use) {
      if (!suspend) throw new Error('The screen is not ready yet.');
      await suspend(use);
    },
    unmount: ink.unmount,
    exited: ink.waitUntilExit(),
  };
}

function rendered(root: ReactNode, options: RenderOptions & Streams): Instance {
  try {
    return render(root, options);
  } catch (error) {
    options.stdin.setRawMode(false);
    throw error;
  }
}

type Suspend = (use: () => Promise<void>) => Promise<void>;

/** Only a mounted component can ask Ink to let go of the terminal. */
function Suspendable(props: {
  readonly onReady: (suspend: Suspend) => void;
  readonly children: ReactNode;
}): ReactNode {
  const { suspendTerminal } = useApp();
  const { onReady, children } = props;
  useInsertionEffect(() => onReady(suspendTerminal), [onReady, suspendTerminal]);
  return children;
}
