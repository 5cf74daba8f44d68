import { createContext, use } from 'react';
import type { Depth } from '../terminal/pictures/cells.ts';

/**
 * What a piece of text means. Screens name the meaning, never a colour, and a meaning never stands on colour
 * alone: it comes with a glyph or a word.
 */
export type Meaning =
  | 'request'
  | 'response'
  | 'error'
  | 'finding'
  | 'ok'
  | 'running'
  | 'failed'
  | 'accent'
  | 'strong'
  | 'dim'
  | 'struck'
  | 'selection'
  | 'match'
  | 'name'
  | 'string'
  | 'number'
  | 'word'
  | 'focus';

/** Signs of our own, all one cell wide; of `levels` each letter. */
export interface Glyphs {
  readonly selected: string;
  readonly request: string;
  readonly response: string;
  readonly error: string;
  readonly finding: string;
  readonly ok: string;
  readonly recording: string;
  /** Where a text is cut off. */
  readonly cut: string;
  /** Of a line that the person has marked. */
  readonly mark: string;
  /** From nothing to full, a letter each. */
  readonly levels: string;
  readonly bullet: string;
  readonly open: string;
  readonly folded: string;
  readonly more: string;
  /** Between a client and its server. */
  readonly between: string;
  readonly bar: string;
  /** A length of time: thin, so that rows of it do not run together. */
  readonly span: string;
  readonly track: string;
  /** Horizontal line and the two upper corners, for titles in a border. */
  readonly line: string;
  /** A bracket that ties rows together, a letter each: its beginning, what belongs to it, its end, what it passes by. */
  readonly ties: string;
  readonly cornerLeft: string;
  readonly cornerRight: string;
  /** The right side of a border, where it stands for the rows that are seen, and its lower corner. */
  readonly side: string;
  readonly thumb: string;
  readonly cornerBelow: string;
}

/** How things look: signs, borders, and text painted by meaning. */
export interface Theme {
  readonly glyphs: Glyphs;
  /** Signs of seven bits only. */
  readonly ascii: boolean;
  /** One part below the other, without frames: it is read aloud. */
  readonly linear: boolean;
  /** The name Ink has for the border. */
  readonly border: 'round' | 'classic';
  /** Without colour nothing may depend on it: the focused pane then says so in a word. */
  readonly colour: boolean;
  /** How pictures are drawn within a pane: by half blocks in colours, by light and dark signs, or not at all. */
  readonly pictures: Depth | 'ramp' | 'none';
  /** The text with the codes of its meaning around it; the text itself when there is no colour. */
  readonly paint: (meaning: Meaning, text: string) => string;
  /** Ink's name of the border's colour. */
  readonly borderColour: (focused: boolean) => {
    readonly borderColor?: string;
    readonly borderDimColor?: boolean;
  };
}

const UNICODE: Glyphs = {
  selected: '❯',
  request: '→',
  response: '←',
  error: '✗',
  finding: '!',
  ok: '✓',
  recording: '●',
  cut: '✂',
  mark: '◆',
  levels: '▁▂▃▄▅▆▇█',
  bullet: '·',
  open: '▾',
  folded: '▸',
  more: '…',
  between: '⇄',
  bar: '█',
  span: '━',
  track: '░',
  line: '─',
  ties: '┌├└│',
  cornerLeft: '╭',
  cornerRight: '╮',
  side: '│',
  thumb: '┃',
  cornerBelow: '╯',
};

const ASCII: Glyphs = {
  selected: '>',
  request: '>',
  response: '<',
  error: 'x',
  finding: '!',
  ok: '+',
  recording: '*',
  cut: '%',
  mark: '@',
  levels: '.:-=+*#@',
  bullet: '-',
  open: 'v',
  folded: '>',
  more: '~',
  between: '<>',
  bar: '#',
  span: '=',
  track: '.',
  line: '-',
  ties: ".+'|",
  cornerLeft: '+',
  cornerRight: '+',
  side: '|',
  thumb: '#',
  cornerBelow: '+',
};

/** Opening and closing SGR parameters, of the sixteen colours that a terminal's own theme decides about. */
const CODES: Readonly<Record<Meaning, readonly [open: string, close: string]>> = {
  request: ['36', '39'],
  response: ['32', '39'],
  error: ['31', '39'],
  finding: ['33', '39'],
  ok: ['32', '39'],
  running: ['33', '39'],
  failed: ['31', '39'],
  accent: ['36', '39'],
  strong: ['1', '22'],
  dim: ['2', '22'],
  struck: ['2;9', '22;29'],
  selection: ['7', '27'],
  match: ['4', '24'],
  name: ['36', '39'],
  string: ['32', '39'],
  number: ['33', '39'],
  word: ['35', '39'],
  focus: ['1;36', '22;39'],
};

/** What decides about the theme. */
interface ThemeOptions {
  /** Signs of seven bits alone. */
  readonly ascii: boolean;
  /** False where NO_COLOR asks for it. */
  readonly colour: boolean;
  /** Nothing is drawn that only the eye can use: it is read aloud. */
  readonly linear?: boolean;
  readonly depth?: Depth;
}

/** The theme for a terminal. */
export function createTheme({ ascii, colour, linear = false, depth = '256' }: ThemeOptions): Theme {
  return {
    pictures: linear ? 'none' : ascii || !colour ? 'ramp' : depth,
    glyphs: ascii ? ASCII : UNICODE,
    ascii,
    linear,
    border: ascii ? 'classic' : 'round',
    colour,
    paint: colour ? paint : (_, text) => text,
    borderColour: (focused) => {
      if (!colour) return {};
      return focused ? { borderColor: 'cyan' } : { borderDimColor: true };
    },
  };
}

function paint(meaning: Meaning, text: string): string {
  const [open, close] = CODES[meaning];
  return text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`;
}

/** The launcher has turned NO_COLOR into FORCE_COLOR=0, which the colour library under Ink understands. */
export function hasColour(env: NodeJS.ProcessEnv): boolean {
  return !env['NO_COLOR'] && env['FORCE_COLOR'] !== '0';
}

/** How many colours the terminal says that it has: none says it of the palette of 256, which all have. */
export const depthOf = (env: NodeJS.ProcessEnv): Depth =>
  /^(?:truecolor|24bit)$/.test(env['COLORTERM'] ?? '') || /-direct$/.test(env['TERM'] ?? '')
    ? '24 bit'
    : '256';

/** Whether what is shown is read aloud (INK_SCREEN_READER, the variable that Ink goes by). */
export const isReadAloud = (env: NodeJS.ProcessEnv): boolean => env['INK_SCREEN_READER'] === 'true';

/** The theme of the screen; a widget outside of a provider is drawn in colour. */
export const ThemeContext = createContext<Theme>(createTheme({ ascii: false, colour: true }));

/** The theme in force. */
export const useTheme = (): Theme => use(ThemeContext);
