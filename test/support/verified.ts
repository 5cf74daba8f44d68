import { fileURLToPath } from 'node:url';
import { createAnswerer } from '../../src/connection/answerer.ts';
import { systemClock } from '../../src/host/clock.ts';
import { openLive } from '../../src/host/live.ts';
import { openRecorded } from '../../src/host/recorded.ts';
import type { VerifyOptions } from '../../src/replay/verifiable.ts';
import type { Verified } from '../../src/replay/verification.ts';
import { verifiableRecording } from '../../src/replay/verify-recording.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';

const PLAIN: VerifyOptions = {
  ...{ all: false, twice: false, level: 'values', ignore: [], only: [] },
  ...{ secrets: new Map(), env: {}, stop: new AbortController().signal },
};

/** What `verify` finds of a recording and a server on Node.js. */
export async function verifiedRecording(
  recording: string,
  args: readonly string[],
  options: Partial<VerifyOptions> = {},
): Promise<Verified> {
  const recorded = await openRecorded(recording, systemClock);
  await recorded.whole;
  const verifiable = verifiableRecording(recorded, { ...PLAIN, ...options });
  const { answer, capabilities = {} } = verifiable.opening ?? {};
  const host = openLive({
    target: {
      transport: 'stdio',
      command: process.execPath,
      args,
      ...{ cwd: fileURLToPath(new URL('.', import.meta.url)), env: {}, given: [], beyondClient: [] },
    },
    connection: {
      client: { name: 'test', version: '0' },
      answerer: createAnswerer({
        ...{ roots: [], rules: { elicitation: [], sampling: [] }, otherwise: 'refuse' },
        ...{ elicitation: true, sampling: true, as: { name: 'recorded', capabilities }, recorded: answer },
      }),
      ...{ timeout: 20_000, maxTimeout: 60_000, connectTimeout: 20_000, rounds: 10, tasks: true },
    },
    redactorFor,
    redact: true,
    clock: systemClock,
    id: 'test',
  });
  try {
    const connected = await host.connection.connect();
    if (connected !== 'ready') return verifiable.unreached('no connection');
    return await verifiable.verify({ host, connection: host.connection });
  } finally {
    await host.close();
    await verifiable.close?.();
  }
}
