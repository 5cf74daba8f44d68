import { type Fold, isFolded, rowOfPosition, toggled, unfolded } from '../json/fold.ts';
import { holdsJson } from '../json/inner.ts';
import { pointerOf } from '../json/path.ts';
import { createRows, pathOf, previewOf, type Rows, rowAt, type ValueRow, valueText } from '../json/rows.ts';
import { mark } from '../session/redaction/redaction.ts';
import { thousands } from '../text/measure.ts';
import { button, fill, make, part } from './dom.ts';
import { createVirtual } from './virtual.ts';

/** From so many rows on only those that can be seen are drawn, without wrapping. */
const MANY = 1_500;
/** Pixels of a row then. */
const HEIGHT = 20;
/** How much of a value a row shows; all of it is a press away. */
const LONG = { wrapped: 4_000, row: 400 };

/** Deeper than this the way to a value tells nobody anything. */
const DEEP = 100;

/** Told of a text that a string holds. */
type Open = (pointer: string, text: string) => void;

/**
 * JSON as rows that fold, with everything in it exactly as it was sent: digits, escapes, names that come twice. A text that
 * is not JSON is shown as it is.
 *
 * @param wrong the pointers of what findings are about
 * @param open shows a text that a string holds by itself
 */
export function jsonView(text: string, wrong: ReadonlySet<string>, open: Open): HTMLElement {
  const rows = createRows(text);
  if (rows === undefined) return plainText(text);
  const isLong = rows.length > MANY;
  let fold = unfolded(rows);
  const look = `json${isLong ? ' long' : ''}`;
  const view = make('div', look, { tabindex: 0, role: 'group', 'aria-label': 'JSON' });
  const drawnRow = (position: number): HTMLElement => {
    const row = rowOfPosition(fold, position);
    const turn = (): void => {
      fold = toggled(rows, fold, row);
      draw();
      view.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus();
    };
    return rowElement(
      { rows, fold, row: rowAt(rows, row), wrong, open, turn },
      isLong ? LONG.row : LONG.wrapped,
    );
  };
  const virtual = isLong ? createVirtual(view, HEIGHT, drawnRow) : undefined;
  const draw = (): void => {
    if (virtual !== undefined) virtual.show(fold.length);
    else view.replaceChildren(...Array.from({ length: fold.length }, (_, position) => drawnRow(position)));
  };
  draw();
  return view;
}

/** A text as it was, its beginning where it is very long. */
export function plainText(text: string): HTMLElement {
  const view = make('pre', 'text', { tabindex: 0 });
  const show = (characters: number): void => {
    const more = button('more', `show the other ${thousands(text.length - characters)} characters`, () =>
      show(text.length),
    );
    fill(view, ...withMarks(text.slice(0, characters)), text.length > characters ? more : undefined);
  };
  show(Math.min(text.length, 200_000));
  return view;
}

interface Shown {
  readonly rows: Rows;
  readonly fold: Fold;
  readonly row: ValueRow;
  readonly wrong: ReadonlySet<string>;
  readonly open: Open;
  readonly turn: () => void;
}

function rowElement({ rows, fold, row, wrong, open, turn }: Shown, limit: number): HTMLElement {
  const { role, kind, depth, key, comma } = row;
  const pointer = depth > DEEP ? '' : pointerOf(pathOf(rows, row.row));
  const isClosed = role === 'open' && isFolded(fold, row.row);
  const look = `value${role !== 'close' && wrong.has(pointer) ? ' wrong' : ''}`;
  const element = make('div', look, { title: pointer === '' ? undefined : pointer });
  element.style.paddingLeft = `${1.4 + Math.min(depth, 40) * 1.2}em`;
  const name = key === undefined ? [] : [part('key', ...withMarks(key)), ': '];
  const bracket = kind === 'object' ? '{}' : '[]';
  const end = comma && (role !== 'open' || isClosed) ? ',' : '';
  if (role === 'open') {
    const fold = button('fold', isClosed ? '▸' : '▾', turn);
    fold.dataset['row'] = String(row.row);
    fold.setAttribute('aria-expanded', String(!isClosed));
    fold.setAttribute('aria-label', `${isClosed ? 'unfold' : 'fold'} ${pointer || 'everything'}`);
    const count = isClosed ? part('count', `… ${row.count} …`) : undefined;
    fill(element, fold, ...name, bracket[0], count, isClosed ? bracket[1] : undefined, end);
    return element;
  }
  if (role === 'close') {
    fill(element, bracket[1], end);
    return element;
  }
  const whole = valueText(rows, row.row);
  const isCut = whole.length > limit;
  const shown = isCut ? previewOf(rows, row.row, limit) : whole;
  fill(element, ...name, part(kind, ...withMarks(shown)), end, opener(kind, whole, isCut, pointer, open));
  return element;
}

/** What shows a string by itself, where it has lines, holds JSON or was cut. */
function opener(
  kind: string,
  whole: string,
  isCut: boolean,
  pointer: string,
  open: Open,
): HTMLElement | undefined {
  if (kind !== 'string') return undefined;
  if (!isCut && !whole.includes('\\n') && !/^"\s*[{[]/.test(whole)) return undefined;
  const text: string = JSON.parse(whole);
  const what = holdsJson(text) ? 'as JSON' : isCut ? 'whole' : 'as text';
  return button('more', what, () => open(pointer, text));
}

/** A text with what was redacted in it standing out. */
function withMarks(text: string): readonly (string | HTMLElement)[] {
  if (!text.includes(mark)) return [text];
  return text.split(mark).flatMap((piece, at) => (at === 0 ? [piece] : [redacted(), piece]));
}

const redacted = (): HTMLElement => make('mark', '', { title: 'A secret was replaced here.' }, mark);
