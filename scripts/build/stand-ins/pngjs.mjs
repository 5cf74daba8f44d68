// @ts-check
// Stands in for pngjs, of which only the reading of a whole file is used.
// @ts-expect-error its types declare the main file alone
import read from 'pngjs/lib/parser-sync.js';

export const PNG = { sync: { read: (/** @type {Buffer} */ file) => read(file, {}) } };
