// @ts-check
// Inside a character class: characters that take one cell each and that nothing joins to a neighbour. ASCII, Latin
// without the soft hyphen, punctuation, arrows, box drawing, blocks, geometric shapes, marks. Some are drawn as an
// emoji when U+FE0F follows, which is not among them.
export const ONE_CELL =
  '\\u0020-\\u007e\\u00a1-\\u00ac\\u00ae-\\u02ff\\u2010-\\u2027\\u2190-\\u21ff\\u23ce\\u2500-\\u25fc\\u2702\\u2713-\\u2718\\u276e-\\u2771';
