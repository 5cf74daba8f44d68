import { challengeFault, readChallenge } from '../session/authorization.ts';
import type { Finding } from '../spec/finding.ts';
import { boundedBody, restOf } from '../transport/body.ts';
import { ExchangeError } from '../transport/exchange-error.ts';
import type { Exchange, Fetch, HttpRequest, HttpResponse } from '../transport/fetch.ts';
import { challengesIn } from '../transport/http-advice.ts';
import type { Authorizer } from './authorizer.ts';

/**
 * Sends requests with the token we have, and again with a better one when they are refused for lack of it: a server
 * that answers 401 or 403 has not run the request.
 *
 *   request ─▶ response ─▶ …
 *                └ 401, 403 ─▶ end ─▶ authorization ─▶ the same request, another exchange ─▶ …
 */
export function createAuthorizedFetch(fetch: Fetch, authorizer: Authorizer): Fetch {
  /** How many requests wait for authorization. */
  let waiting = 0;

  const begin = (request: HttpRequest): Exchange => {
    const refused = { 401: 0, 403: 0 };
    let aborted: string | undefined;
    let current = send(false);

    /** @param again its body is not reported a second time */
    function send(again: boolean): { readonly exchange: Exchange; readonly token: string | undefined } {
      const token = authorizer.token();
      const headers = token === undefined ? request.headers : [...request.headers, bearer(token)];
      return { exchange: fetch({ ...request, headers, ...(again ? { recordsBody: true } : {}) }), token };
    }

    async function settled(): Promise<HttpResponse> {
      for (;;) {
        const { exchange, token } = current;
        const response = await exchange.response;
        const { status, statusLine } = response;
        if (status !== 401) authorizer.accepted(token);
        if (status !== 401 && status !== 403) return response;
        const said = challengesIn(response);
        const challenge = readChallenge(said);
        const { asked = false } = request;
        const { address } = response;
        const refusal = {
          status,
          statusLine,
          challenge,
          token,
          before: refused[status],
          asked,
          address,
        } as const;
        // Tokens are of no use to a server that wants another scheme.
        const isOther = said !== '' && challenge === undefined;
        const hopeless = isOther ? '' : authorizer.whyNot(refusal);
        if (hopeless !== undefined) return denied(response, hopeless);
        refused[status] += 1;
        const bytes = await bodyOf(exchange, response);
        exchange.end(restOf(bytes), status === 401 ? checkChallenge(said, request.url) : []);
        waiting += 1;
        const why = await authorizer.help(refusal);
        waiting -= 1;
        if (aborted !== undefined) throw new ExchangeError(aborted);
        if (why !== undefined) return denied({ ...response, read: replay(bytes) }, why);
        current = send(true);
      }
    }

    const response = settled();
    response.catch(() => {});
    return {
      get x() {
        return current.exchange.x;
      },
      response,
      isOver: () => current.exchange.isOver(),
      end: (rest, findings) => current.exchange.end(rest, findings),
      broke: (why, findings) => current.exchange.broke(why, findings),
      withdraw(why) {
        aborted = why;
      },
      abort(why) {
        aborted = why;
        current.exchange.abort(why);
      },
    };
  };

  const close = (): void => {
    if (waiting > 0) authorizer.giveUp('the connection was closed');
    fetch.close();
  };
  return Object.assign(begin, { close });
}

/** What is wrong with the challenge of a server. */
function checkChallenge(said: string, url: string): readonly Finding[] {
  if (said === '') return [{ rule: 'auth/challenge', message: '401 Unauthorized without WWW-Authenticate' }];
  const fault = challengeFault(url, readChallenge(said));
  return fault === undefined ? [] : [{ rule: 'auth/metadata-place', message: fault }];
}

/** The body of a refusal, as far as it is read; a broken one is reported. */
async function bodyOf(exchange: Exchange, response: HttpResponse): Promise<Buffer> {
  try {
    return (await boundedBody(exchange, response)).bytes;
  } catch (error) {
    exchange.broke(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

const bearer = (token: string) => ['Authorization', `Bearer ${token}`] as const;

const denied = (response: HttpResponse, why: string): HttpResponse =>
  why === '' ? response : { ...response, denied: why };

/** Hands over a body that was read before. */
const replay = (bytes: Buffer): HttpResponse['read'] => {
  return async (onChunk) => onChunk(bytes);
};
