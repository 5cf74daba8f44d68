import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LiveHost } from '../../src/host/live.ts';
import { readyHost } from '../support/ready-host.ts';

describe('news of changes over stdio', () => {
  let host: LiveHost;
  beforeEach(async () => {
    const server = fileURLToPath(new URL('../support/servers/news.mjs', import.meta.url));
    host = await readyHost([server], { era: 'modern', listen: true });
    expect(running()).toEqual(['subscriptions/listen']);
  });

  const state = () => host.store.state();
  const running = () => state().running.map(({ method }) => method);
  const call = (name: string) => host.connection.request('tools/call', { name, arguments: {} }).done;

  it('come on the subscription', async () => {
    await call('change');
    await expect.poll(() => state().lists.tools.items.at(-1)?.name).toBe('changed');
    await host.checked();
    expect(state().findings).toEqual([]);
  });

  it('end with it, when the server takes it back', async () => {
    await call('end');
    await expect.poll(() => running()).toEqual([]);
    expect(state().phase).toBe('ready');
  });

  it('are no request whose answer is due', async () => {
    expect(await call('lose')).toMatchObject({ kind: 'error', error: { message: 'lost' } });
    expect(running()).toEqual(['subscriptions/listen']);
  });

  it('are asked for again after a restart', async () => {
    expect(await host.connection.restart()).toBe('ready');
    await expect.poll(running).toEqual(['subscriptions/listen']);
  });
});
