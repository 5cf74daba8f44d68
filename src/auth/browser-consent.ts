import type { AuthorizationStep } from '../session/frame.ts';
import { brief } from '../text/brief.ts';
import type { AuthorizerWorld } from './authorizer-deps.ts';
import { AuthorizationError } from './error.ts';
import { openLoopback, type Shown } from './loopback.ts';
import type { AuthorizationOptions } from './options.ts';
import { secretsIn } from './secrets.ts';

/** A page that a person is to open, and what is expected from there. */
export interface Page {
  readonly url: string;
  /** Comes back unchanged, or the answer is not to this question. */
  readonly state: string;
  /** What was asked for, for a sentence. */
  readonly asked: string;
}

/** Asks a person for authorization, whichever way the answer comes: the browser brings it, or it is pasted. */
export interface Person {
  /** Opens the place that the browser comes back to; any free port with 0. Rejects with an {@link AuthorizationError}. */
  receive(port: number): Promise<Receiver>;
  /** Takes a redirect URL that a person has pasted. Returns why it is not the answer, in one sentence, or nothing. */
  answer(text: string): string | undefined;
  /** Ends the waiting, for a reason in words. */
  giveUp(why: string): void;
}

/** Where the browser comes back to. */
export interface Receiver {
  readonly redirect: string;
  /** Waits for the answer to a page. Rejects with an {@link AuthorizationError}. */
  wait(page: Page): Promise<URLSearchParams>;
  close(): void;
}

interface Waiting {
  readonly page: Page;
  /** Answers to something else that came meanwhile. */
  foreign: number;
  readonly resolve: (answer: URLSearchParams) => void;
  readonly reject: (error: AuthorizationError) => void;
}

/** Foreign answers that are told: any page in the browser may send them by the thousand. */
const TOLD = 5;

/** @param tell takes the steps */
export function createPerson(
  world: Pick<AuthorizerWorld, 'later' | 'emit' | 'nextExchange' | 'learn'>,
  { nobody, patience }: Pick<AuthorizationOptions, 'nobody' | 'patience'>,
  tell: (step: AuthorizationStep, detail: string, url?: string) => void,
): Person {
  let waiting: Waiting | undefined;

  const take = (answer: URLSearchParams, how: string): void => {
    const now = waiting;
    waiting = undefined;
    tell('answered', how);
    now?.resolve(answer);
  };

  /** A request of the browser, told like any other exchange. */
  const emit = (url: URL, status: number): void => {
    const x = world.nextExchange();
    world.learn(secretsIn(url.search.slice(1)));
    const request = { phase: 'request', for: 'callback', method: 'GET', url: url.href, headers: [] } as const;
    world.emit({ type: 'http', x, ...request });
    world.emit({ type: 'http', x, phase: 'response', status, headers: [] });
    world.emit({ type: 'http', x, phase: 'end' });
  };

  /** What came without our state is not taken, and the right answer still waited for: anybody can send it. */
  const ignore = (now: Waiting, url: URL): Shown => {
    now.foreign += 1;
    if (now.foreign <= TOLD) emit(url, 400);
    const error = url.searchParams.get('error');
    const said = error === null ? '' : ` (its error is ${brief(error)})`;
    if (now.foreign === 1)
      tell(
        'remark',
        `an answer came back with another state${said}: it was ignored, and the right one is still awaited`,
      );
    return { status: 400, sentence: 'This is not the expected answer, so it was ignored.' };
  };

  const called = (url: URL): Shown => {
    const now = waiting;
    if (now === undefined) {
      return { status: 400, sentence: 'No answer is expected any more. You can close this page.' };
    }
    if (url.searchParams.get('state') !== now.page.state) return ignore(now, url);
    emit(url, 200);
    take(url.searchParams, 'the browser came back');
    const what = url.searchParams.has('error') ? 'Authorization was not given.' : 'The answer has arrived.';
    return { status: 200, sentence: `${what} You can close this page and go back to mcp-loupe.` };
  };

  const late = ({ page, foreign }: Waiting): AuthorizationError => {
    const { origin, pathname } = new URL(page.url);
    const others = foreign === 0 ? '' : `; ${foreign} with another state were ignored`;
    return new AuthorizationError(
      `nobody has authorized within ${patience / 1000} s: no answer came back from ${origin}${pathname} (${page.asked}${others}) — where the page shows an error, try other scopes (--scope) or another client (--client-id)`,
    );
  };

  return {
    async receive(port) {
      if (nobody !== undefined) throw new AuthorizationError(nobody);
      const loopback = await openLoopback(port, called);
      return {
        redirect: loopback.redirect,
        close: loopback.close,
        wait(page) {
          return new Promise((resolve, reject) => {
            const stop = patience === 0 ? () => {} : world.later(patience, expire);
            const now: Waiting = {
              page,
              foreign: 0,
              resolve: (answer) => {
                stop();
                resolve(answer);
              },
              reject: (error) => {
                stop();
                reject(error);
              },
            };
            function expire(): void {
              waiting = undefined;
              reject(late(now));
            }
            waiting = now;
            tell('asked', `open this page to authorize; ${page.asked}`, page.url);
          });
        },
      };
    },
    answer(text) {
      if (waiting === undefined) return 'Nothing waits for a redirect URL.';
      const answer = answerIn(text);
      if (answer === undefined) return 'This is no redirect URL: it holds neither a code nor an error.';
      if (answer.get('state') !== waiting.page.state)
        return 'This is the redirect URL of another attempt: its state is another one.';
      world.learn(secretsIn(answer.toString()));
      take(answer, 'the redirect URL was pasted');
      return undefined;
    },
    giveUp(why) {
      const now = waiting;
      waiting = undefined;
      now?.reject(new AuthorizationError(why));
    },
  };
}

/** The parameters of a redirect URL, or of its query alone. */
function answerIn(text: string): URLSearchParams | undefined {
  const trimmed = text.trim();
  const query = URL.canParse(trimmed) ? new URL(trimmed).search : trimmed.replace(/^\?/, '');
  const answer = new URLSearchParams(query);
  return answer.has('code') || answer.has('error') ? answer : undefined;
}
