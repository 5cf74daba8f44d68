// @ts-check
// A server that never answers; `silent.mjs deaf` heeds neither the end of its stdin nor SIGTERM.
process.stdin.resume();
if (process.argv[2] === 'deaf') {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1_000);
}
