import { isObject } from '../json/shape.ts';
import { errorSentence } from '../session/negotiation.ts';
import { isIdOf } from '../session/pending.ts';
import { meantBy, subscriptionIn } from '../session/subscriptions.ts';
import type { Outcome } from './call.ts';
import { type Listening, listen } from './listening.ts';
import { createCoalesced } from './request-coalescer.ts';
import type { Updates, UpdatesWire } from './updates.ts';

/** Resources that are read at a time, however many change. */
const READS = 2;
/** ms that a modern server has to say what it agrees to. */
const PATIENCE = 10_000;

/** A stream that tells of one resource; `agreed` settles who waits for the server's word. */
interface Stream {
  readonly listening: Listening;
  readonly agreed: (why: string | undefined) => void;
}

/** Follows resources on a connection. */
export function createFollowing(wire: UpdatesWire): Updates {
  const { state, request, life } = wire;
  const wanted = new Set<string>();
  const streams = new Map<string, Stream>();
  const reads = createCoalesced<string>(READS, {
    ...{ now: wire.now, later: wire.later },
    async ask(uri) {
      await request('resources/read', { uri }, { by: 'auto' }).done;
      return false;
    },
    onLoop: (uri, loop) =>
      life({
        event: 'throttled',
        detail: `the server announces a change of ${uri} whenever it is read: ${loop}`,
      }),
  });

  const subscribe = async (uri: string, by: 'user' | 'auto'): Promise<string | undefined> => {
    const why =
      state().era === 'modern'
        ? await listenTo(uri)
        : whyNot(await request('resources/subscribe', { uri }, { by }).done);
    if (why !== undefined) return why;
    wanted.add(uri);
    reads.ask(uri);
    return undefined;
  };

  const listenTo = (uri: string): Promise<string | undefined> =>
    new Promise((agreed) => {
      streams.get(uri)?.listening.cancel();
      const listening = listen({ resourceSubscriptions: [uri] }, wire, (outcome) => {
        streams.delete(uri);
        agreed(whyNot(outcome) ?? 'the server ended it');
      });
      streams.set(uri, { listening, agreed });
      wire.later(PATIENCE, () => agreed('the server has not confirmed yet'));
    });

  /** The server says what it agreed to; what it leaves out it will not tell of. */
  const acknowledged = (params: unknown): void => {
    const id = subscriptionIn(params);
    for (const [uri, { listening, agreed }] of streams) {
      if (!isIdOf(id, listening.id())) continue;
      const { notifications } = isObject(params) ? params : {};
      const uris = isObject(notifications) ? notifications['resourceSubscriptions'] : undefined;
      if (Array.isArray(uris) && uris.includes(uri)) {
        agreed(undefined);
        return;
      }
      listening.cancel();
      streams.delete(uri);
      agreed('the server does not accept this subscription');
    }
  };

  return {
    subscribe: (uri) => subscribe(uri, 'user'),
    async unsubscribe(uri) {
      wanted.delete(uri);
      if (state().era !== 'modern')
        return whyNot(await request('resources/unsubscribe', { uri }, { by: 'user' }).done);
      streams.get(uri)?.listening.cancel();
      streams.delete(uri);
      return undefined;
    },
    notified(method, params) {
      if (method === 'notifications/subscriptions/acknowledged') acknowledged(params);
      const uri = isObject(params) ? params['uri'] : undefined;
      if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return;
      const meant = meantBy(uri, [...wanted]);
      if (meant !== undefined) reads.ask(meant);
    },
    takenBack(params) {
      for (const { listening } of streams.values()) listening.takenBack(params);
    },
    begin() {
      for (const uri of wanted) void subscribe(uri, 'auto');
    },
    end() {
      for (const { listening, agreed } of streams.values()) {
        listening.end();
        agreed('the connection has ended');
      }
      streams.clear();
      reads.forget();
    },
  };
}

/** Why something was not done, in one sentence without its full stop. */
function whyNot(outcome: Outcome): string | undefined {
  if (outcome.kind === 'result') return undefined;
  return outcome.kind === 'error' ? errorSentence(outcome.error) : outcome.why;
}
