import type { ListItem } from '../spec/check/item.ts';
import { LISTS, type ListName } from '../spec/methods.ts';
import { closest } from '../text/suggest.ts';
import { type ConnectedServer, tellUnannounced } from './connect.ts';
import { tellFailed } from './print.ts';

/**
 * Asks for a list and looks an item up by its name. What is not in the list is requested anyway, because the
 * list may be what is wrong; stderr says so and names what comes close.
 */
export async function findItem(
  server: ConnectedServer,
  list: ListName,
  name: string,
): Promise<ListItem | undefined> {
  tellUnannounced(server, LISTS[list].method);
  const listed = await server.connection.list(list);
  if (listed.kind === 'failed') tellFailed(server, LISTS[list].method, listed.outcome);
  const found = listed.items.find((item) => item.name === name);
  if (found === undefined && listed.kind === 'items') {
    const near = closest(
      name,
      listed.items.map((item) => item.name),
    );
    const hint = near === undefined ? '' : ` (did you mean ${near}?)`;
    server.tell(`the server does not list the ${LISTS[list].noun} "${name}"${hint}; requesting it anyway`);
  }
  return found;
}
