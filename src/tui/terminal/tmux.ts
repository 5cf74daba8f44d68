import { execFile } from 'node:child_process';

/** Where a pane of tmux is on the terminal around it, in cells counted from 0. */
export interface Pane {
  readonly left: number;
  readonly top: number;
}

/** ms that tmux has to answer. */
const PATIENCE = 500;
const FORMAT = '#{allow-passthrough} #{pane_left} #{pane_top} #{status} #{status-position}';

/** Our pane of tmux, where that passes sequences on to the terminal; nothing where it does not. Never rejects. */
export function passingPane(env: NodeJS.ProcessEnv): Promise<Pane | undefined> {
  const pane = env['TMUX_PANE'] ? ['-t', env['TMUX_PANE']] : [];
  return new Promise((resolve) => {
    const options = { env, timeout: PATIENCE };
    execFile('tmux', ['display-message', '-p', ...pane, FORMAT], options, (error, stdout) => {
      resolve(error ? undefined : readPane(stdout));
    });
  });
}

/** What tmux answers to {@link FORMAT}. */
export function readPane(told: string): Pane | undefined {
  const found = /^(?:on|all|1) (\d+) (\d+) (\w+) (top|bottom)\s*$/.exec(told);
  if (found === null) return undefined;
  const [, left, top, status = '', position] = found;
  const lines = status === 'off' ? 0 : Number(status.replace('on', '1'));
  return { left: Number(left), top: Number(top) + (position === 'top' ? lines : 0) };
}

/** A sequence that tmux passes on to the terminal around it as it is, where its `allow-passthrough` lets it. */
export const throughTmux = (sequence: string): string =>
  `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
