import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compare, readTranscript } from '../../fixtures/logs/check.mjs';
import { kinds, make } from '../../fixtures/logs/make.mjs';
import { transcriptOf } from './log.ts';

const SAMPLES = new URL('../../fixtures/logs/samples', import.meta.url).pathname;
/** Large ones are made: their bytes are held against a hash. */
const folder = mkdtempSync(join(tmpdir(), 'mcp-loupe-logs-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a log of another program', () => {
  it.each(readdirSync(SAMPLES))('%s', async (name) => {
    const expected = JSON.parse(readFileSync(join(SAMPLES, name, 'expected.json'), 'utf8'));
    if (expected.made === true) make(kinds, SAMPLES, [name.replace(/-9$/, ''), '--out', folder]);
    const from = expected.made === true ? folder : SAMPLES;
    const transcript = join(folder, `${name}.mcp.jsonl`);
    writeFileSync(
      transcript,
      await transcriptOf(expected.files.map((file: string) => join(from, name, file))),
    );
    expect(compare(expected, readTranscript(transcript)).bad).toEqual([]);
  });
});
