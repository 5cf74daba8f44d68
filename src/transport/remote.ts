import type { HttpTarget } from '../session/target.ts';
import { createHttpTransport } from './http.ts';
import type { RemoteWorld } from './remote-deps.ts';
import { createSseTransport } from './sse.ts';
import type { Transport } from './transport.ts';
import { createWsTransport } from './ws.ts';

/**
 * The transport that a target asks for. Where the user did not choose, a server that refuses Streamable HTTP as the
 * specification says ("Backwards Compatibility") has HTTP+SSE as its alternative.
 */
export function createRemoteTransport(target: HttpTarget, world: RemoteWorld): Transport {
  switch (target.transport) {
    case 'http':
      return createHttpTransport(
        target,
        world,
        target.chosen ? undefined : () => createSseTransport(target, world),
      );
    case 'sse':
      return createSseTransport(target, world);
    case 'ws':
      return createWsTransport(target, world);
  }
}
