/** One character after the other, any of them repeated: no groups, no choices, no looking around. */
const plain =
  /^(\^?)((?:(?:\\(?:[dDwWsS]|[^a-zA-Z0-9])|\[\^?(?:\\.|[^\\\]])+\]|[^\\^$.|?*+()[\]{}]|\.)(?:(?:[*+?]|\{\d+(?:,\d*)?\})\??)?)*)\$?$/s;
const pieces = /(?:\\.|\[\^?(?:\\.|[^\\\]])+\]|[^\\])(?:((?:[*+?]|\{\d+,\d*\})\??)|\{(\d+)\}\??)?/gs;

/**
 * How many steps a pattern certainly takes at most with a text of a length; infinite where that is not certain. Of a row
 * of n characters with k repetitions there are at most length^k ways to go, from each place in the text.
 */
export function stepsOf({ source, multiline }: RegExp): (length: number) => number {
  const [, anchor, row] = source.length > 1_000 ? [] : (plain.exec(source) ?? []);
  if (row === undefined) return () => Number.POSITIVE_INFINITY;
  let most = 1;
  let degree = anchor === '' || multiline ? 1 : 0;
  for (const [, repeat, count] of row.matchAll(pieces)) {
    if (repeat !== undefined) degree += 1;
    most += Number(count ?? 1);
  }
  return (length) => most * (length + 1) ** degree;
}
