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
 * Packages that hold others bundled: where they list those licences.
 * @type {Record<string, string>}
 */
const BUNDLED = { meow: 'build/licenses.md' };

/**
 * The licences of all that is in the bundle, as one text for people.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} root folder that the metafile's names are relative to
 * @returns {string}
 * @throws when a package has no licence text, or one that is not permissive
 */
export function licenses(metafile, root) {
  const folders = packageFolders(metafile);
  /** @type {Map<string, string[]>} */
  const packages = new Map();
  for (const folder of folders) {
    const { head, text } = section(join(root, folder));
    packages.set(text, [...(packages.get(text) ?? []), head]);
  }
  const parts = [...packages].map(([text, heads]) => [...heads, text].join('\n\n'));
  const intro = `mcp-loupe contains the following ${folders.length} packages. Those with the same license text share it.`;
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
const COPYRIGHT = /^(?:Copyright |\(c\) ).*$/gm;

/**
 * What stands for a package alone, and the text of its license that others may share.
 * @param {string} folder
 */
function section(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!PERMISSIVE.includes(license)) throw new Error(`${name}: is the licence "${license}" one we can ship?`);
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
  const own = file ? readFileSync(join(folder, file), 'utf8') : withoutFile(name, license);
  const title = `${name} ${version} (${license})`;
  const bundled = BUNDLED[name];
  if (bundled !== undefined) {
    const others = readFileSync(join(folder, bundled), 'utf8');
    return { head: title, text: [own, `${name} contains:`, others].map(clean).join('\n\n') };
  }
  const whole = clean(own);
  if (license !== 'MIT') return { head: title, text: whole };
  const holders = whole.match(COPYRIGHT) ?? [];
  return { head: [title, ...holders].join('\n'), text: reflowed(whole.replace(COPYRIGHT, '')) };
}

const clean = (/** @type {string} */ text) => text.replace(/\r\n/g, '\n').trim();

/** Each paragraph on one line: the same words are the same text, however they were wrapped. */
const reflowed = (/** @type {string} */ text) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(
      (paragraph) =>
        paragraph !== '' && !/^(?:The )?MIT License(?: \(MIT\))?$|^\(The MIT License\)$/.test(paragraph),
    )
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
