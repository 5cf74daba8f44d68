import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { withOutputs } from '../scripts/readme/outputs.mjs';
import { runCli } from './support/cli.ts';

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));

const run = async (words: readonly string[]): Promise<string> => (await runCli(words, { cwd: DOCS })).stdout;

it.each(['clients-and-my-server', 'testing'])(
  'docs/%s.md says what its commands print (npm run readme)',
  { timeout: 60_000 },
  async (name) => {
    const page = readFileSync(`${DOCS}${name}.md`, 'utf8');
    expect(page).toBe(await withOutputs(page, run));
  },
);
