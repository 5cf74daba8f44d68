import type { AuthorizationStep } from '../session/frame.ts';
import { brief } from '../text/cut.ts';
import { seconds } from '../text/measure.ts';
import { urlOf } from '../text/url.ts';
import { AuthorizationError } from './error.ts';
import { secretsIn } from './fetch.ts';
import { type CallbackPage, openLoopback } from './loopback.ts';
import type { AuthorizationOptions, AuthorizerDeps } from './options.ts';

/** A page that a person is to open, and the answer that is expected. */
export interface ConsentPage {
  readonly url: string;
  /** Comes back unchanged in the answer to this page. */
  readonly state: string;
  /** What was asked for, for a sentence. */
  readonly asked: string;
}

/**
 * Asks a person for authorization; the browser brings the answer, or it is pasted.
 *
 *   idle ─ wait ─▶ waiting ─┬─ redirect with our state, or pasted ─▶ answered
 *                           ├─ redirect with another state ─▶ waiting
 *                           └─ time-out, cancelled ─▶ given up
 */
export interface BrowserConsent {
  /** Listens for the redirect of the browser, on any free port with 0. Rejects with an {@link AuthorizationError}. */
  receive(port: number): Promise<Receiver>;
  /** Takes a redirect URL that a person has pasted. Returns why it is not the answer, in one sentence, or nothing. */
  answer(text: string): string | undefined;
  /** Stops waiting, for a reason in words. */
  giveUp(why: string): void;
}

/** Where the browser is redirected to. */
export interface Receiver {
  readonly redirect: string;
  /** Waits for the answer to a page. Rejects with an {@link AuthorizationError}. */
  wait(page: ConsentPage): Promise<URLSearchParams>;
  close(): void;
}

interface Waiting {
  readonly page: ConsentPage;
  /** Answers with a different state so far. */
  foreign: number;
  readonly resolve: (answer: URLSearchParams) => void;
  readonly reject: (error: AuthorizationError) => void;
}

/** How many foreign answers are reported: any page in the browser may send thousands. */
const REPORTED = 5;

/** What consent needs of its host; `tell` records a step. */
type ConsentDeps = Pick<AuthorizerDeps, 'later' | 'emit' | 'nextExchange' | 'learn'> & {
  readonly tell: (step: AuthorizationStep, detail: string, url?: string) => void;
};

export function createBrowserConsent(
  deps: ConsentDeps,
  { unattended, consentTimeout }: Pick<AuthorizationOptions, 'unattended' | 'consentTimeout'>,
): BrowserConsent {
  let waiting: Waiting | undefined;

  const settle = (answer: URLSearchParams, how: string): void => {
    const settled = waiting;
    waiting = undefined;
    deps.tell('answered', how);
    settled?.resolve(answer);
  };

  const called = (url: URL): CallbackPage => {
    if (waiting === undefined)
      return { status: 400, sentence: 'No login is in progress. You can close this page.' };
    if (url.searchParams.get('state') !== waiting.page.state) return ignored(deps, waiting, url);
    emitCallback(deps, url, 200);
    settle(url.searchParams, 'redirect received');
    const what = url.searchParams.has('error') ? 'Authorization was denied.' : 'Authorization is complete.';
    return { status: 200, sentence: `${what} You can close this page and go back to mcp-loupe.` };
  };

  const wait = (page: ConsentPage): Promise<URLSearchParams> =>
    new Promise((resolve, reject) => {
      const stop =
        consentTimeout === 0
          ? () => {}
          : deps.later(consentTimeout, () => giveUp(late(consentTimeout, open)));
      const ends =
        <Value>(end: (value: Value) => void) =>
        (value: Value): void => {
          stop();
          end(value);
        };
      const open: Waiting = { page, foreign: 0, resolve: ends(resolve), reject: ends(reject) };
      waiting = open;
      deps.tell('asked', `open this page to authorize; ${page.asked}`, page.url);
    });

  const giveUp = (why: string): void => {
    const open = waiting;
    waiting = undefined;
    open?.reject(new AuthorizationError(why));
  };

  return {
    async receive(port) {
      if (unattended !== undefined) throw new AuthorizationError(unattended);
      const { redirect, close } = await openLoopback(port, called);
      return { redirect, close, wait };
    },
    answer(text) {
      if (waiting === undefined) return 'No redirect URL is expected.';
      const answer = answerIn(text);
      if (answer === undefined) return 'This is not a redirect URL: it has neither a code nor an error.';
      if (answer.get('state') !== waiting.page.state)
        return 'This redirect URL belongs to another attempt: its state does not match.';
      deps.learn(secretsIn(answer.toString()));
      settle(answer, 'the redirect URL was pasted');
      return undefined;
    },
    giveUp,
  };
}

/** Reports a request of the browser like any other exchange. */
function emitCallback({ nextExchange, learn, emit }: ConsentDeps, url: URL, status: number): void {
  const x = nextExchange();
  learn(secretsIn(url.search.slice(1)));
  const request = { phase: 'request', for: 'callback', method: 'GET', url: url.href, headers: [] } as const;
  emit({ type: 'http', x, ...request });
  emit({ type: 'http', x, phase: 'response', status, headers: [] });
  emit({ type: 'http', x, phase: 'end' });
}

/** Anybody can send an answer: one without our state is ignored, and the right one is still expected. */
function ignored(deps: ConsentDeps, waiting: Waiting, url: URL): CallbackPage {
  waiting.foreign += 1;
  if (waiting.foreign <= REPORTED) emitCallback(deps, url, 400);
  const error = url.searchParams.get('error');
  const said = error === null ? '' : ` (its error is ${brief(error)})`;
  if (waiting.foreign === 1)
    deps.tell(
      'remark',
      `an answer came back with a different state${said}: it was ignored, and the right one is still expected`,
    );
  return { status: 400, sentence: 'This is not the expected redirect, so it was ignored.' };
}

/** Why nobody is waited for any longer. */
function late(timeout: number, { page, foreign }: Waiting): string {
  const { origin, pathname } = new URL(page.url);
  const others = foreign === 0 ? '' : `; ${foreign} with a different state were ignored`;
  return `nobody has authorized within ${seconds(timeout)}: no answer came back from ${origin}${pathname} (${page.asked}${others}) — where the page shows an error, try other scopes (--scope) or another client (--client-id)`;
}

/** The parameters of a redirect URL, or of its query alone. */
function answerIn(text: string): URLSearchParams | undefined {
  const trimmed = text.trim();
  const query = urlOf(trimmed)?.search ?? trimmed.replace(/^\?/, '');
  const answer = new URLSearchParams(query);
  return answer.has('code') || answer.has('error') ? answer : undefined;
}
