// @ts-check
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { options } from './options.mjs';

/**
 * What a browser is to refuse a page: all but its own script and style, which are known by their hashes. No text becomes an
 * element or a script by any way that a browser has.
 * @param {string} script
 * @param {string} style
 */
const policy = (script, style) =>
  [
    "default-src 'none'",
    `script-src '${hash(script)}'`,
    `style-src '${hash(style)}'`,
    ...[
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ],
  ].join('; ');

/** @param {string} text */
const hash = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const MAIN = new URL('../../src/page/main.ts', import.meta.url);
const STYLE = new URL('../../src/page/page.css', import.meta.url);
const PAGE = new URL('../../src/page/page.html', import.meta.url);

/**
 * The page that exports are written into, with its script and style: all of it but the data.
 * @returns {Promise<string>}
 */
export async function builtPage() {
  const { outputFiles } = await build({
    ...{ entryPoints: [MAIN, STYLE].map((url) => fileURLToPath(url)), outdir: 'dist' },
    ...{ bundle: true, minify: true, format: 'iife', platform: 'browser', target: ['es2022'] },
    ...{ charset: 'ascii', legalComments: 'none', write: false, logLevel: 'warning' },
    define: options.define ?? {},
  });
  const text = (/** @type {string} */ name) =>
    (outputFiles.find(({ path }) => path.endsWith(name))?.text ?? '').trim();
  const [script, style] = [text('main.js'), text('page.css')];
  if (/<\/(?:script|style)/i.test(script + style)) throw new Error('the page would end in its own script');
  return readFileSync(PAGE, 'utf8')
    .replace('content="policy"', () => `content="${policy(script, style)}"`)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
}
