// @ts-check
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';

/** @param {string} name */
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const { version } = JSON.parse(readFileSync(here('../../package.json'), 'utf8'));

/** Where CommonJS packages inside the bundle get `require()` for Node's own modules. */
export const REQUIRE = "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);";

/**
 * How the program is bundled: one entry and that of a thread, a chunk for whatever is imported when it is needed, everything inside.
 * @type {import('esbuild').BuildOptions & { metafile: true, write: false }}
 */
export const options = {
  absWorkingDir: here('../..'),
  // The second one is a thread's, which is started by its name beside the chunk that starts it; the third is what a tap
  // records with, the fourth is one that reaches a remote server for a client, and the last one is what a tap needs for TLS and proxies.
  entryPoints: {
    main: 'src/main.ts',
    'chunks/decoding': 'src/tui/terminal/decoding.ts',
    'chunks/recording': 'src/cli/tap/recording.ts',
    'chunks/reaching': 'src/cli/tap/reached.ts',
    'chunks/dialer': 'src/transport/dialer.ts',
  },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  mainFields: ['module', 'main'],
  minify: true,
  lineLimit: 1000, // Node.js shows the line of an unexpected error; it is not to be a hundred kilobytes long
  jsx: 'automatic',
  legalComments: 'none', // dist/licenses.txt holds them
  metafile: true,
  write: false,
  logLevel: 'warning',
  define: {
    'process.env.NODE_ENV': '"production"', // React's development build is slower and leaks
    'process.env.DEV': '"false"', // Ink's switch for its developer tools
    __VERSION__: JSON.stringify(version),
  },
  banner: { js: REQUIRE },
  plugins: [
    { name: 'stand-ins', setup: standIns },
    { name: 'yoga-without-fetch', setup: yogaWithoutFetch },
    { name: 'meow-without-packages', setup: meowWithoutPackages },
    elsewhere(/\/tap\/alone\.ts$/, './tapping.js'),
    elsewhere(/\/tap\/http\.ts$/, './tapping-http.js'),
  ],
};

/**
 * What a tap begins with, in files that need no other: it starts a server, or listens, before it reads anything of the program.
 * @type {import('esbuild').BuildOptions & { metafile: true, write: false }}
 */
export const tapOptions = {
  ...options,
  entryPoints: { 'chunks/tapping': 'src/cli/tap/alone.ts', 'chunks/tapping-http': 'src/cli/tap/http.ts' },
  splitting: false,
  banner: {},
  plugins: [
    elsewhere(/^\.\/recording\.ts$/, './recording.js'),
    elsewhere(/^\.\/reached\.ts$/, './reaching.js'),
    elsewhere(/^\.\/http\.ts$/, './tapping-http.js'),
    elsewhere(/^\.\/dialer\.ts$/, './dialer.js'),
  ],
};

/**
 * What another build makes, and is imported when it is needed.
 * @param {RegExp} filter
 * @param {string} path beside the chunks
 * @returns {import('esbuild').Plugin}
 */
function elsewhere(filter, path) {
  return {
    name: 'elsewhere',
    setup(build) {
      build.onResolve({ filter }, ({ kind }) =>
        kind === 'dynamic-import' ? { path, external: true } : undefined,
      );
    },
  };
}

/** Modules of others in whose place one of ours stands, by the name under which they are imported. */
const STAND_INS = new Map([
  ['@modelcontextprotocol/client/_shims', here('stand-ins/client-shims.mjs')],
  ['react-devtools-core', here('stand-ins/react-devtools-core.mjs')],
  ['string-width', here('stand-ins/string-width.mjs')],
  ['#supports-color', here('stand-ins/supports-color.mjs')],
  ['@alcalzone/ansi-tokenize', here('stand-ins/ansi-tokenize.mjs')],
  ['@modelcontextprotocol/server/_shims', here('stand-ins/server-shims.mjs')],
  // What reads pictures, without what writes them.
  ['pngjs', here('stand-ins/pngjs.mjs')],
  ['jpeg-js', here('stand-ins/jpeg-js.mjs')],
  // What reads tokens, without documents and what writes them.
  ['yaml', here('stand-ins/yaml.mjs')],
  ['ip-address', here('stand-ins/ip-address.mjs')],
  // The one that Ink uses, for ink-text-input too.
  ['chalk', here('../../node_modules/chalk/source/index.js')],
  // The client alone, without what a server of WebSocket needs.
  ['ws', here('../../node_modules/ws/lib/websocket.js')],
]);

/**
 * Puts them there. A stand-in that asks for the same name gets the real one.
 * @param {import('esbuild').PluginBuild} build
 */
function standIns(build) {
  build.onResolve({ filter: /^[@#a-z]/ }, ({ path, importer }) => {
    const standIn = STAND_INS.get(path);
    return standIn === undefined || importer === standIn ? undefined : { path: standIn };
  });
}

/**
 * Yoga gives its embedded binary to `fetch`, for which Node.js loads an HTTP client first: a fifth of the time to the
 * first frame. Without a `fetch` it decodes the binary itself, which is deflated here to less than half of it.
 * @param {import('esbuild').PluginBuild} build
 */
function yogaWithoutFetch(build) {
  build.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => {
    const text = readFileSync(path, 'utf8');
    const deflated = text
      .replace(/(?<=;base64,)[\w+/=]{1000,}/, (all) =>
        deflateRawSync(Buffer.from(all, 'base64'), { level: 9 }).toString('base64'),
      )
      .replace(/var b=\w+\(a\.slice\(37\)\).*?var d=c\b/, "var d=inflate(Buffer.from(a.slice(37),'base64'))");
    if (!deflated.includes('inflate(')) throw new Error('yoga-layout decodes its binary in another way');
    return { contents: `import { inflateRawSync as inflate } from 'node:zlib';\nvar fetch;\n${deflated}` };
  });
}

/**
 * meow reads the package.json of its caller, for which it holds what knows every licence and every place of a repository.
 * It is given one here, so that nothing of this is needed (`pkg` in cli/options.ts).
 * @param {import('esbuild').PluginBuild} build
 */
function meowWithoutPackages(build) {
  build.onLoad({ filter: /meow\/build\/dependencies\.js$/ }, ({ path }) => {
    const all = readFileSync(path, 'utf8');
    const without = all
      .replace(
        /^((?:var|const) \w+ = )(require[A-Z][\w$]*\(|getDefaultExportFromCjs\()/gm,
        '$1/* @__PURE__ */ $2',
      )
      .replace('readPackageUpSync as a,', 'nothing as a,')
      .replace('normalizePackageData as n,', 'nothing as n,');
    if (without.split('nothing as').length !== 3) throw new Error('meow: its dependencies have other names');
    return { contents: `const nothing = () => {};\n${without}` };
  });
}
