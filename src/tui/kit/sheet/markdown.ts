import type { Theme } from '../../world/theme.ts';
import type { Pieces } from './json-row.ts';
import type { TextSection } from './sheet.ts';

/** What a line of Markdown is, as far as it is drawn otherwise. */
type Kind = 'text' | 'heading' | 'code' | 'fence' | 'quote' | 'rule';

/** Lines of the longest text that is looked at, and how many characters of it. */
const LONGEST = 20_000;
const BEGINNING = 50_000;

/** A sign that a text is Markdown and not merely has a character of it. Bounded, for a text may be brackets alone. */
const SIGNS =
  /^(?:#{1,6} \S|\s{0,3}[-*+] \S|\s{0,3}\d+\. \S|> |```|~~~)|\*\*[^*\s][^*]*\*\*|`[^`\n]+`|\[[^\]\n]{1,200}\]\([^)\s]+\)/m;

const known = new WeakMap<TextSection, readonly Kind[] | undefined>();

/** The kinds of the lines of a text that is Markdown; nothing for any other text. */
function kindsOf(section: TextSection): readonly Kind[] | undefined {
  if (known.has(section)) return known.get(section);
  const { content, lines, text } = section;
  const isOne = content?.kind === 'text' && lines.length <= LONGEST && SIGNS.test(text.slice(0, BEGINNING));
  const kinds = isOne ? kindsIn(lines) : undefined;
  known.set(section, kinds);
  return kinds;
}

/** Whether a text is drawn as Markdown, unless its source is asked for. */
export const isMarkdown = (section: TextSection): boolean => kindsOf(section) !== undefined;

function kindsIn(lines: readonly string[]): readonly Kind[] {
  let fence = '';
  return lines.map((line): Kind => {
    const [, mark = ''] = /^\s{0,3}(```+|~~~+)/.exec(line) ?? [];
    if (fence !== '') {
      if (mark === '' || !mark.startsWith(fence)) return 'code';
      fence = '';
      return 'fence';
    }
    if (mark !== '') {
      fence = mark;
      return 'fence';
    }
    if (/^#{1,6}\s/.test(line)) return 'heading';
    if (/^\s{0,3}>/.test(line)) return 'quote';
    return /^\s{0,3}(?:[-*_]\s*){3,}$/.test(line) ? 'rule' : 'text';
  });
}

/** Code, what is strong, and a link within a line. */
const INLINE = /`([^`]+)`|\*\*([^*\s][^*]*)\*\*|\[([^[\]]+)\]\(([^)\s]{1,2048})\)/g;

/**
 * A row of a line of Markdown, lightly: headings and what is strong stand out, code is of one colour. Its marks are left
 * out where colour tells what they say. `row` is visible text already, one of those the line is wrapped to.
 */
export function markdownPieces(section: TextSection, line: number, row: string, theme: Theme): Pieces {
  const kind = kindsOf(section)?.[line] ?? 'text';
  const { meaning } = section;
  switch (kind) {
    case 'heading':
      return [['strong', theme.colour ? row.replace(/^#{1,6}\s+/, '') : row]];
    case 'code':
      return [['string', row]];
    case 'fence':
    case 'quote':
      return [['dim', row]];
    case 'rule':
      return [['dim', theme.glyphs.line.repeat(Math.max(3, row.length))]];
    case 'text':
      return inline(row, meaning, theme);
  }
}

function inline(row: string, meaning: TextSection['meaning'], { colour }: Theme): Pieces {
  const pieces: [Pieces[number][0], string][] = [];
  let from = 0;
  for (const match of row.matchAll(INLINE)) {
    const [whole, code, strong, label = '', url = ''] = match;
    if (match.index > from) pieces.push([meaning, row.slice(from, match.index)]);
    from = match.index + whole.length;
    if (!colour) pieces.push([meaning, whole]);
    else if (code !== undefined) pieces.push(['string', code]);
    else if (strong !== undefined) pieces.push(['strong', strong]);
    else pieces.push(['accent', label], ['dim', ` (${url})`]);
  }
  return [...pieces, [meaning, row.slice(from)]];
}
