import type { Direction } from '../session/frame.ts';
import { createExtent } from './extent.ts';

/** What a line is that could not be used, in a sentence. */
export function whyNot(dir: Direction, text: string, ended: boolean): string {
  const what = dir === 's2c' ? 'stdout is' : 'what was sent is';
  if (text.includes('\0')) return `${what} not UTF-8 but something with zero bytes, UTF-16 perhaps`;
  const start = text.search(/\{\s*["']|\[\s*\{/);
  if (start < 0 || text.slice(0, start).trim() !== '') return `${what} not JSON`;
  const extent = createExtent()(text, start);
  if (!ended || extent.kind === 'open') return `${what} JSON that breaks off`;
  const column = extent.kind === 'bad' ? extent.at + 1 : badCharacter(text, start, extent.end);
  return `${what} malformed JSON${column ? `, from column ${column} on` : ''}`;
}

/** The column of a control character or an escape in JSON that is none, which the reader of extents lets pass. */
function badCharacter(text: string, start: number, end: number): number | undefined {
  try {
    JSON.parse(text.slice(start, end));
    return undefined;
  } catch (error) {
    const place = / at position (\d+)/.exec(String(error))?.[1];
    return place === undefined ? undefined : start + Number(place) + 1;
  }
}
