// @ts-check
// Stands in for jpeg-js, of which only the decoder is used.
// @ts-expect-error its types declare the main file alone
export { default as decode } from 'jpeg-js/lib/decoder.js';
