import type { KeyName } from '../keys.ts';

/** A key that was pressed. */
export interface KeyToken {
  readonly kind: 'key';
  readonly name: KeyName;
  /** What it types, when it types anything. */
  readonly text?: string;
}

/** A run of printable characters, typed one after another. */
export interface TextToken {
  readonly kind: 'text';
  readonly text: string;
}

/** What was pasted, between the terminal's brackets; line ends are LF. */
export interface PasteToken {
  readonly kind: 'paste';
  readonly text: string;
}

/** A report of the mouse (SGR 1006). Cells are counted from 0. */
export interface MouseToken {
  readonly kind: 'mouse';
  readonly action: 'press' | 'release' | 'move' | 'wheel up' | 'wheel down';
  readonly button: 'left' | 'middle' | 'right' | 'none';
  readonly row: number;
  readonly column: number;
}

/** An answer of the terminal's to a query, or a sequence that stands for no key. */
export interface ReplyToken {
  readonly kind: 'reply';
  readonly bytes: string;
}

/** What a terminal sends, cut into the smallest things that mean something. */
export type Token = KeyToken | TextToken | PasteToken | MouseToken | ReplyToken;
