// @ts-check
// Large surfaces, in a process of their own each time: nothing is warm when a script is run in CI.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { NODE, quantile } from './inspecting.mjs';
import { run } from './process.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Listings of real servers, several MB of others' texts. */
const LISTINGS = join(ROOT, '../shared/corpus/listings');

/** How often each is repeated; the median counts. */
const TIMES = 5;

/** Bytes of the smaller list. */
const SMALLER = 336_000;

/** What is timed, in ms each: reading as a plain script does it, and what is done with what was read. */
const TIMED = `
import { readFileSync } from 'node:fs';
import { findingsOf } from './src/check/check.ts';
import { CLIENTS } from './src/clients/clients.ts';
import { wholeDifference } from './src/clients/difference.ts';
import { readItem } from './src/spec/check/item.ts';
import { NOTHING_ANSWERED } from './src/surface/answered.ts';

const text = readFileSync(process.argv[2], 'utf8');
const timed = (work) => {
  const from = performance.now();
  const made = work();
  return { made, ms: performance.now() - from };
};
const surface = () => {
  const tools = JSON.parse(text).map((raw) => ({ ...readItem('tools', raw, 1, 'legacy').item, text: JSON.stringify(raw) }));
  return {
    capabilities: { client: {}, server: { tools: {} } },
    server: { name: 'all' },
    lists: { tools, resources: [], resourceTemplates: [], prompts: [], skills: [] },
  };
};
const [before, after] = [surface(), surface()];
const clients = CLIENTS.filter(({ kind }) => kind !== 'profile');
const reading = timed(() => JSON.stringify(JSON.parse(text)));
const diff = timed(() => wholeDifference(before, after));
const check = timed(() => findingsOf({ surface: after, answered: NOTHING_ANSWERED, server: 'all', clients }));
console.log(JSON.stringify({
  tools: after.lists.tools.length,
  reading: reading.ms,
  differences: diff.made.length,
  diff: diff.ms,
  findings: check.made.length,
  check: check.ms,
}));
`;

/**
 * @typedef {{ tools: number, reading: number, differences: number, diff: number, findings: number, check: number }} Timed
 *   times in ms
 */

/**
 * All tools of the listings, and those of the first of them up to a size: compared with themselves, and checked for all clients.
 * @returns {Promise<{ all: Timed, smaller: Timed } | undefined>} nothing where the listings do not lie beside the checkout
 */
export async function surfaces() {
  if (!existsSync(LISTINGS)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'loupe-bench-'));
  try {
    const script = join(folder, 'timed.mjs');
    await build({
      stdin: { contents: TIMED, resolveDir: ROOT, loader: 'js' },
      ...{
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node20',
        outfile: script,
        logLevel: 'error',
      },
    });
    const tools = readdirSync(LISTINGS)
      .sort()
      .flatMap((name) => JSON.parse(readFileSync(join(LISTINGS, name), 'utf8')).tools ?? []);
    const texts = tools.map((tool) => JSON.stringify(tool));
    let size = 0;
    const few = texts.filter((text) => {
      size += text.length;
      return size <= SMALLER;
    });
    return { all: await timed(folder, script, texts), smaller: await timed(folder, script, few) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {string} script
 * @param {readonly string[]} texts
 * @returns {Promise<Timed>} the median of each
 */
async function timed(folder, script, texts) {
  const file = join(folder, 'tools.json');
  writeFileSync(file, `[${texts.join(',')}]`);
  /** @type {Timed[]} */
  const runs = [];
  for (let nth = 0; nth < TIMES; nth += 1)
    runs.push(JSON.parse((await run([NODE, '--no-warnings', script, file])).out));
  /** @param {keyof Timed} name */
  const median = (name) =>
    quantile(
      runs.map((one) => one[name]),
      0.5,
    );
  return {
    tools: median('tools'),
    reading: median('reading'),
    differences: median('differences'),
    diff: median('diff'),
    findings: median('findings'),
    check: median('check'),
  };
}
