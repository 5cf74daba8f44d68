import { spawn } from 'node:child_process';

/** A server that runs beside us, and goes when we go. */
export interface Background {
  /** What it said that it listens to. */
  readonly url: string;
  /** Resolves when it has ended, by itself or since it was stopped. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** Starts a server and waits until it says `listening URL` on stderr. Rejects when it ends before that. */
export function startBackground([command = '', ...args]: readonly string[]): Promise<Background> {
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`it did not start: ${said.trim()}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      const [, url] = /^listening (\S+)$/m.exec(said) ?? [];
      if (url !== undefined) resolve({ url, ended, stop });
    });
  });
}
