import type { Capture } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { createAuthorizedFetch } from './authorized-fetch.ts';
import { createCookieJar } from './cookies.ts';
import { createFetch, type Fetch } from './fetch.ts';
import type { RemoteWorld } from './remote-deps.ts';

/** The way to the server of one connection, with its cookies and authorization. */
export function createRemoteFetch(
  target: HttpTarget,
  { authorizer, nextExchange, wall }: RemoteWorld,
  emit: (capture: Capture) => void,
): Fetch {
  const fetch = createFetch(target, { emit, nextExchange, cookies: createCookieJar(wall) });
  return createAuthorizedFetch(fetch, authorizer);
}
