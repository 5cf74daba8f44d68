import type { ListName } from '../spec/methods.ts';

/**
 * Who breaks on a change. `breaking`: programs, stored prompts and habits of agents. `policy`: what a permission was
 * given for. `review`: a model or a person reads something else, or nobody can decide. `safe`: nobody.
 */
export type Group = 'breaking' | 'policy' | 'review' | 'safe';

/** A difference within one item, or within what the server says of itself. */
export interface Inner {
  /** A JSON pointer into the item; empty for the whole of it. */
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly group: Group;
  /** What stood at the path and what stands there, where something does. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Where in a schema or among the arguments of a prompt it is. */
  readonly at?: Whereabouts;
}

/** A place as a person would name it: the parameter that a pointer leads to, whatever is referred to on the way. */
export interface Whereabouts {
  readonly of: 'parameter' | 'output' | 'argument';
  /** `user.name`, `ids[]`; empty for all parameters. */
  readonly name: string;
  /** The keyword that changed; empty for the parameter itself. */
  readonly keyword: string;
}

/** One difference between what a server offered and what it offers. */
export interface Change extends Inner {
  /** The list that the item is of; undefined for the server itself. */
  readonly list: ListName | undefined;
  /** What the item is asked for by; empty for the server. */
  readonly name: string;
}
