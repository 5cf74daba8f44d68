import { tmpdir } from 'node:os';
import { expect, onTestFinished } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { type LiveHost, openLive } from '../../src/host/live.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import { nobody } from './nobody.ts';

/** A session, without a recording, with a server written in place (`node -e`); ready, and closed with the test. */
export async function served(script: string, ...args: readonly string[]): Promise<LiveHost> {
  const host = openLive({
    target: {
      transport: 'stdio',
      command: process.execPath,
      args: ['-e', script, ...args],
      cwd: tmpdir(),
      env: {},
      given: [],
      beyondClient: [],
    },
    connection: {
      client: { name: 'test', version: '0' },
      timeout: 5_000,
      maxTimeout: 10_000,
      connectTimeout: 10_000,
      answerer: nobody,
      rounds: 10,
      tasks: true,
    },
    redactorFor,
    redact: true,
    clock: systemClock,
    id: 'test',
  });
  onTestFinished(() => host.close());
  expect(await host.connection.connect()).toBe('ready');
  return host;
}

/** The messages sent so far that have a text in them, with who caused each. */
export function sentBy(
  { log }: LiveHost,
  text: string,
): readonly { readonly msg: string; readonly by?: string }[] {
  return Array.from({ length: log.length }, (_, seq) => log.entry(seq)).flatMap((entry) => {
    if (entry?.type !== 'frame' || entry.dir !== 'c2s' || !entry.msg.includes(text)) return [];
    return [{ msg: entry.msg, ...(entry.by === undefined ? {} : { by: entry.by }) }];
  });
}
