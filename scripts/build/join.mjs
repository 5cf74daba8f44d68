// @ts-check
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { closure } from './closure.mjs';
import { options, REQUIRE } from './options.mjs';

/**
 * What is always read together, and becomes one file: what the program and the recording of a tap both read first, what
 * the program reads besides, and what only the screens read.
 * esbuild makes a chunk of every few modules that the same imports share, and each file costs Node.js half a millisecond.
 */
const GROUPS = /** @type {const} */ ([
  { name: 'ground', entries: ['src/main.ts', 'src/cli/tap/recording.ts'] },
  { name: 'start', entries: ['src/main.ts'] },
  { name: 'screens', entries: ['src/tui/shell/start.tsx'] },
]);

/** Where the program, a thread of it and the recording of a tap begin. */
const ROOTS = ['src/main.ts', 'src/tui/terminal/decoding.ts', 'src/cli/tap/recording.ts'];

/**
 * @typedef {import('esbuild').Metafile} Metafile
 * @typedef {{ name: string, members: readonly string[] }} Group a name as the metafile has it, and the chunks in it
 * @typedef {{ metafile: Metafile, outputFiles: readonly import('esbuild').OutputFile[] }} Built
 */

/**
 * Joins the chunks of each group into one.
 * @param {Built} built with code splitting
 * @param {string} root folder that the metafile's names are relative to
 * @returns {Promise<Built>}
 */
export async function joinGroups({ metafile, outputFiles }, root) {
  const texts = new Map(outputFiles.map((file) => [file.path, needed(file.text)]));
  const groups = groupsOf(metafile);
  const known = {
    metafile,
    text: (/** @type {string} */ name) => texts.get(join(root, name)) ?? '',
    groups,
    names: namesOf(metafile, groups),
  };
  const files = await build({
    // The text of the banner is there by now.
    ...{ ...options, banner: {}, splitting: false },
    entryPoints: [...known.names].map(([name, to]) => ({
      in: name,
      out: to.slice('dist/'.length, -'.js'.length),
    })),
    // A group is there before anybody who imports it.
    logOverride: { 'ignored-bare-import': 'silent' },
    plugins: [{ name: 'join', setup: (one) => resolve(one, known) }],
  });
  return { outputFiles: files.outputFiles, metafile: described(files.metafile, known) };
}

/**
 * Without the banner where nothing calls `require`: each costs a start its making.
 * @param {string} text
 */
function needed(text) {
  const bare = text.replace(REQUIRE, '');
  return /\brequire\b/.test(bare) ? text : bare;
}

/**
 * @param {Metafile} metafile
 * @returns {readonly Group[]}
 */
function groupsOf(metafile) {
  const taken = new Set();
  return GROUPS.map(({ name, entries }) => {
    const outputs = entries.map((entry) => outputOf(metafile, entry));
    const others = reached(metafile, outputs);
    const [first = [], ...more] = outputs.map((output) => closure(metafile, output).outputs);
    const members = first.filter(
      (one) => more.every((other) => other.includes(one)) && !others.has(one) && !taken.has(one),
    );
    for (const one of members) taken.add(one);
    return { name, members };
  });
}

/**
 * All that may be read without these outputs, by one of the roots.
 * @param {Metafile} metafile
 * @param {readonly string[]} without
 */
function reached(metafile, without) {
  const seen = new Set(without);
  const waiting = ROOTS.map((entry) => outputOf(metafile, entry));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    for (const { path: to, external } of metafile.outputs[name]?.imports ?? [])
      if (!external) waiting.push(to);
  }
  return seen;
}

/**
 * @param {Metafile} metafile
 * @param {string} entry
 */
function outputOf(metafile, entry) {
  const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry);
  if (found === undefined) throw new Error(`no output has the entry ${entry}`);
  return found[0];
}

/**
 * The new name of each file: a group has one of its own, and whoever may import it is named after what it holds, so that
 * a program that still runs does not get the parts of another build.
 * @param {Metafile} metafile
 * @param {readonly Group[]} groups
 * @returns {Map<string, string>}
 */
function namesOf(metafile, groups) {
  const hash = (/** @type {readonly string[]} */ of) =>
    createHash('sha256').update(of.join()).digest('hex').slice(0, 8).toUpperCase();
  const held = groups.flatMap(({ members }) => members);
  const names = new Map();
  for (const name of Object.keys(metafile.outputs)) {
    if (!held.includes(name)) names.set(name, name.replace(/-\w{8}\.js$/, `-${hash([name, ...held])}.js`));
  }
  for (const { name, members } of groups)
    names.set(`group:${name}`, `dist/chunks/${name}-${hash(members)}.js`);
  return names;
}

/**
 * Has imports lead to the new files. A chunk of a group is, inside it, its own text, and to others what it exports there.
 * @param {import('esbuild').PluginBuild} one
 * @param {{ metafile: Metafile, text: (name: string) => string, groups: readonly Group[], names: Map<string, string> }} known
 */
function resolve(one, { metafile, text, groups, names }) {
  const groupOf = new Map(
    groups.flatMap(({ name, members }) => members.map((member) => [member, `group:${name}`])),
  );
  const places = new Map([...groupOf.keys()].map((name, place) => [name, place.toString(36)]));
  const exportsOf = (/** @type {string} */ name) => metafile.outputs[name]?.exports ?? [];
  const inGroup = (/** @type {string} */ name, /** @type {string} */ what) => `${what}_${places.get(name)}`;
  /** @param {string} name @param {string} from @param {(what: string) => string} as */
  const passOn = (name, from, as) =>
    exportsOf(name).length === 0
      ? `import ${JSON.stringify(from)};`
      : `export {${exportsOf(name).map(as)}} from ${JSON.stringify(from)};`;
  const relative = (/** @type {string} */ from, /** @type {string} */ to) =>
    dirname(from) === dirname(to) ? `./${basename(to)}` : `./chunks/${basename(to)}`;

  one.onResolve({ filter: /.*/ }, ({ path: to, importer, kind, namespace }) => {
    if (kind === 'entry-point')
      return { path: join(to), namespace: join(to).startsWith('group:') ? 'group' : 'built' };
    if (namespace === 'shared') return { path: to, external: true, sideEffects: false };
    if (!to.startsWith('.')) return { path: to, external: true };
    const name = namespace === 'group' ? to.slice(2) : join(dirname(importer), to);
    const group = groupOf.get(name);
    if (group === undefined) return { path: relative(importer, names.get(name) ?? name), external: true };
    const isInside = namespace === 'group' ? importer === group : groupOf.get(importer) === group;
    if (isInside) return { path: name, namespace: 'built' };
    return {
      path: `${relative(importer, names.get(group) ?? '')} ${name}`,
      namespace: 'shared',
      sideEffects: false,
    };
  });
  one.onLoad({ filter: /.*/, namespace: 'built' }, ({ path: name }) => ({ contents: text(name) }));
  one.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path: both }) => {
    const [from = '', name = ''] = both.split(' ');
    return { contents: passOn(name, from, (what) => `${inGroup(name, what)} as ${what}`) };
  });
  one.onLoad({ filter: /.*/, namespace: 'group' }, ({ path: group }) => ({
    contents: [...groupOf]
      .filter(([, of]) => of === group)
      .map(([name]) => passOn(name, `./${name}`, (what) => `${what} as ${inGroup(name, what)}`))
      .join('\n'),
  }));
}

/**
 * The metafile of both builds together: the modules of the first one in the files of the second.
 * @param {Metafile} second
 * @param {{ metafile: Metafile, groups: readonly Group[], names: Map<string, string> }} known
 * @returns {Metafile}
 */
function described(second, { metafile, groups, names }) {
  const outputs = [...names].map(([from, to]) => {
    const members = groups.find(({ name }) => `group:${name}` === from)?.members ?? [from];
    const { bytes, imports, exports } = /** @type {Metafile['outputs'][string]} */ (second.outputs[to]);
    const entryPoint = metafile.outputs[from]?.entryPoint;
    const output = {
      bytes,
      exports,
      inputs: Object.assign({}, ...members.map((name) => metafile.outputs[name]?.inputs)),
      imports: imports.map((one) =>
        one.path.startsWith('.') ? { path: join(dirname(to), one.path), kind: one.kind } : one,
      ),
      ...(entryPoint === undefined ? {} : { entryPoint }),
    };
    return /** @type {const} */ ([to, output]);
  });
  return { inputs: metafile.inputs, outputs: Object.fromEntries(outputs) };
}
