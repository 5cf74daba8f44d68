// @ts-check
// An hour's worth of floods in minutes, by hand: `npm run soak [KIND…]`. Each kind in turn, ten rounds of keys: no key may
// be served late, memory may grow by no more than the index of the lines that came, and nothing may be left behind.
// Reads /proc, so it runs on Linux alone.
import { underFlood } from './bench/floods.mjs';
import { quantile } from './bench/inspecting.mjs';

const KINDS = [
  ...[
    'junk',
    'banner',
    'blank',
    'nulls',
    'notes',
    'methods',
    'pings',
    'answers',
    'errors',
    'logs',
    'progress',
  ],
  ...['line', 'braces', 'spread', 'headers', 'stderr'],
];
const ROUNDS = 10;
/** ms: the latest key, and the end. */
const LATEST = 200;
const QUIT = 3_500;
/** Bytes of a line in the index, and MiB that memory may go up and down by itself. */
const LINE = 64;
const SWING = 64;

const given = process.argv.slice(2);
row(['flood', 'lines', 'key p50', 'p95', 'latest', 'ours', 'q done', 'memory', 'grown', 'a line', '']);
for (const kind of given.length > 0 ? given : KINDS) {
  const { rounds, quit, left } = await underFlood(kind, ROUNDS);
  const keys = rounds.flatMap((round) => round.keys);
  const work = rounds.flatMap((round) => round.work);
  const latest = Math.max(...keys);
  const [first, last] = [rounds[1], rounds.at(-1)];
  const grown = (last?.memory ?? 0) - (first?.memory ?? 0);
  const lines = (last?.lines ?? 0) - (first?.lines ?? 0);
  const allowed = SWING + (lines * LINE) / 2 ** 20;
  const faults = [
    ...(latest > LATEST ? [`a key took ${latest.toFixed(0)} ms`] : []),
    ...(quit > QUIT ? [`q took ${quit.toFixed(0)} ms`] : []),
    ...(grown > allowed ? [`memory grew by more than ${allowed.toFixed(0)} MiB`] : []),
    ...(left > 0 ? [`${left} processes were left`] : []),
  ];
  const ms = (/** @type {number} */ value) => `${value.toFixed(0)} ms`;
  row([
    kind,
    String(last?.lines ?? 0),
    ms(quantile(keys, 0.5)),
    ms(quantile(keys, 0.95)),
    ms(latest),
    ms(Math.max(...work)),
    ms(quit),
    `${(last?.memory ?? 0).toFixed(0)} MiB`,
    `${grown.toFixed(0)} MiB`,
    lines === 0 ? '–' : `${((grown * 2 ** 20) / lines).toFixed(0)} B`,
    faults.join(', '),
  ]);
  if (faults.length > 0) process.exitCode = 1;
}

/** @param {readonly string[]} cells */
function row(cells) {
  console.log(
    cells.map((cell, i) => (i === 0 ? cell.padEnd(10) : i === 10 ? cell : cell.padStart(9))).join(' '),
  );
}
