import { createReader } from './reader.ts';

/**
 * A JSON text printed one value a line, two spaces a level, as `JSON.stringify(value, null, 2)` does it; but
 * numbers, escapes, duplicate names and their order stay as they are. What is not JSON is returned unchanged.
 *
 * @param word writes a name or a value that is neither an object nor an array in another way
 */
export function pretty(text: string, word = (as: string, _isName: boolean): string => as): string {
  const reader = createReader(text);
  let printed = '';
  /** Whether the last piece was an opening bracket: then no comma goes before the next. */
  let opened = true;
  for (;;) {
    const event = reader.next();
    if (event === 'end') return printed;
    if (event === 'error') return text;
    if (event === 'close') {
      if (!opened) printed += lineBreak(reader.depth);
    } else if (reader.depth > 0) {
      printed += (opened ? '' : ',') + lineBreak(reader.depth);
      if (reader.keyStart !== -1) printed += `${word(text.slice(reader.keyStart, reader.keyEnd), true)}: `;
    }
    const now = text.slice(reader.start, reader.end);
    printed += event === 'open' || event === 'close' ? now : word(now, false);
    opened = event === 'open';
  }
}

/** Indentation ends here, or a text of a hundred thousand brackets would become gigabytes. */
const DEEPEST = 64;

function lineBreak(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, DEEPEST))}`;
}
