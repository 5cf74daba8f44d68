import type { AuthorizationStep } from '../session/frame.ts';
import { AuthorizationError } from './authorization-error.ts';
import type { AuthorizationOptions } from './authorization-options.ts';
import { secretsIn } from './authorization-secrets.ts';
import type { AuthorizerWorld } from './authorizer-world.ts';
import { openLoopback } from './loopback.ts';

/** A page that a person is to open, and what is expected from there. */
export interface Page {
  readonly url: string;
  /** Comes back unchanged, or the answer is not to this question. */
  readonly state: string;
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
  readonly state: string;
  readonly resolve: (answer: URLSearchParams) => void;
  readonly reject: (error: AuthorizationError) => void;
}

const FOREIGN = 'the answer is not to this question: its state is another one';

/** @param tell takes the steps */
export function createPerson(
  world: Pick<AuthorizerWorld, 'later' | 'emit' | 'nextExchange' | 'learn'>,
  { nobody, patience }: Pick<AuthorizationOptions, 'nobody' | 'patience'>,
  tell: (step: AuthorizationStep, detail: string, url?: string) => void,
): Person {
  let waiting: Waiting | undefined;

  const take = (answer: URLSearchParams, how: string): void => {
    const now = waiting;
    if (now === undefined) return;
    waiting = undefined;
    world.learn(secretsIn(answer.toString()));
    tell('answered', how);
    if (answer.get('state') === now.state) now.resolve(answer);
    else now.reject(new AuthorizationError(`${FOREIGN}, so it is not taken`));
  };

  /** A request of the browser, told like any other exchange. */
  const called = (url: URL): string => {
    const x = world.nextExchange();
    const isWaited = waiting !== undefined;
    const isOurs = waiting?.state === url.searchParams.get('state');
    world.learn(secretsIn(url.search.slice(1)));
    world.emit({
      type: 'http',
      x,
      phase: 'request',
      for: 'callback',
      method: 'GET',
      url: url.href,
      headers: [],
    });
    world.emit({ type: 'http', x, phase: 'response', status: 200, headers: [] });
    world.emit({ type: 'http', x, phase: 'end' });
    take(url.searchParams, 'the browser came back');
    if (!isWaited) return 'Nothing waits for an answer any more. You can close this page.';
    if (!isOurs) return 'This is not the answer that is waited for: it was not taken.';
    const isDenied = url.searchParams.has('error');
    return `${isDenied ? 'Authorization was not given.' : 'The answer has arrived.'} You can close this page and go back to mcp-loupe.`;
  };

  return {
    async receive(port) {
      if (nobody !== undefined) throw new AuthorizationError(nobody);
      const loopback = await openLoopback(port, called);
      return {
        redirect: loopback.redirect,
        close: loopback.close,
        wait({ url, state }) {
          return new Promise((resolve, reject) => {
            const seconds = patience / 1000;
            const stop =
              patience === 0
                ? () => {}
                : world.later(patience, () => {
                    waiting = undefined;
                    reject(new AuthorizationError(`nobody has authorized within ${seconds} s`));
                  });
            waiting = {
              state,
              resolve: (answer) => {
                stop();
                resolve(answer);
              },
              reject: (error) => {
                stop();
                reject(error);
              },
            };
            tell('asked', 'open this page to authorize', url);
          });
        },
      };
    },
    answer(text) {
      if (waiting === undefined) return 'Nothing waits for a redirect URL.';
      const answer = answerIn(text);
      if (answer === undefined) return 'This is no redirect URL: it holds neither a code nor an error.';
      if (answer.get('state') !== waiting.state)
        return 'This is the redirect URL of another attempt: its state is another one.';
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
