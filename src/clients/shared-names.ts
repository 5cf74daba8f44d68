import { sharedTools } from '../surface/shared-tools.ts';
import type { SurfaceItem } from '../surface/surface.ts';
import { visible } from '../text/visible.ts';
import type { Client } from './client.ts';
import { type Crossing, listed } from './crossings.ts';
import { namesBy } from './naming.ts';

/** A server among several, as a client has it in its configuration. */
export interface ServerAmong {
  readonly name: string;
  readonly tools: readonly SurfaceItem[];
}

/**
 * The tools that a client gives the name of a tool of another server and for which that is known to matter, by the names of their
 * servers. A client that puts the name of the server before is not confused.
 */
export function sharedNames(
  clients: readonly Client[],
  servers: readonly ServerAmong[],
): ReadonlyMap<string, readonly Crossing[]> {
  const found = new Map<string, Crossing[]>(servers.map(({ name }) => [name, []]));
  const offered = servers.map(({ name, tools }) => ({ server: name, tools: tools.map((tool) => tool.name) }));
  for (const client of clients) {
    const rule = client.rules.find(({ limit }) => limit.on === 'shared name');
    if (rule === undefined) continue;
    for (const { name, tools } of sharedTools(offered, (server) => givenBy(client, server)))
      for (const { server, tool } of tools) {
        const item = servers.find((one) => one.name === server)?.tools.find((one) => one.name === tool);
        const others = tools.filter((one) => one.server !== server).map((one) => visible(one.server));
        const fact = `${listed(others, 'and')} ${others.length === 1 ? 'has' : 'have'} one as well`;
        if (item !== undefined)
          found
            .get(server)
            ?.push({ client, rule, list: 'tools', item, path: '/name', places: 1, fact, given: name });
      }
  }
  return found;
}

/** What reaches the model. */
function givenBy(client: Client, server: string): (tool: string) => string | undefined {
  const nameOf = namesBy(client, server);
  return (tool) => {
    const { name, fate } = nameOf(tool);
    return fate === 'left out' || fate === 'refused' ? undefined : name;
  };
}
