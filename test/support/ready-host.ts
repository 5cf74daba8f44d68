import { tmpdir } from 'node:os';
import { expect, onTestFinished } from 'vitest';
import type { ConnectionOptions } from '../../src/connection/ports.ts';
import { systemClock } from '../../src/host/clock.ts';
import { type LiveHost, openLive } from '../../src/host/live.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import { nobody } from './nobody.ts';

/** A session with a server on Node.js, once it is ready and its lists are there; it ends with the test. */
export async function readyHost(
  args: readonly string[],
  more: Pick<ConnectionOptions, 'era' | 'listen'>,
): Promise<LiveHost> {
  const limits = { timeout: 20_000, maxTimeout: 60_000, connectTimeout: 20_000 };
  const host = openLive({
    target: {
      transport: 'stdio',
      command: process.execPath,
      args,
      ...{ cwd: tmpdir(), env: {}, given: [], beyondClient: [] },
    },
    connection: {
      client: { name: 'test', version: '0' },
      ...{ ...limits, answerer: nobody, rounds: 10, tasks: true, ...more },
    },
    redactorFor,
    redact: true,
    clock: systemClock,
    id: 'test',
  });
  onTestFinished(() => host.close());
  expect(await host.connection.connect()).toBe('ready');
  await listed(host);
  return host;
}

/** Waits for the lists, for which a session that is ready waits a few seconds at the most. */
export async function listed({ store }: LiveHost): Promise<void> {
  const states = () => Object.values(store.state().lists).map(({ state }) => state);
  await expect.poll(states).not.toContain('loading');
}
