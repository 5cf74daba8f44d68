import { createAuthorizedFetch } from '../auth/authorized-fetch.ts';
import type { Authorizer } from '../auth/authorizer.ts';
import type { HttpTarget } from '../session/target.ts';
import { createCookieJar } from '../transport/cookies.ts';
import { createFetch } from '../transport/fetch.ts';
import { createHttpTransport } from '../transport/http.ts';
import type { RemoteDeps } from '../transport/remote.ts';
import { createSseTransport } from '../transport/sse.ts';
import type { Transport } from '../transport/transport.ts';
import { createWsTransport } from '../transport/ws.ts';

/**
 * The transport for a target. Unless the user chose it, HTTP+SSE is the alternative for a server that refuses Streamable
 * HTTP in the way that the specification describes ("Backwards Compatibility").
 *
 * @param authorizer obtains authorization if the server requires it; without one a refusal stands
 */
export function createRemoteTransport(
  target: HttpTarget,
  needs: Omit<RemoteDeps, 'openFetch'>,
  authorizer?: Authorizer,
): Transport {
  const { nextExchange, wall } = needs;
  const deps: RemoteDeps = {
    ...needs,
    openFetch: (emit) => {
      const fetch = createFetch(target, { emit, nextExchange, cookies: createCookieJar(wall) });
      return authorizer === undefined ? fetch : createAuthorizedFetch(fetch, authorizer);
    },
  };
  switch (target.transport) {
    case 'http': {
      const older = target.chosen ? undefined : () => createSseTransport(target, deps);
      return createHttpTransport(target, deps, older);
    }
    case 'sse':
      return createSseTransport(target, deps);
    case 'ws':
      return createWsTransport(target, deps);
  }
}
