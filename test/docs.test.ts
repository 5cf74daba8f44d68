import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withOutputs } from '../scripts/readme/outputs.mjs';
import { runCli } from './support/cli.ts';

const run = async (words: readonly string[]): Promise<string> => (await runCli(words)).stdout;

it('the page about clients says what its commands print (npm run readme)', { timeout: 60_000 }, async () => {
  const page = readFileSync(new URL('../docs/clients-and-my-server.md', import.meta.url), 'utf8');
  expect(page).toBe(await withOutputs(page, run));
});
