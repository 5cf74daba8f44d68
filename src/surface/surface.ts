import { elementTexts, memberText } from '../json/parts.ts';
import type { Introduction, List, ServerInfo, SessionState } from '../session/state.ts';
import type { ListItem } from '../spec/check/item.ts';
import { LIST_NAMES, LISTS, type ListName } from '../spec/methods.ts';
import type { Era } from '../spec/revision.ts';
import { counted } from '../text/measure.ts';

/** An item that a server lists. */
export interface SurfaceItem extends ListItem {
  /** Its exact JSON text; absent where only its value is known. */
  readonly text?: string;
}

/** What a server offers at one moment, live or in a recording. */
export interface Surface {
  /** The era and revision of the connection; absent if there was no handshake. */
  readonly era?: Era | undefined;
  readonly revision?: string | undefined;
  /** The revisions that the server supports, as it says (server/discover, 2026-07-28). */
  readonly offered?: readonly string[] | undefined;
  readonly server?: ServerInfo | undefined;
  readonly instructions?: string | undefined;
  readonly capabilities: SessionState['capabilities'];
  /** Each list in its order; undefined if it was not loaded completely. */
  readonly lists: Readonly<Record<ListName, readonly SurfaceItem[] | undefined>>;
}

/** The text of the frame with a seq; undefined where it is not kept. */
export type FrameText = (seq: number) => string | undefined;

/** The surface of a session's server. With `textOf` the items keep their exact texts. */
export function surfaceOf(state: SessionState, textOf?: FrameText): Surface {
  const listed = (name: ListName) => {
    const items = itemsOf(state.lists[name]);
    return textOf === undefined ? items : items && withTexts(name, items, textOf);
  };
  return { ...introductionOf(state), lists: byList(listed) };
}

/** What a server says of itself, as a surface has it. */
export const introductionOf = (said: Introduction): Omit<Surface, 'lists'> => {
  const { era, negotiated, offered, server, instructions, capabilities } = said;
  return { era, revision: negotiated, offered, server, instructions, capabilities };
};

/** Something of each list. */
export const byList = <T>(of: (name: ListName) => T): Readonly<Record<ListName, T>> =>
  Object.fromEntries(LIST_NAMES.map((name) => [name, of(name)])) as Record<ListName, T>;

/** The list as it was when last complete; a list that the server does not support is empty. */
function itemsOf({ state, items, before }: List): readonly ListItem[] | undefined {
  switch (state) {
    case 'done':
    case 'not announced':
      return items;
    case 'loading':
      return before;
    case 'unasked':
    case 'failed':
      return undefined;
  }
}

/** Items with their exact texts, which are listed in the order of their page. */
export function withTexts(
  name: ListName,
  items: readonly ListItem[],
  textOf: FrameText,
): readonly SurfaceItem[] {
  const pages = new Map<number, { readonly texts: readonly string[]; next: number }>();
  return items.map((item): SurfaceItem => {
    const page = pages.get(item.seq) ?? { texts: pageTexts(name, textOf(item.seq)), next: 0 };
    pages.set(item.seq, page);
    const text = page.texts[page.next];
    page.next += 1;
    return text === undefined ? item : { ...item, text };
  });
}

function pageTexts(name: ListName, frame: string | undefined): readonly string[] {
  const result = frame === undefined ? undefined : memberText(frame, 'result');
  const list = result === undefined ? undefined : memberText(result, name);
  return (list === undefined ? undefined : elementTexts(list)) ?? [];
}

/** Every item with its list, in the order in which lists are shown. */
export const itemsIn = ({ lists }: Surface): readonly (readonly [ListName, SurfaceItem])[] =>
  LIST_NAMES.flatMap((name) => (lists[name] ?? []).map((item) => [name, item] as const));

/** How many items are listed of each kind, without those of which there are none: `3 tools`, `1 template`. */
export const itemCounts = ({ lists }: Surface): readonly string[] =>
  LIST_NAMES.flatMap((name) => {
    const { length = 0 } = lists[name] ?? [];
    return length === 0 ? [] : [counted(length, LISTS[name].noun)];
  });
