// @ts-check
// A server that never answers.
process.stdin.resume();
