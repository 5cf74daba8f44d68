import type { SessionState } from '../session/state.ts';
import type { Call, RequestOptions } from './call.ts';
import type { Life } from './calls.ts';
import type { ListeningWire } from './listening.ts';

/** What following resources needs of its connection. */
export interface UpdatesWire extends ListeningWire {
  readonly state: () => SessionState;
  readonly life: Life;
  readonly request: (method: string, params: unknown, how: RequestOptions) => Call;
}

/**
 * Resources of whose changes the server tells (server/resources#subscriptions; in the modern era each on a stream of
 * its own). They are read when that begins, and again whenever they are said to have changed.
 */
export interface Updates {
  /** Resolves with the reason when the server does not, in one sentence without its full stop. */
  subscribe(uri: string): Promise<string | undefined>;
  /** The same, when it goes on all the same. */
  unsubscribe(uri: string): Promise<string | undefined>;
  /** A notification came, perhaps of a change. */
  notified(method: string, params: unknown): void;
  /** The server takes a request back, perhaps one of ours. */
  takenBack(params: unknown): void;
  /** A connection is ready: what was subscribed to before is so again. */
  begin(): void;
  /** Nothing is asked for any more. */
  end(): void;
}

/** What follows resources is loaded with the first that is subscribed to: a start has none. */
export function createUpdates(wire: UpdatesWire): Updates {
  let loading: Promise<Updates> | undefined;
  let updates: Updates | undefined;

  const load = async (): Promise<Updates> => {
    const { createFollowing } = await import('./following.ts');
    updates = createFollowing(wire);
    return updates;
  };
  const loaded = (): Promise<Updates> => {
    loading ??= load();
    return loading;
  };

  return {
    subscribe: async (uri) => (await loaded()).subscribe(uri),
    unsubscribe: async (uri) => (await loaded()).unsubscribe(uri),
    notified: (method, params) => updates?.notified(method, params),
    takenBack: (params) => updates?.takenBack(params),
    begin: () => updates?.begin(),
    end: () => updates?.end(),
  };
}
