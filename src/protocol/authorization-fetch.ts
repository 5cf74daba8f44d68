import type { Finding, HeaderLine, HttpPurpose } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { version as ours } from '../version.ts';
import type { AuthorizationOptions } from './authorization-options.ts';
import { secretsIn } from './authorization-secrets.ts';
import type { AuthorizerWorld } from './authorizer-world.ts';
import { createFetch, type Fetch } from './fetch.ts';
import { collect, restOf } from './http-body.ts';

/** What the functions of the official client library send their requests with. */
export type SdkFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Our own fetch, as the official client library wants it. */
export interface AuthorizationFetch {
  /** @param inspect takes the status and the body of each response, and tells what is wrong with it */
  for(purpose: HttpPurpose, inspect?: (status: number, body: string) => readonly Finding[]): SdkFetch;
  /** Closes all connections. */
  close(): void;
}

/** ms for an exchange, after which nobody waits any more. */
const PATIENCE = 30_000;

/** Tells every exchange with its bodies, the secrets in them learnt before. */
export function createAuthorizationFetch(
  target: HttpTarget,
  { proxyFor }: Pick<AuthorizationOptions, 'proxyFor'>,
  world: Pick<AuthorizerWorld, 'later' | 'emit' | 'nextExchange' | 'learn'>,
): AuthorizationFetch {
  const fetches = new Map<string, Fetch>();

  /** The way to an origin: what the person said of the server holds for its own alone, what to trust for all. */
  const fetchTo = (url: URL): Fetch => {
    const known = fetches.get(url.origin);
    if (known !== undefined) return known;
    const { socket: _, proxy: __, ...rest } = target;
    const proxy = proxyFor(url);
    const there = { ...rest, url: url.href, ...(proxy === undefined ? {} : { proxy }) };
    const fetch = createFetch(url.origin === new URL(target.url).origin ? target : there, world);
    fetches.set(url.origin, fetch);
    return fetch;
  };

  return {
    for:
      (purpose, inspect) =>
      async (url, init = {}) => {
        const method = init.method ?? 'GET';
        const body = init.body === undefined || init.body === null ? undefined : String(init.body);
        world.learn(secretsIn(body ?? ''));
        const exchange = fetchTo(new URL(url))({
          ...{ method, url: String(url), headers: headersOf(init), for: purpose, told: true },
          ...(body === undefined ? {} : { body }),
        });
        const stop = world.later(PATIENCE, () => exchange.abort(`no answer within ${PATIENCE / 1000} s`));
        try {
          const response = await exchange.response;
          const bytes = await collect(response);
          world.learn(secretsIn(bytes.toString()));
          exchange.end(restOf(bytes), inspect?.(response.status, bytes.toString()));
          const { status, headers } = response;
          const content = [204, 205, 304].includes(status) ? null : new Uint8Array(bytes);
          return new Response(content, {
            status,
            headers: headers.map(([name, value]): [string, string] => [name, value]),
          });
        } catch (error) {
          exchange.broke(error instanceof Error ? error.message : String(error));
          throw error;
        } finally {
          stop();
        }
      },
    close() {
      for (const fetch of fetches.values()) fetch.close();
    },
  };
}

function headersOf({ headers }: RequestInit): HeaderLine[] {
  const given = [...new Headers(headers)];
  return [['User-Agent', `mcp-loupe/${ours}`], ...given];
}
