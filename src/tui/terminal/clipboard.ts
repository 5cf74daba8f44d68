import { spawn } from 'node:child_process';
import { seconds } from '../../text/measure.ts';

export interface ClipboardOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Writes to the terminal. */
  readonly write: (bytes: string) => void;
}

/** How a text came to the clipboard, as a sentence to show. `sure` is false where nobody can tell. */
export interface Copied {
  readonly sure: boolean;
  readonly how: string;
}

/**
 * Copies a text: with the system's own tool where there is one, else by asking the terminal to (OSC 52), which
 * also works over SSH but gives no answer. Never rejects.
 */
export async function copy(text: string, options: ClipboardOptions): Promise<Copied> {
  const failures: string[] = [];
  for (const [tool = '', ...args] of tools(options)) {
    const failure = await feed(tool, args, text, options.env);
    if (failure === undefined) return { sure: true, how: `copied with ${tool}` };
    failures.push(failure);
  }
  options.write(osc52(text));
  return {
    sure: false,
    how: ['copied (OSC 52, if the terminal supports it)', ...failures].join('; '),
  };
}

/** The tools that can reach the clipboard of the person in front of the screen, the likeliest first. */
export function tools({
  env,
  platform,
}: Pick<ClipboardOptions, 'env' | 'platform'>): readonly (readonly string[])[] {
  if (platform === 'darwin' && !env['SSH_TTY']) return [['pbcopy']];
  if (platform === 'win32' || env['WSL_DISTRO_NAME']) return [['clip.exe']];
  // Over SSH they would copy on the far machine, unless its display is forwarded.
  const wayland = env['WAYLAND_DISPLAY'] && !env['SSH_TTY'] ? [['wl-copy']] : [];
  const x11 = env['DISPLAY']
    ? [
        ['xclip', '-selection', 'clipboard'],
        ['xsel', '--clipboard', '--input'],
      ]
    : [];
  return [...wayland, ...x11];
}

/** The sequence that asks a terminal to put a text on its clipboard. */
export function osc52(text: string): string {
  return `\x1b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\x07`;
}

/** ms within which a tool has taken the text. */
const PATIENCE = 2_000;

/** Gives a text to a tool; returns why it did not take it. */
function feed(
  tool: string,
  args: readonly string[],
  text: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Its other streams are not read: such a tool stays on to serve the clipboard and would hold them open.
    const child = spawn(tool, args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
    const timer = setTimeout(() => {
      child.kill();
      resolve(`${tool} took longer than ${seconds(PATIENCE)}`);
    }, PATIENCE);
    const end = (failure?: string) => {
      clearTimeout(timer);
      resolve(failure);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      end(error.code === 'ENOENT' ? `${tool} is not installed` : `${tool}: ${error.message}`);
    });
    child.once('exit', (code, signal) =>
      end(code === 0 ? undefined : `${tool} ended with ${signal ?? code}`),
    );
    // A tool that ends early breaks the pipe; why is in how it ended.
    child.stdin.once('error', () => {});
    child.stdin.end(text);
  });
}
