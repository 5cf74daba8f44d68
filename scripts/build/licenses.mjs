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
  const parts = folders.map((folder) => section(join(root, folder)));
  const intro = `mcp-loupe contains the following ${folders.length} packages.`;
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

/** @param {string} folder */
function section(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!PERMISSIVE.includes(license)) throw new Error(`${name}: is the licence "${license}" one we can ship?`);
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
  const texts = [file ? readFileSync(join(folder, file), 'utf8') : withoutFile(name, license)];
  const bundled = BUNDLED[name];
  if (bundled !== undefined) texts.push(`${name} contains:`, readFileSync(join(folder, bundled), 'utf8'));
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.replace(/\r\n/g, '\n').trim())].join(
    '\n\n',
  );
}

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
