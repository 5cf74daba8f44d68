import type { SessionState } from '../session/state.ts';
import type { ListItem } from '../spec/check/item.ts';
import { listMisfit } from '../spec/check/list.ts';
import { LISTS, type ListName, serverCapabilityOf } from '../spec/methods.ts';
import { atMost } from '../time/at-most.ts';
import type { Clock } from '../time/clock.ts';
import type { Call, Outcome, RequestOptions } from './call.ts';
import type { Life } from './calls.ts';
import { createRefetch } from './list-refresh.ts';

/** A finished list, for who waits for it. */
export type ListOutcome =
  | {
      readonly kind: 'items';
      readonly items: readonly ListItem[];
      /** What is wrong with a page that holds no list, so that items may be missing; the first of them. */
      readonly misfit?: string;
    }
  | {
      readonly kind: 'failed';
      readonly outcome: Exclude<Outcome, { kind: 'result' }>;
      /** What the pages before held. */
      readonly items: readonly ListItem[];
    };

/** What asking for lists does on a connection. */
export interface ListWire extends Clock {
  readonly state: () => SessionState;
  readonly request: (method: string, params: unknown, how: RequestOptions) => Call;
  readonly life: Life;
}

/** Asks for lists, page after page. */
export interface Lister {
  /** All pages of a list; they arrive in the state one by one. */
  list(name: ListName, how?: RequestOptions): Promise<ListOutcome>;
  /** Asks for those that were announced; resolves when the first page of each is there, or after a while. */
  announced(names: readonly ListName[]): Promise<void>;
  /** The connection is ready: changes of these lists are followed, those that came before as well. */
  follow(names: readonly ListName[]): void;
  /** A notification came, perhaps of a change. */
  notified(method: string): void;
}

/** `ready` is said when the first page of each list has come, at most so long after the handshake, in ms. */
const FIRST_PAGES = 3_000;

export function createLister({ state, now, later, request, life }: ListWire): Lister {
  const list = async (
    name: ListName,
    how: RequestOptions = {},
    onFirst: () => void = () => {},
  ): Promise<ListOutcome> => {
    let cursor: string | undefined;
    let misfit: string | undefined;
    do {
      const outcome = await request(LISTS[name].method, cursor === undefined ? {} : { cursor }, how).done;
      onFirst();
      if (outcome.kind !== 'result')
        return { kind: 'failed', outcome, items: cursor === undefined ? [] : state().lists[name].items };
      misfit ??= listMisfit(name, outcome.result);
      const known = state().lists[name];
      cursor = known.state === 'loading' ? known.cursors.at(-1) : undefined;
    } while (cursor !== undefined);
    const { items } = state().lists[name];
    return { kind: 'items', items, ...(misfit === undefined ? {} : { misfit }) };
  };

  const refetch = createRefetch((name) => state().lists[name].state !== 'not announced', {
    ...{ now, later },
    async ask(name) {
      const { news } = state().lists[name];
      await list(name, { by: 'auto' });
      return state().lists[name].news !== news;
    },
    onLoop: (name, loop) =>
      life({
        event: 'throttled',
        detail: `the server announces a change whenever ${LISTS[name].method} is sent: ${loop}`,
      }),
  });

  return {
    follow: refetch.follow,
    notified: refetch.notified,
    list: (name, how) => list(name, how),
    async announced(names) {
      refetch.rest();
      const announced = state().capabilities.server ?? {};
      const firsts = names
        .filter((name) => (serverCapabilityOf(LISTS[name].method) ?? '') in announced)
        .map((name) => new Promise<void>((resolve) => void list(name, { by: 'auto' }, resolve)));
      await atMost({ later }, FIRST_PAGES, Promise.all(firsts));
    },
  };
}
