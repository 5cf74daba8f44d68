import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Answerer } from '../../src/connection/answerer.ts';
import { systemClock } from '../../src/host/clock.ts';
import { type LiveHost, openLive } from '../../src/host/live.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import { nobody } from './nobody.ts';

/** A host on a small server written in place, closed at the end of the test; its own folder for the recording. */
export function hostOn(
  script: string,
  limits: {
    readonly timeout?: number;
    readonly maxTimeout?: number;
    readonly era?: 'legacy' | 'auto';
    readonly connectTimeout?: number;
    readonly answerer?: Answerer;
  } = {},
): LiveHost {
  const env = { ...process.env, FAKE_SECRET: 'do-not-leak-0123' } as Record<string, string>;
  const host = openLive({
    target: {
      transport: 'stdio',
      command: process.execPath,
      args: ['-e', script],
      cwd: tmpdir(),
      env,
      given: ['FAKE_SECRET'],
      beyondClient: [],
    },
    connection: {
      client: { name: 'test', version: '0' },
      timeout: 20_000,
      maxTimeout: 60_000,
      connectTimeout: 20_000,
      answerer: nobody,
      rounds: 10,
      tasks: true,
      ...limits,
    },
    record: { path: join(mkdtempSync(join(tmpdir(), 'loupe-')), 'live.mcp.jsonl'), overwrite: false },
    redactorFor,
    redact: true,
    clock: systemClock,
    id: 'test',
  });
  onTestFinished(() => host.close());
  return host;
}

/** A server of a dozen lines: `answer` maps methods to what is done with the request. */
export const server = (answers: string): string => `
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\\n');
const answers = {
  initialize: (m) => send({ id: m.id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'fake', version: '1' } } }),
  'tools/list': (m) => send({ id: m.id, result: { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] } }),
  'server/discover': (m) => send({ id: m.id, error: { code: -32601, message: 'unknown' } }),
  ${answers}
};
let rest = '';
process.stdin.on('data', (d) => { rest += d; const lines = rest.split('\\n'); rest = lines.pop(); for (const l of lines) { const m = JSON.parse(l); answers[m.method]?.(m); } });
process.stdin.on('end', () => process.exit(0));
`;

export const state = (host: LiveHost) => host.store.state();
export const rules = (host: LiveHost) => state(host).findings.map((finding) => finding.rule);
