import type { EditAction } from '../../text/edit.ts';
import type { Motion } from '../../text/motion.ts';
import type { Context, Row } from '../world/command.ts';
import { clampTop } from '../world/pane-sizes.ts';
import { scrolled } from '../world/ui.ts';

/** A movement over rows: one, half a page, a page, or as far as it goes; down is 1 and up is -1. */
export interface RowStep {
  readonly by: 'row' | 'half' | 'page' | 'edge';
  readonly way: 1 | -1;
}

type Movement = 'up' | 'down' | 'pageUp' | 'pageDown' | 'halfUp' | 'halfDown' | 'first' | 'last';

const KEYS: Readonly<Record<Movement, { keys: readonly string[]; label: string; step: RowStep }>> = {
  up: { keys: ['up', 'k'], label: 'up', step: { by: 'row', way: -1 } },
  down: { keys: ['down', 'j'], label: 'down', step: { by: 'row', way: 1 } },
  pageUp: { keys: ['pgup'], label: 'page up', step: { by: 'page', way: -1 } },
  pageDown: { keys: ['pgdn'], label: 'page down', step: { by: 'page', way: 1 } },
  halfUp: { keys: ['ctrl+u'], label: 'half a page up', step: { by: 'half', way: -1 } },
  halfDown: { keys: ['ctrl+d'], label: 'half a page down', step: { by: 'half', way: 1 } },
  first: { keys: ['home', 'g'], label: 'to the first', step: { by: 'edge', way: -1 } },
  last: { keys: ['end', 'G'], label: 'to the last', step: { by: 'edge', way: 1 } },
};

/** Ids of commands that move the selection or the cursor. */
export const MOVES =
  /\.(?:up|down|page(?:Up|Down)|half(?:Up|Down)|first|last|left|right|word(?:Left|Right)|line(?:Start|End))$/;

/** The rows of the table that move over something, with ids `<noun>.up`, `<noun>.pageDown` …. */
export function movement<Noun extends string>(
  noun: Noun,
  move: (context: Context, step: RowStep) => void,
): Record<`${Noun}.${Movement}`, Row> {
  const rows = Object.entries(KEYS).map(([name, { keys, label, step }]): [string, Row] => [
    `${noun}.${name}`,
    { keys, label, run: (context) => move(context, step) },
  ]);
  return Object.fromEntries(rows) as Record<`${Noun}.${Movement}`, Row>;
}

/** How many rows a step is in a pane that shows `height` of `count`. */
export function rowsOf({ by, way }: RowStep, height: number, count: number): number {
  switch (by) {
    case 'row':
      return way;
    case 'half':
      return way * Math.max(1, Math.floor(height / 2));
    case 'page':
      return way * Math.max(1, height - 1);
    case 'edge':
      return way * count;
  }
}

/** Scrolls a pane by a step, within what it was last drawn with; at its end it stays there, however it grows. */
export function scrollPane(
  { ui, extents }: Pick<Context, 'ui' | 'extents'>,
  name: string,
  step: RowStep,
): void {
  if (step.by === 'edge' && step.way === 1) {
    ui.update(scrolled(name, Number.POSITIVE_INFINITY));
    return;
  }
  const extent = extents.get(name);
  // A window made larger may have moved the text since the last key.
  const top = clampTop(ui.get().scroll[name] ?? 0, extent);
  ui.update(scrolled(name, clampTop(top + rowsOf(step, extent.height, extent.rows), extent)));
}

const move = (to: Motion): EditAction => ({ type: 'move', to });
const remove = (to: Motion): EditAction => ({ type: 'delete', to });
const kill = (to: Motion): EditAction => ({ type: 'kill', to });

/** Each with its keys, the first of which is shown, its label, and what it does to the text. */
const EDITS: readonly (readonly [string, readonly string[], string, EditAction])[] = [
  ['left', ['left', 'ctrl+b'], 'left', move('left')],
  ['right', ['right'], 'right', move('right')],
  ['wordLeft', ['alt+b', 'ctrl+left', 'alt+left'], 'word left', move('word left')],
  ['wordRight', ['alt+f', 'ctrl+right', 'alt+right'], 'word right', move('word right')],
  ['lineStart', ['ctrl+a', 'home'], 'start of the line', move('line start')],
  ['lineEnd', ['ctrl+e', 'end'], 'end of the line', move('line end')],
  ['delete', ['delete', 'ctrl+d'], 'delete forward', remove('right')],
  ['cutLine', ['ctrl+k'], 'delete to line end', kill('line end')],
  ['cutBack', ['ctrl+u'], 'delete to line start', kill('line start')],
  ['cutWord', ['ctrl+w'], 'delete previous word', kill('blank left')],
  ['cutWordRight', ['alt+d'], 'delete next word', kill('word right')],
];

/** What a key does to a text; nothing when it has no meaning in one. */
export const editOf = (key: string): EditAction | undefined =>
  EDITS.find(([, keys]) => keys.includes(key))?.[3];

/**
 * The keys that move and delete by characters, words and lines, as in a shell, with ids `<noun>.left`,
 * `<noun>.cutLine` …; `act` does it to the text that has the focus.
 */
export function editing<Noun extends string>(
  noun: Noun,
  act: (context: Context, action: EditAction) => void,
): Record<`${Noun}.${string}`, Row> {
  const rows = EDITS.map(([name, keys, label, action]): [string, Row] => [
    `${noun}.${name}`,
    { keys, label, run: (context) => act(context, action) },
  ]);
  return Object.fromEntries(rows) as Record<`${Noun}.${string}`, Row>;
}
