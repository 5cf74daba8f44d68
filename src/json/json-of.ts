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
  const text: string[] = [];
  const left: Piece[] = [{ value: whole }];
  for (let piece = left.pop(); piece !== undefined; piece = left.pop()) {
    if (typeof piece === 'string') text.push(piece);
    // The last is written first.
    else for (const part of piecesOf(piece.value).reverse()) left.push(part);
  }
  return text.join('');
}

function piecesOf(value: unknown): Piece[] {
  if (Array.isArray(value)) return ['[', ...separated(value, (item) => [{ value: item }]), ']'];
  if (!isObject(value)) return [JSON.stringify(value) ?? 'null'];
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return [
    '{',
    ...separated(members, ([name, member]) => [`${JSON.stringify(name)}:`, { value: member }]),
    '}',
  ];
}

const separated = <Item>(
  items: readonly Item[],
  pieces: (item: Item) => readonly Piece[],
): readonly Piece[] => items.flatMap((item, at) => (at === 0 ? pieces(item) : [',', ...pieces(item)]));
