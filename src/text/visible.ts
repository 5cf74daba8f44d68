import { width } from './width.ts';

/**
 * A text of somebody else's made safe to draw on one line: every character that would move the cursor, change
 * colours or direction, or not be seen at all becomes a name in angle brackets: `<ESC>`, `<LF>`, `<U+202E>`.
 * Nothing is dropped. What belongs to a visible character stays: the joiners and variation selectors inside an
 * emoji, the tags of a flag, joiners between letters of scripts that join.
 */
export function visible(text: string): string {
  return replaceHidden(text, nameOf);
}

/** The same for text of several lines, whose line breaks (LF) stay; what is visible already is left as it is. */
export function visibleText(text: string): string {
  if (ASCII_LINES.test(text)) return text;
  return replaceHidden(text, (character) => (character === '\n' ? character : nameOf(character)));
}

/** A text with something else in the place of each character that {@link visible} names. */
export function replaceHidden(text: string, replacement: (character: string) => string): string {
  if (isPlain(text)) return text;
  return text.replace(KEPT_OR_HIDDEN, (match, kept: string | undefined) => kept ?? replacement(match));
}

/**
 * The same for text of several lines: split at CRLF, CR and LF, tabs expanded to the next multiple of four
 * cells, the rest made visible. A text that ends in a line break ends in an empty line.
 */
export function visibleLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => expandTabs(line));
}

const TAB_CELLS = 4;

function expandTabs(line: string): string {
  const [first = '', ...others] = line.split('\t');
  const shown = [visible(first)];
  let column = others.length === 0 ? 0 : width(shown[0] ?? '');
  for (const piece of others) {
    const gap = ' '.repeat(TAB_CELLS - (column % TAB_CELLS));
    const next = gap + visible(piece);
    shown.push(next);
    // With the gap, for a piece may begin with what combines with it.
    column += width(next);
  }
  return shown.join('');
}

/**
 * Controls, line and paragraph separators, lone surrogates, interlinear annotation, and all that Unicode calls
 * default-ignorable: bidi controls, zero-width characters, soft hyphen, Hangul fillers, variation selectors, tags.
 */
const HIDDEN = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`;

/** The scripts whose letters change shape by the joiners U+200C and U+200D between them. */
const JOINING = `[${[
  ...[
    'Arabic',
    'Syriac',
    'Mandaic',
    'Nko',
    'Adlam',
    'Hanifi_Rohingya',
    'Mongolian',
    'Phags_Pa',
    'Manichaean',
  ],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Tibetan', 'Myanmar', 'Khmer', 'Balinese', 'Javanese'],
]
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')}]`;

const PICTURE = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?`;

const KEPT = [
  String.raw`[#*0-9]\uFE0F\u20E3`,
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`,
  String.raw`${PICTURE}(?:\u200D${PICTURE})*`,
  String.raw`(?<=${JOINING})[\u200C\u200D](?=${JOINING})`,
].join('|');

const HAS_HIDDEN = new RegExp(HIDDEN, 'u');
const KEPT_OR_HIDDEN = new RegExp(`(${KEPT})|${HIDDEN}`, 'gu');
const ASCII = /^[\x20-\x7e]*$/;
const ASCII_LINES = /^[\x20-\x7e\n]*$/;

function isPlain(text: string): boolean {
  return ASCII.test(text) || !HAS_HIDDEN.test(text);
}

const CONTROLS =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US';
const CONTROL_NAMES = CONTROLS.split(' ');

function nameOf(character: string): string {
  const code = character.codePointAt(0)!;
  if (code === 0x7f) return '<DEL>';
  return `<${CONTROL_NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}>`;
}
