import { describe, expect, it } from 'vitest';
import type { LiveHost } from '../../src/host/live.ts';
import { readyHost } from '../support/ready-host.ts';

/** A server that announces logging, agrees to each level, and answers a call with what it was sent. */
const SERVER = `
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\\n');
const modern = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fake', version: '1' } } };
const answers = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { logging: {} }, serverInfo: { name: 'fake', version: '1' } }),
  'server/discover': () => ({ ...modern, supportedVersions: ['2026-07-28'], capabilities: { logging: {} } }),
  'logging/setLevel': () => ({}),
  'tools/call': (params) => ({ ...modern, content: [{ type: 'text', text: JSON.stringify(params._meta) }] }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) send({ id, result: answers[method](params) });
});
`;

const hostIn = (era: 'legacy' | 'modern') => readyHost(['-e', SERVER], { era });

/** The requests sent, in short. */
function sent({ log }: LiveHost): readonly string[] {
  const all: string[] = [];
  for (let seq = 1; seq < log.length; seq += 1) {
    const { kind, dir, method, by } = log.row(seq) ?? {};
    if (kind === 'request' && dir === 'c2s') all.push(`${method} by ${by}`);
  }
  return all;
}

describe('the level of log messages', () => {
  it('is told to a legacy server at once, and again after a restart', async () => {
    const host = await hostIn('legacy');
    expect(await host.connection.logAt('warning')?.done).toMatchObject({ kind: 'result' });
    expect(host.store.state().logging).toEqual({ level: 'warning' });
    expect(await host.connection.restart()).toBe('ready');
    await expect.poll(() => host.store.state().logging).toEqual({ level: 'warning' });
    expect(sent(host).filter((one) => one.startsWith('logging'))).toEqual([
      'logging/setLevel by user',
      'logging/setLevel by auto',
    ]);
  });

  it('goes with each request to a modern server, until none are wanted', async () => {
    const host = await hostIn('modern');
    const call = async (): Promise<unknown> => {
      const outcome = await host.connection.request('tools/call', { name: 'a' }).done;
      if (outcome.kind !== 'result') throw new Error(outcome.kind);
      const { content } = outcome.result as { readonly content: readonly [{ readonly text: string }] };
      return JSON.parse(content[0].text)['io.modelcontextprotocol/logLevel'];
    };
    expect(await call()).toBeUndefined();
    expect(host.connection.logAt('debug')).toBeUndefined();
    expect(await call()).toBe('debug');
    expect(host.store.state().logging).toEqual({ level: 'debug' });
    host.connection.logAt(undefined);
    expect(await call()).toBeUndefined();
    expect(host.store.state().logging).toEqual({});
    expect(sent(host)).not.toContain('logging/setLevel by user');
  });
});
