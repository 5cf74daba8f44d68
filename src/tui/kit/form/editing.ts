import type { EditAction } from '../../../text/edit.ts';
import type { Motion } from '../../../text/motion.ts';
import type { Context, Row } from '../../world/command.ts';

const move = (to: Motion): EditAction => ({ type: 'move', to });
const remove = (to: Motion): EditAction => ({ type: 'delete', to });
const kill = (to: Motion): EditAction => ({ type: 'kill', to });

/** Each with its keys, the first of which is shown, its label, and what it does to the text. */
const MOVES: readonly (readonly [string, readonly string[], string, EditAction])[] = [
  ['left', ['left', 'ctrl+b'], 'left', move('left')],
  ['right', ['right'], 'right', move('right')],
  ['wordLeft', ['alt+b', 'ctrl+left', 'alt+left'], 'a word left', move('word left')],
  ['wordRight', ['alt+f', 'ctrl+right', 'alt+right'], 'a word right', move('word right')],
  ['lineStart', ['ctrl+a', 'home'], 'start of the line', move('line start')],
  ['lineEnd', ['ctrl+e', 'end'], 'end of the line', move('line end')],
  ['delete', ['delete', 'ctrl+d'], 'delete forward', remove('right')],
  ['cutLine', ['ctrl+k'], 'delete to the end', kill('line end')],
  ['cutBack', ['ctrl+u'], 'delete to the start', kill('line start')],
  ['cutWord', ['ctrl+w'], 'delete word before', kill('blank left')],
  ['cutWordRight', ['alt+d'], 'delete word after', kill('word right')],
];

/**
 * The keys that move and delete by characters, words and lines, as in a shell, with ids `<noun>.left`,
 * `<noun>.cutLine` …; `act` does it to the text that has the focus.
 */
export function editing<Noun extends string>(
  noun: Noun,
  act: (context: Context, action: EditAction) => void,
): Record<`${Noun}.${string}`, Row> {
  const rows = MOVES.map(([name, keys, label, action]): [string, Row] => [
    `${noun}.${name}`,
    { keys, label, run: (context) => act(context, action) },
  ]);
  return Object.fromEntries(rows) as Record<`${Noun}.${string}`, Row>;
}
