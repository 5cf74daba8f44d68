// @ts-check
// Writes the generated parts of README.md (faults and usage), docs/keys.md (all commands with their keys),
// docs/findings.md (all findings), docs/checks.md (all rules of check), docs/clients.md (all clients),
// docs/clients-and-my-server.md and docs/testing.md (what their commands print), docs/tap.md (where clients keep their servers) and
// docs/transcript.md (what is a secret).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { options } from './build/options.mjs';
import { clientSections } from './readme/clients.mjs';
import { withOutputs } from './readme/outputs.mjs';
import {
  between,
  checkTables,
  FINDING_GROUPS,
  findingTables,
  generated,
  keyTables,
  secretTables,
} from './readme/tables.mjs';
import { tapTable } from './readme/taps.mjs';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const KEYS = fileURLToPath(new URL('../docs/keys.md', import.meta.url));
const FINDINGS = fileURLToPath(new URL('../docs/findings.md', import.meta.url));
const CHECKS = fileURLToPath(new URL('../docs/checks.md', import.meta.url));
const CLIENTS = fileURLToPath(new URL('../docs/clients.md', import.meta.url));

/** Pages that show what commands print. */
const SHOWING = ['clients-and-my-server', 'testing'].map((name) =>
  fileURLToPath(new URL(`../docs/${name}.md`, import.meta.url)),
);

const TAP = fileURLToPath(new URL('../docs/tap.md', import.meta.url));

const TRANSCRIPT = fileURLToPath(new URL('../docs/transcript.md', import.meta.url));

/** The sources, bundled, since Node.js 20 does not read TypeScript. */
const ENTRY = `
export { commands } from './src/tui/shell/commands.ts';
export { usage } from './src/cli/usage.ts';
export { faultRows, whenShown } from './src/spec/faults.ts';
export { RULES } from './src/spec/rules.ts';
export { FAMILIES } from './src/check/check.ts';
export { CLIENTS } from './src/clients/clients.ts';
export { CONFIGS } from './src/clients/config-places.ts';
export * as secrets from './src/session/redaction/words.ts';
export { PROGRAMS } from './src/session/redaction/commands.ts';
export { MIDDLES, SHAPES } from './src/session/redaction/shapes.ts';
`;

/** What the built program prints; that it found something is no failure here. */
const printed = async (/** @type {readonly string[]} */ words) => {
  const args = [fileURLToPath(new URL('../dist/mcp-loupe.js', import.meta.url)), ...words];
  try {
    const cwd = fileURLToPath(new URL('../docs', import.meta.url));
    return execFileSync(process.execPath, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    return String(Object(error).stdout);
  }
};

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(root, 'node_modules', '.readme-'));
try {
  const { entryPoints: _, outdir: __, ...rest } = options;
  const stdin = { contents: ENTRY, resolveDir: root, loader: /** @type {const} */ ('ts') };
  const outfile = join(folder, 'tables.mjs');
  await build({ ...rest, stdin, outfile, splitting: false, chunkNames: '[name]', write: true });
  const source = await import(pathToFileURL(outfile).href);
  writeFileSync(README, generated(readFileSync(README, 'utf8'), source));
  const keys = keyTables(source.commands);
  writeFileSync(KEYS, between(readFileSync(KEYS, 'utf8'), 'keys', keys));
  const findings = findingTables(source.RULES, FINDING_GROUPS);
  writeFileSync(FINDINGS, between(readFileSync(FINDINGS, 'utf8'), 'findings', findings));
  const checks = checkTables(source.FAMILIES);
  writeFileSync(CHECKS, between(readFileSync(CHECKS, 'utf8'), 'checks', checks));
  writeFileSync(CLIENTS, between(readFileSync(CLIENTS, 'utf8'), 'clients', clientSections(source.CLIENTS)));
  writeFileSync(TAP, between(readFileSync(TAP, 'utf8'), 'configs', tapTable(source.CONFIGS)));
  const secrets = secretTables(source);
  writeFileSync(TRANSCRIPT, between(readFileSync(TRANSCRIPT, 'utf8'), 'secrets', secrets));
  for (const page of SHOWING) writeFileSync(page, await withOutputs(readFileSync(page, 'utf8'), printed));
} finally {
  rmSync(folder, { recursive: true });
}
