// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that ask for nothing but their text. Another one is a decision to take, not a file to add. */
const PERMISSIVE = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/**
 * Packages that name a licence and have no file of it: who holds the copyright, from their manifest or sources.
 * @type {Record<string, string>}
 */
const HOLDERS = {
  '@cfworker/json-schema': 'Copyright (c) Jeremy Danyow',
  omggif: '(c) Dean McNamee <dean@gmail.com>, 2013.',
  'yoga-layout': 'Copyright (c) Facebook, Inc. and its affiliates.',
};

/**
 * Packages that hold others bundled: where they list those, see {@link worksIn}.
 * @type {Record<string, string>}
 */
const BUNDLED = { meow: 'build/licenses.md' };

/**
 * The licences of all that is in the bundle, as one text for people: each text once, below all that it is the licence of.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} root folder that the metafile's names are relative to
 * @returns {string}
 * @throws when a package has no licence text, or one that is not permissive
 */
export function licenses(metafile, root) {
  const works = packageFolders(metafile).flatMap((folder) => worksOf(join(root, folder)));
  /** @type {Map<string, string[]>} */
  const holders = new Map();
  for (const { title, license } of works) {
    const notices = license.match(COPYRIGHT) ?? [];
    const text = reflowed(license.replace(COPYRIGHT, ''));
    holders.set(text, [...(holders.get(text) ?? []), [title, ...notices].join('\n')]);
  }
  const parts = [...holders].map(([text, heads]) => [...heads, text].join('\n\n'));
  const intro = `mcp-loupe contains the following ${works.length} packages. Those with the same license text share it.`;
  return [intro, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`);
}

/**
 * The folders of the packages from which something is in an output, sorted.
 * @param {import('esbuild').Metafile} metafile
 */
export function packageFolders(metafile) {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  const folders = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/** A line that says who holds the copyright: it differs where the license does not. */
const COPYRIGHT = /^(?:.{0,30}\bcopyright (?:\(c\)|©|\d{4})|\(c\) ).*$/gim;

/**
 * A package, and those that it holds bundled.
 * @param {string} folder
 */
function worksOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!PERMISSIVE.includes(license)) throw new Error(`${name}: is the licence "${license}" one we can ship?`);
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
  const own = file ? readFileSync(join(folder, file), 'utf8') : withoutFile(name, license);
  const title = `${name} ${version} (${license})`;
  const list = BUNDLED[name];
  const held = list === undefined ? [] : worksIn(readFileSync(join(folder, list), 'utf8'), name);
  return [{ title, license: clean(own) }, ...held];
}

/**
 * The packages of a list as rollup-plugin-license writes it: members, one a line, and the text of the license below `===`.
 * One without a text has all that is said of it in its place.
 * @param {string} list
 * @param {string} holder the package that they are in
 */
function worksIn(list, holder) {
  return clean(list)
    .split(/\n+---(?:\n+|$)/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [about = '', text] = entry.split(/^License Text:\n===$/m);
      const member = (/** @type {string} */ name) => {
        const [, value] = new RegExp(`^${name}: (.+)$`, 'm').exec(about) ?? [];
        if (value === undefined) throw new Error(`${holder}: its list has a package without ${name}`);
        return value;
      };
      const title = `${member('Name')} ${member('Version')} (${member('License')}), in ${holder}`;
      return { title, license: clean(text ?? about) };
    });
}

const clean = (/** @type {string} */ text) => text.replace(/\r\n/g, '\n').trim();

/** A first paragraph that only names the license, which the title has said. */
const NAME = /^\(?(?:The )?(?:MIT|ISC) License\)?(?: \(MIT\))?$/;

/** Each paragraph on one line: the same words are the same text, however they were wrapped. */
const reflowed = (/** @type {string} */ text) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph, i) => paragraph !== '' && !(i === 0 && NAME.test(paragraph)))
    .join('\n\n');

/**
 * @param {string} name
 * @param {string} license
 */
function withoutFile(name, license) {
  const holder = HOLDERS[name];
  const ours = new URL('../../LICENSE', import.meta.url);
  if (holder === undefined || license !== 'MIT' || !existsSync(ours)) {
    throw new Error(`${name}: no licence file; find out who holds the copyright and add it to HOLDERS`);
  }
  return readFileSync(ours, 'utf8').replace(/^Copyright .*$/m, holder);
}
