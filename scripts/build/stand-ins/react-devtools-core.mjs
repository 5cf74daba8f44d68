// @ts-check
// Stands in for react-devtools-core, which Ink imports in development only and does not install.
export default {};
