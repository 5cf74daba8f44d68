import { type Draft, draftOf, textOf } from '../form/draft.ts';
import { type Path, pointerOf } from '../json/path.ts';
import { mark, type Redactor } from '../session/redaction/redaction.ts';

/** Arguments as they may be kept. */
export interface StorableArguments {
  /** JSON text, to the character what it was made from when nothing was left out. */
  readonly text: string;
  /** JSON pointers of what was left out; of an item its list's, of a member with a secret name its object's. */
  readonly left: readonly string[];
}

/** Redaction recognizes free values by where they are in a request. */
const BEFORE = '{"arguments":';

/**
 * Leaves out of arguments what a transcript would hide, and what was hidden before: a secret is neither kept nor is
 * the mark in its place ever sent. The text must be valid JSON.
 */
export function storableArguments(text: string, redactor: Redactor): StorableArguments {
  const hidden = redactor.json(`${BEFORE}${text}}`)?.text.slice(BEFORE.length, -1);
  const left = new Set<string>();
  const kept = keep(draftOf(hidden ?? text), [], left);
  if (left.size === 0) return { text, left: [] };
  return { text: (kept && textOf(kept)) ?? '{}', left: [...left] };
}

/** The draft without its secrets; undefined when it is one itself. */
function keep(draft: Draft, path: Path, left: Set<string>): Draft | undefined {
  switch (draft.is) {
    case 'absent':
    case 'null':
    case 'boolean':
    case 'number':
      return draft;
    case 'text':
    case 'json':
      return draft.text.includes(mark) ? leave(path, left) : draft;
    case 'list': {
      const items = draft.items.flatMap((item, place) => keep(item, [...path, place], left) ?? []);
      return isEmptied(draft.items, items) ? undefined : { ...draft, items };
    }
    case 'object': {
      const members = draft.members.flatMap(({ name, draft: member }) => {
        const kept = name.includes(mark) ? leave(path, left) : keep(member, [...path, name], left);
        return kept === undefined ? [] : [{ name, draft: kept }];
      });
      return isEmptied(draft.members, members) ? undefined : { ...draft, members };
    }
  }
}

/** A list or object of nothing but secrets is absent as well: empty it would be another value. */
const isEmptied = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length > 0 && after.length === 0;

/** An item has no place of its own once it is gone: its list is what something was left out of. */
function leave(path: Path, left: Set<string>): undefined {
  left.add(pointerOf(typeof path.at(-1) === 'number' ? path.slice(0, -1) : path));
}
