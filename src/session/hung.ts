import { isEmpty } from './inbox.ts';
import type { Row } from './log.ts';
import type { Inbox } from './state.ts';

/** ms after which a request without an answer is said to hang. */
const HUNG = 10_000;

/**
 * Whether a pending request hangs. One of the server waits for a person, who may take as long as that takes, and so
 * do ours meanwhile: the server may need the answer to go on. A subscription stays open.
 */
export const isHung = ({ t, dir, method }: Row, now: number, inbox: Inbox): boolean =>
  isEmpty(inbox) &&
  now - Math.max(t, inbox.emptySince ?? 0) > HUNG &&
  dir === 'c2s' &&
  method !== 'subscriptions/listen';
