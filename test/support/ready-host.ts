import { tmpdir } from 'node:os';
import { expect, onTestFinished } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { type LiveHost, openLive } from '../../src/host/live.ts';
import type { ConnectionOptions } from '../../src/protocol/connection-options.ts';
import { nobody } from './nobody.ts';

/** A session with a server on Node.js, once it is ready; it ends with the test. */
export async function readyHost(
  args: readonly string[],
  more: Pick<ConnectionOptions, 'era' | 'listen'>,
): Promise<LiveHost> {
  const limits = { timeout: 5_000, maxTimeout: 10_000, connectTimeout: 5_000 };
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
    redact: true,
    clock: systemClock,
    id: 'test',
  });
  onTestFinished(() => host.close());
  expect(await host.connection.connect()).toBe('ready');
  return host;
}
