import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LiveHost } from '../../src/host/live.ts';
import { readyHost } from '../support/ready-host.ts';

describe.each(['legacy', 'modern'] as const)('resources that change, %s', (era) => {
  let host: LiveHost;
  beforeEach(async () => {
    const server = fileURLToPath(new URL('../support/servers/changing.mjs', import.meta.url));
    host = await readyHost([server], { era });
  });

  const subscriptions = () => host.store.state().subscriptions;
  const call = async (name: string, args = {}): Promise<string> => {
    const outcome = await host.connection.request('tools/call', { name, arguments: args }).done;
    if (outcome.kind !== 'result') throw new Error(outcome.kind);
    return (outcome.result as { content: [{ text: string }] }).content[0].text;
  };
  /** The texts that the reads of a resource were answered with. */
  const readings = (uri: string): readonly string[] =>
    Array.from({ length: host.log.length }, (_, seq) => seq).flatMap((seq) => {
      const row = host.log.row(seq);
      if (row?.method !== 'resources/read' || row.kind !== 'result') return [];
      const [{ text, uri: of }] = JSON.parse(host.log.text(seq) ?? '').result.contents;
      return of === uri ? [text] : [];
    });

  it('are read when they are subscribed to, and whenever they have changed', async () => {
    expect(await host.connection.subscribe('note:one')).toBeUndefined();
    await expect.poll(() => readings('note:one')).toEqual(['first\nversion 1\nlast']);
    await call('change');
    await expect.poll(() => readings('note:one').at(-1)).toBe('first\nversion 2\nlast');
    const [one] = subscriptions();
    expect(one).toMatchObject({ uri: 'note:one', updated: { count: 1 } });
    expect(one?.before).toBeLessThan(one?.read ?? 0);
    await host.checked();
    expect(host.store.state().findings).toEqual([]);
  });

  it('are read twice at the most for a burst of news, and two at a time', async () => {
    for (const uri of ['note:one', 'note:two', 'note:three']) await host.connection.subscribe(uri);
    await call('change', { times: 50 });
    const all = () => ['note:one', 'note:two', 'note:three'].map(readings);
    await expect
      .poll(() => all().map((one) => one.at(-1)))
      .toEqual(Array.from({ length: 3 }, () => 'first\nversion 51\nlast'));
    await expect
      .poll(() => host.store.state().running.filter(({ method }) => method === 'resources/read'))
      .toEqual([]);
    for (const one of all()) expect(one.length).toBeLessThanOrEqual(3);
    expect(Number(await call('most'))).toBeLessThanOrEqual(2);
  });

  it('are left alone when they are subscribed to no more', async () => {
    await host.connection.subscribe('note:one');
    await host.connection.subscribe('note:two');
    expect(await host.connection.unsubscribe('note:one')).toBeUndefined();
    await call('change');
    await expect.poll(() => readings('note:two').at(-1)).toContain('version 2');
    expect(readings('note:one')).toHaveLength(1);
    expect(subscriptions().map(({ uri }) => uri)).toEqual(['note:two']);
  });

  it('are not subscribed to where the server does not agree', async () => {
    expect(await host.connection.subscribe('quiet:')).toMatch(/it never changes|does not accept/);
    expect(subscriptions()).toEqual([]);
  });

  it('are subscribed to again after a restart', async () => {
    await host.connection.subscribe('note:one');
    expect(await host.connection.restart()).toBe('ready');
    await expect.poll(() => subscriptions().map(({ uri }) => uri)).toEqual(['note:one']);
    await call('change');
    await expect.poll(() => readings('note:one').at(-1)).toContain('version 2');
  });

  it.runIf(era === 'modern')('are told of, and no more, on a stream that is named by text', async () => {
    const server = fileURLToPath(new URL('../support/servers/changing.mjs', import.meta.url));
    host = await readyHost([server, 'as-text'], { era });
    expect(await host.connection.subscribe('note:one')).toBeUndefined();
    expect(subscriptions()).toHaveLength(1);
    await call('end');
    await expect.poll(() => subscriptions()).toEqual([]);
    await host.checked();
    expect(host.store.state().findings.map(({ rule }) => rule)).toEqual(['id/type']);
  });

  it.runIf(era === 'modern')('are told of no more when the server ends the stream', async () => {
    await host.connection.subscribe('note:one');
    await call('end');
    await expect.poll(() => subscriptions()).toEqual([]);
    expect(host.store.state().phase).toBe('ready');
  });
});
