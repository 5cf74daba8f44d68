import { parse } from '../json/parse.ts';
import { mark } from '../session/redaction/redaction.ts';

/** Whether a recorded string is one in which the redaction has replaced something, and what is around that is the same. */
export function fitsHidden(was: string, is: string): boolean {
  if (!was.startsWith('"') || !hasHidden(was)) return false;
  const text = parse(is);
  // Nothing but strings is ever replaced.
  if (typeof text !== 'string') return false;
  const pieces = String(parse(was)).split(mark);
  const [first = '', ...rest] = pieces;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || !text.slice(first.length).endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}

/** Whether the redaction has replaced something in a text. */
export const hasHidden = (text: string): boolean => text.includes(mark);
