import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { LiveHost } from '../../src/host/live.ts';
import { readyHost } from '../support/ready-host.ts';

const server = fileURLToPath(new URL('../support/servers/looping.mjs', import.meta.url));

const loops = ({ store }: LiveHost) =>
  store
    .state()
    .findings.flatMap(({ rule, places }) =>
      rule === 'server/loop' ? places.map(({ message }) => message) : [],
    );

describe('a server that has a client go round in circles is told of once, and stays in use', () => {
  it.each([
    ['list', 'before', /^the server announces a change whenever tools\/list is sent: 4 times in /],
    ['list', 'after', /^the server announces a change whenever tools\/list is sent: 4 times in /],
    ['ping', '', /^the server sends ping over and over: 200 times in /],
  ])('%s %s', async (what, when, told) => {
    const host = await readyHost([server, what, when], {});
    await expect.poll(() => loops(host), { timeout: 20_000 }).toEqual([expect.stringMatching(told)]);
    expect(await host.connection.request('ping').done).toMatchObject({ kind: 'result' });
    expect(loops(host)).toHaveLength(1);
  });

  it('read', async () => {
    const host = await readyHost([server, 'read'], {});
    expect(await host.connection.subscribe('note:one')).toBeUndefined();
    await expect
      .poll(() => loops(host), { timeout: 20_000 })
      .toEqual([
        expect.stringMatching(/^the server announces a change of note:one whenever it is read: 4 times in /),
      ]);
  });
});
