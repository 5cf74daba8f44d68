import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { clientFrame, clientRecording } from '../support/client-recording.ts';
import { verifiedRecording } from '../support/verified.ts';

/** Answers no more than tools. */
const SILENT = fileURLToPath(new URL('../support/servers/growing.mjs', import.meta.url));

it.each([
  ['was not answered', 'notifications/roots/list_changed', 'not answered, as when it was recorded'],
  ['was cancelled', 'notifications/cancelled', undefined],
])('waits for what %s no longer than a person wants, however long that took', async (_, method, why) => {
  const ask = { jsonrpc: '2.0', id: 1, method: 'completion/complete', params: {} };
  const last = { jsonrpc: '2.0', method, params: { requestId: 1 } };
  const recording = clientRecording(
    clientFrame(1, JSON.stringify(ask)),
    clientFrame(2, JSON.stringify(last)).replace('"t":2', '"t":3000000000'),
  );
  const { steps } = await verifiedRecording(recording.file, [SILENT, '1'], { timeout: 50 });
  expect(steps).toMatchObject([{ status: 'same', differences: [], ...(why !== undefined && { why }) }]);
});
