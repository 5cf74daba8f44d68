import type { HeaderLine, HttpPurpose } from '../session/frame.ts';
import { shortestSecret } from '../session/redaction/names.ts';
import type { HttpTarget } from '../session/target.ts';
import type { Finding } from '../spec/finding.ts';
import { brief } from '../text/cut.ts';
import { seconds } from '../text/measure.ts';
import { urlOf } from '../text/url.ts';
import { boundedBody, restOf } from '../transport/body.ts';
import { createFetch, type Exchange, type Fetch } from '../transport/fetch.ts';
import { version as ours } from '../version.ts';
import type { AuthAnswer } from './answer.ts';
import { createBorder, type Use } from './border.ts';
import { AuthorizationError } from './error.ts';
import type { ReportProblem } from './members.ts';
import type { AuthorizationOptions, AuthorizerDeps } from './options.ts';

/** A request of authorization. */
export interface AuthRequest {
  readonly purpose: HttpPurpose;
  /** What it is, for a sentence: "the token request". */
  readonly what: string;
  readonly url: string;
  /** The document and the member that name the URL. */
  readonly by: string;
  readonly headers?: readonly HeaderLine[];
  /** The body of a POST. */
  readonly body?: string;
}

/** Sends the requests of authorization. */
export interface AuthorizationFetch {
  /**
   * Sends a request and has its answer read; what `read` notes is reported with the end of the exchange. Rejects with
   * an {@link AuthorizationError}, or with what `read` throws.
   */
  ask<T>(asked: AuthRequest, read: (answer: AuthAnswer, note: ReportProblem) => T): Promise<T>;
  /** Throws when a URL may not be used. */
  check(url: string, by: string, use: Use): void;
  /** Adds the authorization server, once it is known. */
  meet(server: URL): void;
  /** Closes all connections. */
  close(): void;
}

/** ms that an exchange may take. */
const TIMEOUT = 30_000;

const USES: Readonly<Record<HttpPurpose, Use>> = {
  'resource metadata': 'own',
  'server metadata': 'read',
  registration: 'post',
  token: 'post',
  refresh: 'post',
  callback: 'show',
};

/**
 * Reports every exchange with its bodies; the secrets in them are learnt before.
 *
 * @param address what the server answered from
 */
export function createAuthorizationFetch(
  target: HttpTarget,
  { proxyFor, allowed = [] }: Pick<AuthorizationOptions, 'proxyFor' | 'allowed'>,
  deps: Pick<AuthorizerDeps, 'later' | 'emit' | 'nextExchange' | 'learn'>,
  address: string | undefined,
): AuthorizationFetch {
  const fetches = new Map<string, Fetch>();
  const border = createBorder({ url: target.url, ...socketOf(target), address, allowed });
  const own = new URL(target.url).origin;

  /** The way to an origin: the person's settings for the server hold for its own alone, the trusted certificates for all. */
  const fetchTo = (url: URL): Fetch => {
    const known = fetches.get(url.origin);
    if (known !== undefined) return known;
    const { socket: _, proxy: __, ...rest } = target;
    const proxy = proxyFor(url);
    const there = { ...rest, url: url.href, ...(proxy === undefined ? {} : { proxy }) };
    const fetch =
      url.origin === own
        ? createFetch(target, deps)
        : createFetch(there, deps, proxy === undefined ? border.lookupFor(url) : undefined);
    fetches.set(url.origin, fetch);
    return fetch;
  };

  function check(url: string, by: string, use: Use): void {
    const named = `${brief(url)} (${by})`;
    const place = urlOf(url);
    if (place === undefined) throw new AuthorizationError(`${named} is not a URL`);
    const why = border.whyNot(place, use);
    if (why !== undefined) throw new AuthorizationError(`${named} is not used: ${why}`);
  }

  async function ask<T>(
    asked: AuthRequest,
    read: (answer: AuthAnswer, note: ReportProblem) => T,
  ): Promise<T> {
    const { purpose, url, by, body, headers = [] } = asked;
    check(url, by, USES[purpose]);
    const method = body === undefined ? 'GET' : 'POST';
    deps.learn(secretsIn(body ?? ''));
    const exchange = fetchTo(new URL(url))({
      ...{ method, url: new URL(url).href, for: purpose, recordsBody: true },
      headers: [['User-Agent', `mcp-loupe/${ours}`], ...headers],
      ...(body === undefined ? {} : { body }),
    });
    const answer = await answered(exchange, asked, method);
    deps.learn(secretsIn(answer.bytes.toString()));
    const findings: Finding[] = [];
    try {
      return read(answer, (rule, message) => findings.push({ rule, message }));
    } finally {
      if (!exchange.isOver()) exchange.end(restOf(answer.bytes), findings);
    }
  }

  async function answered(
    exchange: Exchange,
    { what, url, by }: AuthRequest,
    method: string,
  ): Promise<AuthAnswer> {
    const stop = deps.later(TIMEOUT, () => exchange.abort(`no answer within ${seconds(TIMEOUT)}`));
    try {
      const response = await exchange.response;
      const { status, statusLine } = response;
      const [type = ''] = (response.header('content-type') ?? '').toLowerCase().split(';');
      return {
        method,
        url,
        status,
        statusLine,
        type: type.trim(),
        ...(await boundedBody(exchange, response)),
      };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      exchange.broke(why);
      throw new AuthorizationError(`${what} at ${brief(url)} (${by}) failed: ${why}`, { cause: error });
    } finally {
      stop();
    }
  }

  return {
    ask,
    check,
    meet: border.meet,
    close() {
      for (const fetch of fetches.values()) fetch.close();
    },
  };
}

const socketOf = ({ socket }: HttpTarget) => (socket === undefined ? {} : { socket });

/** Secret members of requests and answers that neither their name nor their shape reveals. */
const SECRETS = [
  ...['code', 'code_verifier', 'client_secret', 'client_assertion'],
  ...['access_token', 'refresh_token', 'id_token', 'registration_access_token'],
];

/** The secrets in a form, a query or JSON, to be learnt. One that is too short by itself includes its name. */
export function secretsIn(body: string): string[] {
  return SECRETS.flatMap((name) =>
    valuesOf(body, name)
      .filter((value) => value !== '')
      .map((value) => (value.length < shortestSecret ? `${name}=${value}` : value)),
  );
}

function valuesOf(body: string, name: string): readonly string[] {
  if (!/^[\s\uFEFF]*\{/.test(body)) return new URLSearchParams(body).getAll(name);
  try {
    const value: unknown = (JSON.parse(body.replace(/^\uFEFF/, '')) as Readonly<Record<string, unknown>>)[
      name
    ];
    return [value]
      .flat()
      .flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));
  } catch {
    return [];
  }
}
