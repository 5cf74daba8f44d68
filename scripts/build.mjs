// @ts-check
// Bundles src/ into dist/; with --watch again after every change.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';
import { closure } from './build/closure.mjs';
import { joinGroups } from './build/join.mjs';
import { licenses } from './build/licenses.mjs';
import { options, tapOptions } from './build/options.mjs';
import { builtPage } from './build/page.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');

/** ms that files of an earlier build are kept. */
const KEEP = 10 * 60_000;

/** Bytes. What every start reads, and all that is installed (the package adds a few texts to it). */
const LIMITS = { start: 230_000, dist: 2_950_000 };

if (process.argv.includes('--watch')) {
  const onEnd = { name: 'write', setup: (/** @type {import('esbuild').PluginBuild} */ b) => b.onEnd(save) };
  const watched = await context({ ...options, plugins: [...(options.plugins ?? []), onEnd] });
  await watched.watch();
} else {
  const built = await build(options).catch(() => process.exit(1)); // esbuild has said why
  await save(built);
}

/**
 * Writes a build to dist/ and says how large it is.
 * @param {import('esbuild').BuildResult} result
 */
async function save({ errors, metafile, outputFiles }) {
  if (errors.length > 0 || metafile === undefined || outputFiles === undefined) return;
  const joined = await joinGroups({ metafile, outputFiles }, ROOT);
  const tap = await build(tapOptions);
  const files = new Map(
    [...joined.outputFiles, ...tap.outputFiles].map(({ path, contents }) => [path, contents]),
  );
  const add = (/** @type {string} */ name, /** @type {string} */ text) =>
    files.set(join(DIST, name), Buffer.from(text));
  add('chunks/page.html', await builtPage());
  add('licenses.txt', licenses(joined.metafile, ROOT));
  add('mcp-loupe.js', readFileSync(join(ROOT, 'scripts/launcher.js'), 'utf8'));
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  add('meta.json', JSON.stringify(joined.metafile)); // for tests; not in the package
  replace(files);
  chmodSync(join(DIST, 'mcp-loupe.js'), 0o755);

  check('what a start reads', closure(joined.metafile, 'dist/main.js').bytes, LIMITS.start);
  check('dist', bytes, LIMITS.dist);
}

/**
 * Makes dist/ hold these files. Chunks come before who imports them, and what is no longer needed goes last and only
 * when it is old, so that a program that runs or is started meanwhile finds all its parts; `--fresh` leaves nothing.
 * @param {Map<string, Uint8Array>} files
 */
function replace(files) {
  const order = [...files.keys()].sort((a, b) => b.split('/').length - a.split('/').length);
  for (const path of order) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}.new`, files.get(path) ?? '');
    renameSync(`${path}.${process.pid}.new`, path);
  }
  for (const entry of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(path) && isOld(path)) rmSync(path, { force: true });
  }
}

/** @param {string} path */
function isOld(path) {
  if (process.argv.includes('--fresh')) return true;
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  return Date.now() - mtimeMs > KEEP;
}

/**
 * @param {string} what
 * @param {number} bytes
 * @param {number} limit
 */
function check(what, bytes, limit) {
  const size = `${what}: ${Math.ceil(bytes / 1000)} kB of at most ${limit / 1000}`;
  if (bytes <= limit) return console.error(size);
  console.error(`${relative(ROOT, DIST)} is too large. ${size}; look into meta.json for what came in`);
  process.exitCode = 1;
}
