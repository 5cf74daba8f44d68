// @ts-check
// Prints the performance targets: each figure beside that of a plain script with the official SDK's client in the
// same run, since machines differ. Reads /proc, so it runs on Linux alone.
import { keysUnderFlood } from './bench/floods.mjs';
import {
  firstFrame,
  flood,
  headlessList,
  largeForm,
  largeResult,
  packageSize,
  startToTools,
} from './bench/measures.mjs';
import { mocked } from './bench/mock.mjs';
import { foreignMillion, manyRequests, manyTools, million } from './bench/scale.mjs';
import { keysBesideFlood, manySessions, SESSIONS, startOfAll } from './bench/sessions.mjs';
import { surfaces } from './bench/surfaces.mjs';
import { tapOverStdio } from './bench/tap.mjs';
import { tapOverHttp } from './bench/tap-http.mjs';
import { together } from './bench/together.mjs';
import { verifying } from './bench/verify.mjs';

/** Node.js 20 needs more time for the same; the targets are those of Node.js 22. */
const OLD = process.versions.node.startsWith('20.');
const CPU = OLD ? 1.6 : 1;

const WIDTHS = [46, 10, 10, 8, 12];
row(['', 'ours', 'baseline', 'ratio', 'target', '']);

await measure(async () => {
  figure('start → tools on the screen', await startToTools(), 'ms', { ratio: 1.35 });
});
await measure(async () => {
  figure('first frame, server silent', await firstFrame(), 'ms', { value: OLD ? 200 : 150 });
});
await measure(async () => {
  figure('headless list', await headlessList(), 'ms', { ratio: OLD ? 0.9 : 0.75 });
});
await measure(async () => {
  const burst = await flood('burst');
  figure('memory after connecting', burst.idle, 'MiB', { value: 105 });
  figure('10,000 notifications in a burst: kept', burst.kept, '', { exactly: 10_000 });
  figure('10,000 notifications in a burst: CPU', burst.cpu, 's', { value: 0.25 * CPU });
  figure('memory after the burst', burst.memory, 'MiB', { value: 125 });
});
await measure(async () => {
  const stream = await flood('stream');
  figure('5,000 a second for 10 s: kept', stream.kept, '', { exactly: 50_000 });
  figure('5,000 a second for 10 s: CPU', stream.cpu, 's', { value: 2 * CPU });
  figure('5,000 a second: key to paint, p95', alone(stream.key), 'ms', { value: 40 * CPU });
  figure('memory after that', stream.memory, 'MiB', { value: 140 });
});
for (const [kind, what] of /** @type {const} */ ([
  ['junk', 'junk'],
  ['blank', 'blank lines'],
  ['pings', 'pings'],
  ['notes', 'unknown notifications'],
])) {
  await measure(async () => {
    const { key, quit } = await keysUnderFlood(kind);
    figure(`${what} at pipe speed: key to paint, p95`, alone(key), 'ms', { value: 100 * CPU });
    figure(`${what} at pipe speed: q done`, alone(quit), 'ms', { value: 3_500 });
  });
}
await measure(async () => {
  const { shown, key } = await largeResult('megabyte');
  figure('1 MB result: shown', shown, 'ms', { value: 120 * CPU });
  figure('1 MB result: a key', alone(key), 'ms', { value: 25 * CPU });
});
await measure(async () => {
  const { shown, key } = await largeResult('twelve-megabytes');
  figure('12 MB result: shown', shown, 'ms', { value: 500 * CPU });
  figure('12 MB result: a key', alone(key), 'ms', { value: 25 * CPU });
});
await measure(async () => {
  const { open, key } = await largeForm('wide-form');
  figure('form of 205 arguments: open', alone(open), 'ms', { value: 100 * CPU });
  figure('form of 205 arguments: a key', alone(key), 'ms', { value: 30 * CPU });
});
await measure(async () => {
  const { open, key } = await largeForm('long-form');
  figure('form of 84 kB of schema: open', alone(open), 'ms', { value: 100 * CPU });
  figure('form of 84 kB of schema: a key', alone(key), 'ms', { value: 30 * CPU });
});
await measure(async () => {
  figure('1,501 tools: a key', alone(await manyTools()), 'ms', { value: 20 * CPU });
  figure('1,501 tools: a key under a lens', alone(await manyTools(true)), 'ms', { value: 20 * CPU });
});
await measure(async () => {
  const found = await surfaces();
  if (found === undefined) {
    console.log('skipped: the listings of real servers do not lie beside this checkout');
    return;
  }
  const { all, smaller } = found;
  const beside = (/** @type {number} */ ours) => ({ ours, baseline: all.reading });
  const tools = all.tools.toLocaleString('en-US');
  figure(`${tools} tools diffed against themselves`, beside(all.diff), 'ms', { value: 300 * CPU });
  figure(`${tools} tools, the same: differences`, alone(all.differences), '', { exactly: 0 });
  figure(`${tools} tools checked for all clients`, beside(all.check), 'ms', { value: 300 * CPU });
  figure('336 kB of tools checked for all clients', alone(smaller.check), 'ms', { value: 100 * CPU });
});
await measure(async () => {
  const { kept, cpu } = await manyRequests();
  figure('20,000 requests of the server, refusals: kept', alone(kept), '', { exactly: 39_000 });
  figure('20,000 requests of the server: CPU', alone(cpu), 's', { value: 1 * CPU });
});
await measure(async () => {
  const { kept, cpu, memory, key, first, whole, reopened } = await million();
  figure('1,000,000 at 25,000 a second: kept', alone(kept), '', { exactly: 1_000_000 });
  figure('1,000,000 at 25,000 a second: CPU', alone(cpu), 's', { value: 9 * CPU });
  figure('memory after that', alone(memory), 'MiB', { value: 181 });
  figure('1,000,000 frames: a key', alone(key), 'ms', { value: 25 * CPU });
  figure('1,000,000 frames opened: first screen', alone(first), 'ms', { value: 500 * CPU });
  figure('1,000,000 frames opened: all of it', alone(whole), 'ms', { value: 4000 * CPU });
  figure('memory after that', alone(reopened), 'MiB', { value: 191 });
});
await measure(async () => {
  const { first, whole, reopened, hit, searched } = await foreignMillion();
  figure("1,000,000 messages of another's log: first screen", alone(first), 'ms', { value: 500 * CPU });
  figure('the same: all of it', alone(whole), 'ms', { value: 4000 * CPU });
  figure('memory after that', alone(reopened), 'MiB', { value: 191 });
  figure('search of a million: first hit', alone(hit), 'ms', { value: 100 * CPU });
  figure('search of a million: all of it', alone(searched), 'ms', { value: 1500 * CPU });
});
await measure(async () => {
  const { first, key, filter, memory } = await together();
  figure('12 sessions of 100,000 messages as one: shown', alone(first), 'ms', { value: 700 * CPU });
  figure('the same: a key', alone(key), 'ms', { value: 25 * CPU });
  figure('the same: a filter, all it finds', alone(filter), 'ms', { value: 4000 * CPU });
  figure('memory after that', alone(memory), 'MiB', { value: 320 });
});
await measure(async () => {
  const together = `${SESSIONS} sessions`;
  figure(`${together}: all ready`, await startOfAll(), 'ms', { ratio: 1.2 });
  const { memory, key } = await manySessions();
  figure(`${together}: memory`, alone(memory), 'MiB', { value: 105 + 6 * SESSIONS });
  figure(`${together}: key to paint, p95`, key, 'ms', { ratio: 1.2 });
  const flooded = await keysBesideFlood();
  figure(`${together}, one at 5,000 a second: key, p95`, alone(flooded.key), 'ms', { value: 40 * CPU });
  figure(`${together}, one at 5,000 a second: kept`, alone(flooded.kept), '', { exactly: 50_000 });
});
await measure(async () => {
  const { start, p50, p99, memory, flood, lost } = await tapOverStdio();
  figure('tap over stdio: added to the start', start, 'ms', { value: 70 * CPU });
  figure('tap, 1,000 a second: added, p50', p50, 'ms', { value: 0.2 * CPU });
  figure('tap, 1,000 a second: added, p99', p99, 'ms', { value: 1 * CPU });
  figure('tap: memory', alone(memory), 'MiB', { value: 60 });
  figure('tap, 200,000 as fast as they come', flood, 'ms', { value: 10_000 });
  figure('tap, 200,000: not recorded', alone(lost), '', { exactly: 0 });
});
await measure(async () => {
  const { start, p50, p99, memory, lost, reached } = await tapOverHttp();
  figure('tap over HTTP: added to the start', start, 'ms', { value: 70 * CPU });
  figure('tap over HTTP, 500 a second: added, p50', p50, 'ms', { value: 0.6 * CPU });
  figure('tap over HTTP, 500 a second: added, p99', p99, 'ms', { value: 2 * CPU });
  figure('tap over HTTP: memory', alone(memory), 'MiB', { value: 60 });
  figure('tap over HTTP: not recorded', alone(lost), '', { exactly: 0 });
  figure('tap -- URL: added to the start', reached.start, 'ms', { value: 70 * CPU });
  figure('tap -- URL: memory', alone(reached.memory), 'MiB', { value: 60 });
});
await measure(async () => {
  const { steps, recording } = await verifying();
  figure('verify of steps: added to a call', alone(steps), 'ms', { value: 1 * CPU });
  figure('verify of a recording: added to a call', alone(recording), 'ms', { value: 1 * CPU });
});
await measure(async () => {
  const { start, rate } = await mocked();
  figure('mock: start to its first answer', start, 'ms', { value: 150 * CPU });
  figure('mock over stdio: answers a second', rate, '', { least: 5_000 });
});
figure('package', alone(packageSize()), 'MB', { value: 3.25 });

/**
 * Goes on with the next rows when some cannot be measured.
 * @param {() => Promise<void>} rows
 */
async function measure(rows) {
  await rows().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

/** @param {number} ours what a plain script has nothing to compare with */
function alone(ours) {
  return { ours, baseline: Number.NaN };
}

/**
 * @param {string} what
 * @param {import('./bench/measures.mjs').Figure} figure
 * @param {string} unit
 * @param {{ ratio: number } | { value: number } | { least: number } | { exactly: number }} target
 */
function figure(what, { ours, baseline }, unit, target) {
  const ratio = ours / baseline;
  const met =
    'ratio' in target
      ? ratio <= target.ratio
      : 'value' in target
        ? ours <= target.value
        : 'least' in target
          ? ours >= target.least
          : ours === target.exactly;
  const limit =
    'ratio' in target
      ? `≤ ${target.ratio} ×`
      : 'value' in target
        ? `≤ ${short(target.value)} ${unit}`
        : 'least' in target
          ? `≥ ${target.least}`
          : `${target.exactly}`;
  const cells = [ours, baseline].map((value) => (Number.isNaN(value) ? '–' : `${short(value)} ${unit}`));
  row([what, ...cells, Number.isNaN(ratio) ? '–' : `${ratio.toFixed(2)} ×`, limit, met ? '' : 'missed']);
}

/** @param {number} value with three digits that say something */
function short(value) {
  return value >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();
}

/** @param {readonly string[]} cells */
function row(cells) {
  console.log(
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(WIDTHS[i] ?? 0) : cell.padStart(WIDTHS[i] ?? 0)))
      .join('  '),
  );
}
