// @ts-check
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { closure } from './closure.mjs';
import { options, REQUIRE } from './options.mjs';

/** Where the screens begin. */
const SCREENS = 'src/tui/shell/start.tsx';

/**
 * What is always read together, and becomes one file: what the program reads first and the recording of a tap reads too, some
 * of it later; what the program reads besides, and what only the screens read.
 * esbuild makes a chunk of every few modules that the same imports share, and each file costs Node.js half a millisecond.
 */
const GROUPS = /** @type {const} */ ([
  { name: 'ground', entries: ['src/main.ts', 'src/cli/tap/recording.ts', 'src/cli/tap/reached.ts'] },
  { name: 'taps', entries: ['src/main.ts', 'src/cli/tap/recording.ts'] },
  { name: 'remote', entries: ['src/main.ts', 'src/cli/tap/reached.ts'] },
  { name: 'start', entries: ['src/main.ts'] },
  { name: 'screens', entries: [SCREENS] },
]);

/**
 * What the screens read at first, and others in parts: who needs one of these reads all of them, as more text costs less than
 * more files. Nobody else reads what only a terminal needs, and a tap nothing that is not its own. What reads JSON is apart: a mock needs that alone.
 */
const SHARED = /** @type {const} */ (['json', 'masking', 'schemas', 'parts']);

/** Where the program, a thread of it and the recording of a tap begin. */
const ROOTS = [
  'src/main.ts',
  'src/tui/terminal/decoding.ts',
  'src/cli/tap/recording.ts',
  'src/cli/tap/reached.ts',
];

/**
 * @typedef {import('esbuild').Metafile} Metafile
 * @typedef {{ name: string, members: readonly string[], passed: readonly string[] }} Group the chunks in it, as the metafile
 *   names them, and what of them is used outside: a chunk, a space and the name of what it exports
 * @typedef {Map<string, Map<string, readonly string[]>>} Used
 * @typedef {{ path: string, contents: Uint8Array }} File
 * @typedef {{ metafile: Metafile, outputFiles: readonly import('esbuild').OutputFile[] }} Built
 */

/**
 * Joins the chunks of each group into one.
 * @param {Built} built with code splitting
 * @param {string} root folder that the metafile's names are relative to
 * @returns {Promise<{ metafile: Metafile, outputFiles: readonly File[] }>}
 */
export async function joinGroups({ metafile, outputFiles }, root) {
  const texts = new Map(outputFiles.map((file) => [file.path, needed(file.text)]));
  const text = (/** @type {string} */ name) => texts.get(join(root, name)) ?? '';
  const used = usedIn(metafile, text);
  const groups = groupsOf(metafile, used);
  const known = { metafile, text, groups, names: namesOf(metafile, groups), used };
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
  const joined = files.outputFiles.map((file) => ({ ...file, contents: merged(file.text, known) }));
  return { outputFiles: joined, metafile: described(files.metafile, joined, root, known) };
}

/**
 * The names by which each file imports from another: `used.get('dist/main.js')?.get('dist/chunks/x.js')`. Who imports it
 * later gets all that it exports.
 * @param {Metafile} metafile
 * @param {(name: string) => string} text
 * @returns {Used}
 */
function usedIn({ outputs }, text) {
  return new Map(
    Object.entries(outputs).map(([name, { imports }]) => {
      const from = new Map();
      for (const [, names = '', path = ''] of text(name).matchAll(/\bimport\{([^}]*)\}from"(\.[^"]+)"/g))
        from.set(
          join(dirname(name), path),
          names.split(',').map((one) => one.trim().split(' as ')[0]),
        );
      for (const { path, kind } of imports)
        if (kind === 'dynamic-import') from.set(path, outputs[path]?.exports ?? []);
      return [name, from];
    }),
  );
}

/**
 * With one import of each group in place of one for each chunk of it.
 * @param {string} text
 * @param {{ names: Map<string, string> }} known
 */
function merged(text, { names }) {
  const groups = [...names].flatMap(([name, to]) => (name.startsWith('group:') ? [basename(to)] : []));
  const found = new Map();
  const rest = text.replace(/\bimport(?:\{([^}]*)\}from)?"(\.[^"]+)";/g, (all, names, path) => {
    if (!groups.includes(basename(path))) return all;
    found.set(path, [...(found.get(path) ?? []), ...(names === undefined ? [] : [names])]);
    return '';
  });
  const first = [...found].map(([path, names]) =>
    names.length === 0 ? `import"${path}";\n` : `import{${names.join(',\n')}}from"${path}";\n`,
  );
  return Buffer.from(first.join('') + rest);
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
 * @param {Used} used
 * @returns {readonly Group[]}
 */
function groupsOf(metafile, used) {
  const roots = ROOTS.map((entry) => outputOf(metafile, entry));
  const atOnce = (/** @type {string} */ one) => new Set(closure(metafile, one).outputs);
  const everLater = (/** @type {string} */ one) => reached(metafile, [one]);
  const taken = new Set();
  const members = GROUPS.map(() => /** @type {string[]} */ ([]));
  const order = [...GROUPS.entries()];
  // What is read later goes where the fewest read it.
  for (const [readBy, groups] of /** @type {const} */ ([
    [atOnce, order],
    [everLater, order.toReversed()],
  ])) {
    for (const [at, { entries }] of groups) {
      const [first = '', ...more] = entries.map((entry) => outputOf(metafile, entry));
      const others = reached(metafile, roots, new Set([first, ...more]));
      const shared = more.map(readBy);
      for (const one of closure(metafile, first).outputs) {
        if (taken.has(one) || others.has(one) || !shared.every((by) => by.has(one))) continue;
        members[at]?.push(one);
        taken.add(one);
      }
    }
  }
  for (const one of closure(metafile, outputOf(metafile, 'src/main.ts')).outputs) taken.add(one);
  const left = closure(metafile, outputOf(metafile, SCREENS)).outputs.filter((one) => !taken.has(one));
  const shared = sharedBy(metafile, taken);
  const all = [
    ...GROUPS.map(({ name }, at) => ({ name, own: members[at] ?? [] })),
    ...SHARED.map((name) => ({ name, own: left.filter((one) => shared(one) === name) })),
  ];
  return all.map(({ name, own }) => {
    const outside = [...used].flatMap(([by, from]) => (own.includes(by) ? [] : [from]));
    const passed = own.flatMap((one) =>
      outside.flatMap((from) => from.get(one) ?? []).map((what) => `${one} ${what}`),
    );
    return { name, members: own, passed: [...new Set(passed)].sort() };
  });
}

/**
 * In which of the shared groups an output belongs: what only reads JSON, what each recording of a tap reads at once, or each
 * of them later, and what only verbs read.
 * @param {Metafile} metafile
 * @param {ReadonlySet<string>} started what the program has read by then
 * @returns {(output: string) => (typeof SHARED)[number] | undefined}
 */
function sharedBy(metafile, started) {
  const [, ...others] = ROOTS.map((entry) => outputOf(metafile, entry));
  const [, ...taps] = others;
  const atOnce = taps.map((one) => new Set(closure(metafile, one).outputs));
  const ever = taps.map((one) => reached(metafile, [one]));
  const byOthers = reached(metafile, others);
  const byVerbs = new Set(
    Object.entries(metafile.outputs).flatMap(([name, { entryPoint = '' }]) =>
      entryPoint.startsWith('src/cli/') ? closure(metafile, name).outputs : [],
    ),
  );
  return (one) => {
    const more = closure(metafile, one).outputs.filter((other) => !started.has(other));
    const read = more.flatMap((other) => Object.keys(metafile.outputs[other]?.inputs ?? {}));
    if (read.every((name) => name.startsWith('src/json/'))) return 'json';
    if (atOnce.every((by) => by.has(one))) return 'masking';
    if (ever.every((by) => by.has(one)) && !atOnce.some((by) => by.has(one))) return 'schemas';
    return byVerbs.has(one) && !byOthers.has(one) ? 'parts' : undefined;
  };
}

/**
 * All that may be read from these outputs on, now or later.
 * @param {Metafile} metafile
 * @param {readonly string[]} from
 * @param {ReadonlySet<string>} without outputs that are not looked at
 */
function reached(metafile, from, without = new Set()) {
  const seen = new Set(without);
  const waiting = [...from];
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
  const held = groups.flatMap(({ members, passed }) => [...members, ...passed]);
  const names = new Map();
  for (const name of Object.keys(metafile.outputs)) {
    if (!held.includes(name)) names.set(name, name.replace(/-\w{8}\.js$/, `-${hash([name, ...held])}.js`));
  }
  for (const { name } of groups) names.set(`group:${name}`, `dist/chunks/${name}-${hash(held)}.js`);
  return names;
}

/**
 * Has imports lead to the new files. A chunk of a group is, inside it, its own text, and to others what they use of it.
 * @param {import('esbuild').PluginBuild} one
 * @param {{ text: (name: string) => string, groups: readonly Group[], names: Map<string, string>, used: Used }} known
 */
function resolve(one, { text, groups, names, used }) {
  const groupOf = new Map(
    groups.flatMap(({ name, members }) => members.map((member) => [member, `group:${name}`])),
  );
  const short = new Map(
    groups.flatMap(({ passed }) => passed.map((one, place) => [one, `_${place.toString(36)}`])),
  );
  const inGroup = (/** @type {string} */ name, /** @type {string} */ what) =>
    short.get(`${name} ${what}`) ?? '';
  /** @param {readonly string[]} what @param {string} from @param {(what: string) => string} as */
  const passOn = (what, from, as) => {
    const names = what.map(as);
    return names.length === 0
      ? `import ${JSON.stringify(from)};`
      : `export {${names}} from ${JSON.stringify(from)};`;
  };
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
    if (importer === group || groupOf.get(importer) === group) return { path: name, namespace: 'built' };
    const what = used.get(importer)?.get(name) ?? [];
    return {
      path: `${relative(importer, names.get(group) ?? '')} ${name} ${what}`,
      namespace: 'shared',
      sideEffects: false,
    };
  });
  one.onLoad({ filter: /.*/, namespace: 'built' }, ({ path: name }) => ({ contents: text(name) }));
  one.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path: all }) => {
    const [from = '', name = '', what = ''] = all.split(' ');
    const used = what.split(',').filter((one) => one !== '');
    return { contents: passOn(used, from, (one) => `${inGroup(name, one)} as ${one}`) };
  });
  one.onLoad({ filter: /.*/, namespace: 'group' }, ({ path: group }) => {
    const { members = [], passed = [] } = groups.find(({ name }) => `group:${name}` === group) ?? {};
    const lines = members.map((name) => {
      const of = passed.flatMap((one) => (one.startsWith(`${name} `) ? [one.slice(name.length + 1)] : []));
      return passOn(of, `./${name}`, (what) => `${what} as ${inGroup(name, what)}`);
    });
    return { contents: lines.join('\n') };
  });
}

/**
 * The metafile of both builds together: the modules of the first one in the files of the second.
 * @param {Metafile} second
 * @param {readonly File[]} files those that came of it
 * @param {string} root
 * @param {{ metafile: Metafile, groups: readonly Group[], names: Map<string, string> }} known
 * @returns {Metafile}
 */
function described(second, files, root, { metafile, groups, names }) {
  const sizes = new Map(files.map(({ path, contents }) => [path, contents.length]));
  const outputs = [...names].map(([from, to]) => {
    const members = groups.find(({ name }) => `group:${name}` === from)?.members ?? [from];
    const { imports, exports } = /** @type {Metafile['outputs'][string]} */ (second.outputs[to]);
    const entryPoint = metafile.outputs[from]?.entryPoint;
    const output = {
      bytes: sizes.get(join(root, to)) ?? 0,
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
