import { describe, expect, it } from 'vitest';
import { CLIENTS, clientNamed } from '../../src/clients/clients.ts';
import { namesBy } from '../../src/clients/naming.ts';
import { sharedNames } from '../../src/clients/shared-names.ts';
import { sharedTools } from '../../src/surface/shared-tools.ts';
import type { SurfaceItem } from '../../src/surface/surface.ts';

const offered = (servers: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(servers).map(([server, tools]) => ({ server, tools }));

/** `search: crm search, files search`. */
const told = (found: ReturnType<typeof sharedTools>): string[] =>
  found.map(
    ({ name, tools }) => `${name}: ${tools.map(({ server, tool }) => `${server} ${tool}`).join(', ')}`,
  );

describe('tools of several servers with one name', () => {
  it.each<[string, Readonly<Record<string, readonly string[]>>, string[]]>([
    ['none', { crm: ['a', 'b'], files: ['c'] }, []],
    ['one', { crm: ['a', 'b'], files: ['b'] }, ['b: crm b, files b']],
    ['of three servers', { x: ['a'], y: ['a'], z: ['a'] }, ['a: x a, y a, z a']],
    ['twice in one server', { crm: ['a', 'a'], files: ['b'] }, []],
    ['twice in one and once in another', { crm: ['a', 'a'], files: ['a'] }, ['a: crm a, files a']],
    ['without a name', { crm: [''], files: [''] }, []],
    ['of members of every object', { crm: ['constructor'], files: ['__proto__'] }, []],
    ['in another case', { crm: ['Search'], files: ['search'] }, []],
  ])('%s', (_, servers, names) => {
    expect(told(sharedTools(offered(servers)))).toEqual(names);
  });

  const namesFor = (id: string) => (server: string) => (tool: string) =>
    namesBy(clientNamed(id) ?? CLIENTS[0]!, server)(tool).name;

  it('are none for a client that puts the name of the server before', () => {
    const servers = offered({ crm: ['search'], files: ['search'] });
    for (const id of ['claude-code', 'vscode', 'cursor', 'gemini-cli', 'opencode', 'openai'])
      expect(sharedTools(servers, namesFor(id)), id).toEqual([]);
    expect(told(sharedTools(servers, namesFor('kimi')))).toEqual(['search: crm search, files search']);
  });

  it('may be so only as a client writes them', () => {
    const servers = offered({ a: ['b_c'], a_b: ['c'] });
    expect(told(sharedTools(servers, namesFor('opencode')))).toEqual(['a_b_c: a b_c, a_b c']);
  });

  it('are crossings of the clients of which it is known what becomes of them', () => {
    const item = (name: string): SurfaceItem =>
      ({ name, title: '', description: '', raw: {}, seq: 1, problems: [] }) as unknown as SurfaceItem;
    const servers = [
      { name: 'crm', tools: [item('search')] },
      { name: 'files', tools: [item('search'), item('read')] },
    ];
    const found = sharedNames(CLIENTS, servers);
    const ids = found.get('files')?.map(({ client, item }) => `${client.id} ${item?.name}`);
    expect(ids?.sort()).toEqual([
      ...['anthropic-api search', 'claude-desktop search', 'kimi search', 'windsurf search'],
    ]);
  });
});
