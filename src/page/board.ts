import type { PageLine } from './data.ts';
import { createSide, otherOf } from './detail.ts';
import { make } from './dom.ts';
import { createFilterBar } from './filter-bar.ts';
import type { PageLines } from './lines.ts';
import { rowElement, rowId } from './row.ts';
import { createVirtual } from './virtual.ts';

/** A list of lines with its filter and the line that is open. */
export interface Board {
  readonly element: HTMLElement;
  /** How many lines it is about. */
  readonly count: number;
  /** Opens a line of its own. */
  go(line: PageLine): void;
  /** Takes a key; false where it means nothing here. */
  press(key: string): boolean;
  /** It is looked at: keys go to its list. */
  show(): void;
}

export interface BoardParts {
  readonly id: string;
  readonly lines: PageLines;
  /** Those that it is about, and the same with stderr between them. */
  readonly own: readonly PageLine[];
  readonly withStderr: readonly PageLine[];
  readonly copy: (text: string) => void;
  /** Goes to a line, wherever it is shown. */
  readonly go: (line: PageLine) => void;
  /** Told which line is selected. */
  readonly chosen: (line: PageLine) => void;
}

/** Pixels of a row. */
const HEIGHT = 26;

export function createBoard({ id, lines, own, withStderr, copy, go, chosen }: BoardParts): Board {
  let shown = own;
  let selected: PageLine | undefined;
  let place = 0;
  let all = own;

  const list = make('div', 'list', { role: 'listbox', tabindex: 0, 'aria-label': id });
  const virtual = createVirtual(list, HEIGHT, (at) =>
    rowElement(lines, shown[at]!, { id, at, count: shown.length, selected }),
  );
  const bar = createFilterBar({ id, lines, own: () => all, show: take, leave: () => list.focus() });
  const side = createSide(lines, { go, only, copy, back: close });
  const panes = make('div', 'panes', {}, list, side.element);
  const element = make('section', 'board', { id }, bar.element, panes);
  list.addEventListener('click', ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null;
    if (row !== null) choose(Number(row.dataset['at']), true);
  });

  function take(found: readonly PageLine[]): void {
    shown = found;
    place = selected === undefined ? -1 : shown.indexOf(selected);
    virtual.show(shown.length);
    if (place >= 0) virtual.reveal(place);
    tellActive();
  }

  function choose(at: number, isOpened: boolean): void {
    place = Math.max(0, Math.min(shown.length - 1, at));
    const line = shown[place];
    if (line === undefined) return;
    selected = line;
    if (isOpened || side.isOpen()) side.open(line);
    virtual.reveal(place);
    tellActive();
    chosen(line);
  }

  function tellActive(): void {
    if (place < 0 || selected === undefined) list.removeAttribute('aria-activedescendant');
    else list.setAttribute('aria-activedescendant', rowId(id, place));
  }

  function close(): boolean {
    if (!side.close()) return false;
    list.focus();
    return true;
  }

  function only(line: PageLine): void {
    bar.set(bar.text().startsWith('with:') ? '' : `with:${lines.label(line).replace(/^#/, '')}`);
  }

  function turnStderr(): void {
    all = all === own ? withStderr : own;
    bar.set(bar.text());
  }

  function toOther(line: PageLine): void {
    const other = otherOf(lines, line);
    if (other !== undefined) go(other);
  }

  const move = (step: number): void => choose(place < 0 || selected === undefined ? 0 : place + step, false);
  const keys = keysOf([
    ['j ArrowDown', () => move(1)],
    ['k ArrowUp', () => move(-1)],
    ['PageDown', () => move(virtual.page())],
    ['PageUp', () => move(-virtual.page())],
    ['g Home', () => choose(0, false)],
    ['G End', () => choose(shown.length - 1, false)],
    ['Enter', () => choose(place, true)],
    ['/', () => bar.focus()],
    ['!', () => bar.set(bar.text() === 'finding:*' ? '' : 'finding:*')],
    ['w', () => selected && only(selected)],
    ['o', () => selected && toOther(selected)],
    ['y', () => selected?.text && copy(selected.text)],
    ['p', side.turn],
    ['E', turnStderr],
    ['Escape', () => close() || bar.set('')],
  ]);

  return {
    element,
    count: own.length,
    go(line) {
      if (!shown.includes(line)) bar.set('');
      choose(shown.indexOf(line), true);
    },
    press(key) {
      keys.get(key)?.();
      return keys.has(key);
    },
    show: () => list.focus(),
  };
}

/** What each key does, where several that do the same stand together. */
const keysOf = (rows: readonly (readonly [names: string, press: () => unknown])[]) =>
  new Map(rows.flatMap(([names, press]) => names.split(' ').map((name) => [name, press] as const)));
