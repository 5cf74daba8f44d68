import { type ListName, methodNamed } from '../spec/methods.ts';
import { type CoalescedWire, createCoalesced } from './request-coalescer.ts';

/** Asks anew for lists that are said to have changed. */
export interface Refetch {
  /** A notification came. */
  notified(method: string): void;
  /** From now on changes of these lists are followed; what changed before is asked for at once. */
  follow(names: readonly ListName[]): void;
  /** A connection begins: changes are only noted until it is ready. */
  rest(): void;
}

/** Lists asked for at a time: all that there are. */
const AT_ONCE = 4;

/** One request a list at a time: what changes meanwhile is asked for once more when it is done, however often it does. */
export function createRefetch(
  isOffered: (name: ListName) => boolean,
  wire: CoalescedWire<ListName>,
): Refetch {
  const lists = createCoalesced(AT_ONCE, wire);
  const noted = new Set<ListName>();
  let followed: readonly ListName[] = [];

  const refetch = (name: ListName): void => {
    if (!followed.includes(name)) noted.add(name);
    else if (isOffered(name)) lists.ask(name);
  };

  return {
    notified(method) {
      for (const name of methodNamed(method)?.changes ?? []) refetch(name);
    },
    follow(names) {
      followed = names;
      const before = [...noted];
      noted.clear();
      for (const name of before) refetch(name);
    },
    rest() {
      followed = [];
      noted.clear();
      lists.forget();
    },
  };
}
