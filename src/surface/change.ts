import { jsonOf } from '../json/json-of.ts';
import { type Path, pointerOf } from '../json/path.ts';
import type { ListName } from '../spec/methods.ts';
import { replaceHidden } from '../text/visible.ts';
import type { ItemId } from './item-id.ts';

/**
 * Who breaks on a change. `breaking`: programs, stored prompts and habits of agents. `client`: some clients, whose limits are
 * crossed that were not before. `policy`: what a permission was given for. `review`: a model or a person reads something
 * else, or nobody can decide. `safe`: nobody.
 */
export type Group = 'breaking' | 'client' | 'policy' | 'review' | 'safe';

/** The groups, the heaviest first. */
export const GROUPS: readonly Group[] = ['breaking', 'client', 'policy', 'review', 'safe'];

/** A difference within one item, or within what the server says of itself. */
export interface InnerChange {
  /** A JSON pointer into the item; empty for the whole of it. */
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly group: Group;
  /** What was said at the path and what is said there, where something is; of a keyword as it is compared. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** It hides characters now. */
  readonly level?: 'error';
  /** Nobody can decide whether it breaks anyone: two patterns, a condition. */
  readonly isUnclear?: boolean;
  /** Where in a schema or among the arguments of a prompt it is. */
  readonly at?: Whereabouts;
  /** Of the group `client`: the ids of the clients, and the rule of theirs as `check` calls it. */
  readonly clients?: readonly string[];
  readonly row?: string;
  /** The change in words, where they do not follow from the rest. */
  readonly says?: string;
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
export interface Change extends InnerChange {
  /** The list that the item is of; undefined for the server itself. */
  readonly list: ListName | undefined;
  /** What the item is asked for by; empty for the server. */
  readonly name: string;
  /** How reports name it, where that does not follow from its name: a skill. */
  readonly id?: ItemId;
  /** What an item that is gone is most likely called now. */
  readonly renamed?: string;
}

/** One difference, whatever it is in. */
export function differing(path: Path, before: unknown, after: unknown, group: Group): readonly InnerChange[] {
  const said = { path: pointerOf(path), group };
  const level = hides(before, after) ? ({ level: 'error' } as const) : {};
  if (before === undefined) return [{ ...said, kind: 'added', after, ...level }];
  if (after === undefined) return [{ ...said, kind: 'removed', before }];
  return [{ ...said, kind: 'changed', before, after, ...level }];
}

/** Whether a value hides characters in its texts that the one before did not. */
export function hides(before: unknown, after: unknown): boolean {
  const known = hiddenIn(textsIn(before));
  return [...hiddenIn(textsIn(after))].some((character) => !known.has(character));
}

const textsIn = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'object' && value !== null ? jsonOf(value) : '';

function hiddenIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  replaceHidden(text, (characters) => {
    for (const one of characters) if (!/[\t\r\n]/.test(one)) found.add(one);
    return '';
  });
  return found;
}
