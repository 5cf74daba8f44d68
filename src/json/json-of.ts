import { isObject } from './shape.ts';

/**
 * The JSON text of a parsed value, as `JSON.stringify` writes it, however deep it is: values of strangers are of any depth,
 * at some thousand levels of which that comes to its end. `null` for what has no JSON text.
 */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    if (error instanceof RangeError) return withoutRecursion(value);
    throw error;
  }
}

/** A piece of the text, or a value that is still to be written. */
type Piece = string | { readonly value: unknown };

function withoutRecursion(whole: unknown): string {
  let text = '';
  const left: Piece[] = [{ value: whole }];
  for (let piece = left.pop(); piece !== undefined; piece = left.pop()) {
    if (typeof piece === 'string') text += piece;
    else left.push(...piecesOf(piece.value).reverse());
  }
  return text;
}

function piecesOf(value: unknown): Piece[] {
  if (Array.isArray(value))
    return around(
      '[',
      ']',
      value.map((item): Piece[] => [{ value: item }]),
    );
  if (!isObject(value)) return [JSON.stringify(value) ?? 'null'];
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return around(
    '{',
    '}',
    members.map(([name, member]): Piece[] => [`${JSON.stringify(name)}:`, { value: member }]),
  );
}

const around = (open: string, close: string, items: readonly Piece[][]): Piece[] => [
  open,
  ...items.flatMap((item, at) => (at === 0 ? item : [',', ...item])),
  close,
];
