import type { Direction } from './envelope.ts';
import type { Span } from './revision.ts';
import type { Part } from './shape.ts';

/** What the specification says of one method: a request when it has a result, else a notification. */
export interface Method {
  /** The revisions in which the client may send it, and the server; a side that is not named never may. */
  readonly from: Readonly<Partial<Record<Direction, Span>>>;
  readonly params: Part;
  readonly result?: Part;
  /**
   * The capability without which it may not be sent, e.g. `tools.listChanged`: announced by the side that is asked, or
   * that sends the notification (basic/lifecycle#capability-negotiation).
   */
  readonly needs?: string;
}

/** A method that is answered. */
export interface RequestMethod extends Method {
  readonly result: Part;
}

/** Methods by name, as each file of the table lists those of its subject. */
export type Methods = Readonly<Record<string, Method>>;

export const byClient = (span: Span = {}): Method['from'] => ({ c2s: span });
export const byServer = (span: Span = {}): Method['from'] => ({ s2c: span });
export const byBoth = (span: Span = {}): Method['from'] => ({ c2s: span, s2c: span });

export const request = (from: Method['from'], params: Part, result: Part, needs?: string): RequestMethod => ({
  ...notification(from, params, needs),
  result,
});

export const notification = (from: Method['from'], params: Part, needs?: string): Method => ({
  from,
  params,
  ...(needs === undefined ? {} : { needs }),
});
