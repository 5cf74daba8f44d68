import { createEditor, type EditAction, type Editor, edit } from '../../text/edit.ts';
import { visible } from '../../text/visible.ts';
import { emptyList, type ListUi, moveBy, windowOf } from '../kit/list/state.ts';
import { editOf } from '../kit/movement.ts';
import type { KeyName } from '../terminal/keys.ts';
import type { Size } from '../world/layout.ts';

/** Something to choose, as a row. Its texts may come from anywhere. */
export interface Choice {
  /** What tells it from all others. */
  readonly key: string;
  /** What it is one of: `Recent`, the name of a client, `Recordings`. */
  readonly group: string;
  readonly name: string;
  /** What else is known, the most important last; it stands in a column of its own. */
  readonly facts: readonly string[];
  /** What became of it the last time. */
  readonly outcome?: 'ok' | 'failed';
  /** The command line, the URL or the path, or what is wrong with it. */
  readonly line: string;
  /** The file that it is in. */
  readonly from?: string;
  /** What follows `mcp-loupe` on the command line that means the same. */
  readonly words: readonly string[];
  /** It cannot be chosen. */
  readonly isBad: boolean;
  /** The config disables it for the client; it can still be chosen. */
  readonly disabled: boolean;
  /** The path of the file that is read for more once the row is in sight. */
  readonly unread?: string;
}

/** The question before a session. */
export interface Picking {
  readonly size: Size;
  /** What the choices are of. */
  readonly title: string;
  /** What the line says as long as it is empty. */
  readonly placeholder: string;
  /** A line that is typed can be chosen, too. */
  readonly takesLines: boolean;
  /** Whether a line that is typed is a command line or an address, and not a word of a row; it is then the best match. */
  readonly isLine?: (line: string) => boolean;
  /** The group whose first row is the first selected; else it is the first row. */
  readonly at?: string;
  /** What this is for, below the choices. */
  readonly help?: string;
  /** A group of which only the first rows are shown as long as nothing is typed, with a row that opens the rest. */
  readonly fold?: { readonly group: string; readonly most: number };
  readonly choices: readonly Choice[];
  readonly list: ListUi;
  /** What is typed: it narrows the choices. */
  readonly editor: Editor;
  /** Why what is typed cannot be chosen. */
  readonly problem?: string;
  /** The keys of the rows that are opened together. */
  readonly ticked: readonly string[];
}

/** What a key does to the question: another picture of it, the words of what was chosen, or the way out. */
export type Picked = Picking | { readonly chosen: readonly string[] } | { readonly typed: string } | 'left';

/** The keys of the question, those that are shown first; all else is typed, but for a space where nothing is. */
export const pickKeys = {
  move: ['down', 'up', 'tab', 'shift+tab', 'ctrl+n', 'ctrl+p', 'pgdn', 'pgup'],
  choose: ['enter'],
  tick: ['ctrl+space'],
  leave: ['esc', 'ctrl+c'],
} as const satisfies Readonly<Record<string, readonly KeyName[]>>;

/** The keys of the rows that stand for what is typed, and for the rest of a group. */
const TYPED = 'typed';
const REST = 'rest';

/** What is asked, before anything is typed. */
export type PickingStart = Omit<Picking, 'size' | 'list' | 'editor' | 'problem' | 'ticked'>;

/** The question as it is first seen. */
export function startPicking(asked: PickingStart, size: Size): Picking {
  return { ...asked, size, list: emptyList, editor: createEditor('', 'one'), ticked: [] };
}

/** Acts on a key; the very same picture when it has no meaning here. */
export function pick(now: Picking, key: KeyName): Picked {
  const isOf = (keys: readonly KeyName[]): boolean => keys.includes(key);
  if (key === 'esc' && now.editor.text !== '') return typed(now, { type: 'replace', text: '' });
  if (key === 'esc' && now.ticked.length > 0) return { ...now, ticked: [] };
  if (isOf(pickKeys.leave)) return 'left';
  if (isOf(pickKeys.tick)) return ticked(now);
  const shown = shownIn(now);
  if (isOf(pickKeys.choose)) {
    const together = now.choices.filter((choice) => now.ticked.includes(choice.key));
    if (together.length > 0) return { chosen: joinedWords(together) };
    const place = selectedIn(now, shown);
    const chosen = shown[place];
    if (chosen === undefined || chosen.isBad) return now;
    if (chosen.key === TYPED) return { typed: now.editor.text };
    return chosen.key === REST ? unfolded(now, place) : { chosen: chosen.words };
  }
  if (isOf(pickKeys.move)) return moved(now, rowsOf(key, heightIn(now)));
  const action: EditAction | undefined = key === 'backspace' ? { type: 'delete', to: 'left' } : editOf(key);
  return action === undefined ? now : typed(now, action);
}

/** Moves by so many rows. */
export function moved(now: Picking, by: number): Picking {
  const shown = shownIn(now);
  const keys = shown.map((choice) => choice.key);
  const at = keys[selectedIn(now, shown)];
  const { problem: _, ...rest } = now;
  const list = at === undefined ? now.list : { ...now.list, selected: at };
  return { ...rest, list: moveBy(list, keys, by, heightIn(now)) };
}

/** Whether a row can be opened with others: a server, and no recording. */
const canTick = ({ isBad, words: [first] }: Choice): boolean =>
  !isBad && first !== undefined && first !== 'open';

/** Ticks the selected row, or takes its tick away. */
function ticked(now: Picking): Picking {
  const { chosen } = seenIn(now);
  if (chosen === undefined || !canTick(chosen)) return now;
  const { problem: _, ...rest } = now;
  const others = now.ticked.filter((key) => key !== chosen.key);
  const list = { ...now.list, selected: chosen.key };
  return { ...rest, list, ticked: others.length < now.ticked.length ? others : [...others, chosen.key] };
}

/** The words of several rows, one server behind the other. */
const joinedWords = ([first, ...others]: readonly Choice[]): readonly string[] =>
  others.length === 0
    ? (first?.words ?? [])
    : ['--', ...(first?.words ?? []), ...others.flatMap(({ words }) => ['+', ...words])];

/** Changes what is typed; the best match is the selected one again. A space alone ticks, as it would narrow nothing. */
export function typed(now: Picking, action: EditAction): Picking {
  if (now.editor.text === '' && action.type === 'insert' && action.text === ' ') return ticked(now);
  const editor = edit(now.editor, action);
  if (editor === now.editor) return now;
  if (editor.text === now.editor.text) return { ...now, editor };
  const { problem: _, ...rest } = now;
  return { ...rest, editor, list: emptyList };
}

/** Selects a row that was drawn: what enter would do when it is the selected one already. */
export function pickAt(now: Picking, row: number): Picked {
  const { rows, chosen } = seenIn(now);
  const choice = rows[row];
  if (choice === undefined) return now;
  if (choice.key === chosen?.key) return pick(now, 'enter');
  const { problem: _, ...rest } = now;
  return { ...rest, list: { ...now.list, selected: choice.key } };
}

/** Shows all of a group; the first that was not shown is selected. */
function unfolded(now: Picking, place: number): Picking {
  const { fold: _, ...rest } = now;
  const first = shownIn(rest)[place];
  return first === undefined ? rest : { ...rest, list: { ...now.list, selected: first.key } };
}

/** The rows that hold all words of what is typed, and what is typed itself. */
export function shownIn({ choices, editor, takesLines, isLine, fold }: Picking): readonly Choice[] {
  const line = editor.text.trim();
  if (line === '') return fold === undefined ? choices : folded(choices, fold);
  const words = line.toLowerCase().split(/\s+/);
  const found = choices.filter(({ group, name, line: about }) => {
    const text = `${group} ${name} ${about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (!takesLines) return found;
  const itself = ownChoice(TYPED, 'Connect to', line);
  return isLine?.(line) ? [itself, ...found] : [...found, itself];
}

function folded(
  choices: readonly Choice[],
  { group, most }: NonNullable<Picking['fold']>,
): readonly Choice[] {
  const last = choices.filter((choice) => choice.group === group)[most - 1];
  const end = choices.findLastIndex((choice) => choice.group === group);
  const from = last === undefined ? end : choices.indexOf(last);
  // A row that stands for a single one takes as much room.
  if (end - from < 2) return choices;
  const rest = ownChoice(REST, group, `${end - from} more`);
  return [...choices.slice(0, from + 1), rest, ...choices.slice(end + 1)];
}

/** A row that is not one of the choices. */
const ownChoice = (key: string, group: string, name: string): Choice => ({
  ...{ key, group, name, facts: [], line: '', words: [] },
  ...{ isBad: false, disabled: false },
});

/** What enter does with a row, in a word, or with those that are ticked; nothing when it cannot be chosen. */
export function verbOf(
  choice: Choice | undefined,
  { takesLines, ticked: { length } }: Pick<Picking, 'takesLines' | 'ticked'>,
): string | undefined {
  if (length > 0) return `${takesLines ? 'open' : 'inspect'} ${length === 1 ? 'it' : `these ${length}`}`;
  if (choice === undefined || choice.isBad) return undefined;
  if (choice.key === TYPED) return 'connect';
  if (choice.key === REST) return 'show them';
  return takesLines ? 'open' : 'inspect';
}

/** The rows in sight, nothing for a blank one above a group; the selected row, its place and of how many. */
export function seenIn(picking: Picking) {
  const shown = shownIn(picking);
  const place = selectedIn(picking, shown);
  const height = heightIn(picking);
  const { from, to } = windowOf(picking.list.top, Math.max(0, place), shown.length, height);
  const spaced = shown.flatMap((choice, at) =>
    choice.group === shown[at - 1]?.group ? [choice] : [undefined, choice],
  );
  const rows = spaced.length <= height ? spaced : shown.slice(from, to);
  return { rows, chosen: shown[place], place, count: shown.length };
}

/** The place of the selected row: the first that can be used, as long as none was chosen; -1 without any. */
export function selectedIn({ list, at, editor }: Picking, shown: readonly Choice[]): number {
  const chosen = shown.findIndex(({ key }) => key === list.selected);
  if (chosen >= 0) return chosen;
  const isUsable = ({ isBad, disabled }: Choice): boolean => !isBad && !disabled;
  const wanted =
    editor.text === '' ? shown.findIndex((choice) => choice.group === at && isUsable(choice)) : -1;
  return wanted >= 0 ? wanted : Math.max(shown.findIndex(isUsable), Math.min(0, shown.length - 1));
}

/** How many choices are seen at once: the border, the line, what is said of the selected one and the footer take the rest. */
export const heightIn = ({ size }: Picking): number => Math.max(1, size.rows - 5);

/** What is said below the list, in visible text. */
export function aboutIn({ problem }: Picking, chosen: Choice | undefined): string {
  const { line = '', from } = chosen ?? {};
  return visible(problem ?? (from === undefined ? line : `${line} · ${from}`));
}

function rowsOf(key: KeyName, page: number): number {
  const isUp = key === 'up' || key === 'shift+tab' || key === 'ctrl+p' || key === 'pgup';
  return (isUp ? -1 : 1) * (key.startsWith('pg') ? page : 1);
}
