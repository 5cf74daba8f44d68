import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { PROGRAM } from './real-clients.ts';

/** Starts a mock at a port, gone with the test; `end` stops it, for what it said and its exit code. */
export async function mockAtPort(...args: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, 'mock', '--http', '0', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/listening \S+\n/);
  const [, url = ''] = /listening (\S+)/.exec(said) ?? [];
  return {
    url,
    async end() {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      const [code] = await closed;
      return { code, said };
    },
  };
}
