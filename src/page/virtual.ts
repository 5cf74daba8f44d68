import { make } from './dom.ts';

/** A list of any length of which only the rows that can be seen are elements. */
export interface VirtualList {
  readonly element: HTMLElement;
  /** Shows so many rows anew. */
  show(length: number): void;
  /** Draws the rows that can be seen once more. */
  draw(): void;
  /** Scrolls to a row, if it cannot be seen. */
  reveal(at: number): void;
  /** How many rows can be seen at a time. */
  page(): number;
}

/** Browsers draw nothing that is higher, in pixels: beyond that a step of the bar is more than its share of rows. */
const HIGHEST = 8_000_000;
/** Rows drawn above and below what can be seen. */
const MORE = 6;

/**
 * @param element where it scrolls
 * @param height of a row in pixels
 * @param row makes a row
 */
export function createVirtual(
  element: HTMLElement,
  height: number,
  row: (at: number) => HTMLElement,
): VirtualList {
  const inner = make('div', 'rows', { role: 'presentation' });
  const space = make('div', 'space', { role: 'presentation' }, inner);
  element.replaceChildren(space);
  let length = 0;
  let isAsked = false;

  const room = (): number => Math.max(height, element.clientHeight);
  /** How many pixels all rows take, and how many of them there are to scroll. */
  const whole = (): number => length * height;
  const drawn = (): number => Math.min(HIGHEST, whole());
  const ratio = (): number => Math.max(1, (whole() - room()) / Math.max(1, drawn() - room()));

  const draw = (): void => {
    isAsked = false;
    const top = element.scrollTop * ratio();
    const from = Math.max(0, Math.floor(top / height) - MORE);
    const to = Math.min(length, Math.ceil((top + room()) / height) + MORE);
    inner.replaceChildren(...Array.from({ length: Math.max(0, to - from) }, (_, place) => row(from + place)));
    inner.style.transform = `translateY(${Math.round(from * height - top + element.scrollTop)}px)`;
  };
  const ask = (): void => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(draw);
  };
  element.addEventListener('scroll', ask, { passive: true });
  new ResizeObserver(ask).observe(element);

  return {
    element,
    show(rows) {
      length = rows;
      space.style.height = `${drawn()}px`;
      draw();
    },
    draw,
    reveal(at) {
      const top = element.scrollTop * ratio();
      const wanted =
        at * height < top
          ? at * height
          : (at + 1) * height > top + room()
            ? (at + 1) * height - room()
            : undefined;
      if (wanted !== undefined) element.scrollTop = wanted / ratio();
      draw();
    },
    page: () => Math.max(1, Math.floor(room() / height) - 1),
  };
}
