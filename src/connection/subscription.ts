import { isObject, type JsonObject } from '../json/shape.ts';
import type { SessionState } from '../session/state.ts';
import { type Listening, type ListeningWire, listen } from './listening.ts';

/** What a subscription needs of its connection. */
export interface SubscriptionWire extends ListeningWire {
  readonly state: () => SessionState;
}

/** The stream on which a modern server tells of changes in its lists (basic/patterns/subscriptions, 2026-07-28). */
export interface Subscription {
  /** The connection is ready: asks for what the server announced, and again when the stream ends. */
  begin(): void;
  /** The server takes a request back, perhaps ours. */
  takenBack(params: unknown): void;
  /** Nothing is asked for any more. */
  end(): void;
}

/** The filter's members, by the capability that has `listChanged`. */
const FILTER = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
} as const;

export function createSubscription(wire: SubscriptionWire): Subscription {
  let listening: Listening | undefined;
  return {
    begin() {
      const { era, capabilities } = wire.state();
      const filter = announcedNews(capabilities.server ?? {});
      if (era === 'modern' && Object.keys(filter).length > 0) listening = listen(filter, wire);
    },
    takenBack: (params) => listening?.takenBack(params),
    end: () => listening?.end(),
  };
}

function announcedNews(capabilities: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(FILTER).flatMap(([name, member]) => {
      const capability = capabilities[name];
      return isObject(capability) && capability['listChanged'] === true ? [[member, true]] : [];
    }),
  );
}
