import { emptyList, type ListUi, moveBy, placeIn } from '../kit/list/state.ts';
import type { KeyName } from '../terminal/keys.ts';
import type { Size } from '../world/layout.ts';

/** One of several servers, as a person chooses among them. */
export interface Choice {
  readonly name: string;
  /** The command line or the URL, or what is wrong with the entry. */
  readonly line: string;
  /** It cannot be chosen. */
  readonly isBad: boolean;
  /** The config disables it for the client; it can still be chosen. */
  readonly disabled: boolean;
}

/** The question before a session: which server of a file. */
export interface Picking {
  readonly size: Size;
  /** What the choices are of. */
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly list: ListUi;
}

/** What a key does to the question: another picture of it, the place of what was chosen, or the way out. */
export type Picked = Picking | { readonly chosen: number } | 'left';

/** The keys of the question, those that are shown first; nothing is typed here. */
export const pickKeys = {
  move: ['down', 'up', 'j', 'k', 'pgdn', 'pgup', 'end', 'home', 'G', 'g'],
  choose: ['enter'],
  leave: ['esc', 'q', 'ctrl+c'],
} as const satisfies Readonly<Record<string, readonly KeyName[]>>;

/** The question as it is first seen, on the first server that can be used. */
export function startPicking(title: string, choices: readonly Choice[], size: Size): Picking {
  const first = choices.find(({ isBad, disabled }) => !isBad && !disabled)?.name;
  return { size, title, choices, list: first === undefined ? emptyList : { ...emptyList, selected: first } };
}

/** Acts on a key. */
export function pick(now: Picking, key: KeyName): Picked {
  const isOf = (keys: readonly KeyName[]): boolean => keys.includes(key);
  if (isOf(pickKeys.leave)) return 'left';
  if (isOf(pickKeys.choose)) {
    const at = selectedIn(now);
    return now.choices[at]?.isBad === false ? { chosen: at } : now;
  }
  const rows = isOf(pickKeys.move) ? rowsOf(key, heightIn(now)) : 0;
  const names = now.choices.map(({ name }) => name);
  return rows === 0 ? now : { ...now, list: moveBy(now.list, names, rows, heightIn(now)) };
}

/** The place of the selected choice. */
export const selectedIn = ({ list, choices }: Picking): number =>
  placeIn(
    list,
    choices.map(({ name }) => name),
  );

/** How many choices are seen at once: the border, the line about the selected one and the footer take the rest. */
export const heightIn = ({ size }: Picking): number => Math.max(1, size.rows - 4);

function rowsOf(key: KeyName, page: number): number {
  switch (key) {
    case 'down':
    case 'j':
      return 1;
    case 'up':
    case 'k':
      return -1;
    case 'pgdn':
      return page;
    case 'pgup':
      return -page;
    case 'end':
    case 'G':
      return Number.MAX_SAFE_INTEGER;
    case 'home':
    case 'g':
      return -Number.MAX_SAFE_INTEGER;
  }
  return 0;
}
