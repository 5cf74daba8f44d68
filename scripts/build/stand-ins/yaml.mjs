// @ts-check
// Stands in for yaml, of which only what reads the tokens of a text is used.
// @ts-expect-error its types declare the main file alone
export * as CST from '../../../node_modules/yaml/browser/dist/parse/cst.js';
// @ts-expect-error its types declare the main file alone
export { Parser } from '../../../node_modules/yaml/browser/dist/parse/parser.js';
