import xterm from '@xterm/headless';
import { cellWidths } from './cell-widths.ts';

/** One cell of the screen. Colours are palette numbers, RGB numbers, or absent for the default. */
export interface Cell {
  readonly text: string;
  /** 0 for the second half of a wide character. */
  readonly width: number;
  readonly fg?: number;
  readonly bg?: number;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
}

/** What the program has asked of the terminal. */
export interface Modes {
  readonly alternate: boolean;
  readonly cursorShown: boolean;
  readonly paste: boolean;
  /** `none`, or which mouse reports are on. */
  readonly mouse: string;
  /** Flags of the kitty keyboard protocol in force; 0 = off. */
  readonly kitty: number;
}

/** The screen as a person sees it. */
export interface Screen {
  /** Its rows, without trailing blanks. */
  screen(): readonly string[];
  /** The rows joined by newlines. */
  text(): string;
  /** Counted from 0. */
  cell(row: number, column: number): Cell;
  /** Counted from 0. */
  cursor(): { readonly row: number; readonly column: number };
  modes(): Modes;
  size(): { readonly cols: number; readonly rows: number };
  /** The screen in a frame with the modes below, for messages. */
  picture(): string;
}

/** A screen with the side where bytes come in. */
export interface ScreenDevice extends Screen {
  /** Shows each synchronized update when all of it has come, as terminals do; an empty text shows what has come. */
  write(data: string, done?: () => void): void;
  resize(cols: number, rows: number): void;
  /** Calls back after each change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
  changed(): void;
  dispose(): void;
}

export interface ScreenOptions {
  readonly cols: number;
  readonly rows: number;
  readonly kitty: boolean;
  readonly sixel?: boolean;
  /** Takes what the terminal answers to queries. */
  readonly reply: (bytes: string) => void;
}

/** What begins and ends a synchronized update. */
const UPDATE = '\x1b[?2026h';
const UPDATED = '\x1b[?2026l';
const BETWEEN = /(?<=\x1b\[\?2026l)/;
/** Bytes that may be the first of either. */
const UNFINISHED = /\x1b(?:\[(?:\?(?:2(?:0(?:26?)?)?)?)?)?$/;

/** An emulated terminal without a window. */
export function createScreen(options: ScreenOptions): ScreenDevice {
  const term = new xterm.Terminal({
    cols: options.cols,
    rows: options.rows,
    allowProposedApi: true,
    scrollback: 0,
  });
  term.unicode.register(cellWidths);
  term.unicode.activeVersion = cellWidths.version;
  const listeners = new Set<() => void>();
  const kitty = watchKitty(term, options);
  const cursorShown = watchCursor(term);
  if (options.sixel) answerSixel(term, options.reply);
  let held = '';
  term.onData(options.reply);

  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const rowsOf = () =>
    Array.from({ length: term.rows }, (_, row) => {
      const buffer = term.buffer.active;
      return (
        buffer
          .getLine(buffer.baseY + row)
          // A window made narrower leaves its lines as long as they were.
          ?.translateToString(false, 0, term.cols)
          .trimEnd() ?? ''
      );
    });
  const modes = (): Modes => ({
    alternate: term.buffer.active.type === 'alternate',
    cursorShown: cursorShown(),
    paste: term.modes.bracketedPasteMode,
    mouse: term.modes.mouseTrackingMode,
    kitty: kitty(),
  });
  const cursor = () => ({ row: term.buffer.active.cursorY, column: term.buffer.active.cursorX });
  return {
    screen: rowsOf,
    text: () => rowsOf().join('\n'),
    cell: (row, column) => cellAt(term, row, column),
    cursor,
    modes,
    size: () => ({ cols: term.cols, rows: term.rows }),
    picture() {
      const edge = '─'.repeat(term.cols);
      const lines = rowsOf().map((line) => `│${line}`);
      return [
        `┌${edge}`,
        ...lines,
        `└${edge}`,
        `cursor ${JSON.stringify(cursor())} modes ${JSON.stringify(modes())}`,
      ].join('\n');
    },
    write(data, done) {
      held += data;
      const goesOn = held.lastIndexOf(UPDATE) > held.lastIndexOf(UPDATED);
      if ((goesOn || UNFINISHED.test(held)) && data !== '') return;
      // One by one: what was on the screen for a moment has been there, however late its bytes are read.
      const updates = held.split(BETWEEN);
      const last = updates.length - 1;
      for (const [at, update] of updates.entries()) {
        term.write(update, () => {
          if (at === last) done?.();
          changed();
        });
      }
      held = '';
    },
    resize: (cols, rows) => term.resize(cols, rows),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed,
    dispose: () => term.dispose(),
  };
}

function cellAt(term: xterm.Terminal, row: number, column: number): Cell {
  const buffer = term.buffer.active;
  const cell = buffer.getLine(buffer.baseY + row)?.getCell(column);
  if (!cell)
    throw new Error(`There is no cell at row ${row}, column ${column} of ${term.cols}×${term.rows}.`);
  return {
    text: cell.getChars(),
    width: cell.getWidth(),
    ...(cell.isFgDefault() ? {} : { fg: cell.getFgColor() }),
    ...(cell.isBgDefault() ? {} : { bg: cell.getBgColor() }),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
  };
}

/** The attributes of a terminal with sixels (4), and the size of a cell. */
function answerSixel(term: xterm.Terminal, reply: (bytes: string) => void): void {
  term.parser.registerCsiHandler({ final: 'c' }, () => {
    reply('\x1b[?62;4c');
    return true;
  });
  term.parser.registerCsiHandler({ final: 't' }, ([what]) => {
    if (what === 16) reply('\x1b[6;20;10t');
    return what === 16;
  });
}

/** The emulator does not know the kitty keyboard protocol: its query, push and pop, one stack a screen. */
function watchKitty(term: xterm.Terminal, options: ScreenOptions): () => number {
  const stacks = { normal: [] as number[], alternate: [] as number[] };
  const stack = () => stacks[term.buffer.active.type];
  const now = () => stack().at(-1) ?? 0;
  if (options.kitty) {
    term.parser.registerCsiHandler({ prefix: '?', final: 'u' }, () => {
      options.reply(`\x1b[?${now()}u`);
      return true;
    });
    term.parser.registerCsiHandler({ prefix: '>', final: 'u' }, ([flags]) => {
      stack().push(Number(flags ?? 0));
      return true;
    });
    term.parser.registerCsiHandler({ prefix: '<', final: 'u' }, ([count]) => {
      stack().splice(-Math.max(1, Number(count ?? 1)));
      return true;
    });
  }
  return now;
}

/** Whether the cursor is shown (DECTCEM) is not among the emulator's public modes. */
function watchCursor(term: xterm.Terminal): () => boolean {
  let shown = true;
  const watch = (value: boolean) => (params: readonly (number | number[])[]) => {
    if (params.includes(25)) shown = value;
    return false;
  };
  term.parser.registerCsiHandler({ prefix: '?', final: 'h' }, watch(true));
  term.parser.registerCsiHandler({ prefix: '?', final: 'l' }, watch(false));
  return () => shown;
}
