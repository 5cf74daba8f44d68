import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';
import { tapped } from '../support/tapped.ts';

/** A recording of a tap, in which both sides make mistakes. */
function recording(): string {
  const file = join(scratch(), 'tapped.mcp.jsonl');
  const session = readFileSync(new URL('../fixtures/session.mcp.jsonl', import.meta.url), 'utf8');
  writeFileSync(file, tapped(session));
  return file;
}

/** The lines below a heading, up to the next empty one. */
const below = (report: string, heading: string): string =>
  report.split('\n\n').find((one) => one.startsWith(heading)) ?? '';

describe('a recording of another client', () => {
  it('has findings about both sides, which are told apart', { timeout: 60_000 }, async () => {
    const { stdout } = await runCli(['open', recording()]);
    expect(stdout).toContain('curious-client 2.1.0');
    expect(below(stdout, 'Findings about the server (2)')).toContain('result/unknown-content');
    const client = below(stdout, 'Findings about the client (5)');
    for (const rule of ['client/unlisted', 'client/unannounced', 'client/arguments', 'message/bad-id'])
      expect(client).toContain(`  ${rule}: `);
    expect(client).toContain('arguments.name of say-hello is required and missing (/params/arguments/name)');
  });

  it('is checked for what the server does', { timeout: 60_000 }, async () => {
    const { stdout } = await runCli(['check', recording()]);
    expect(stdout).toContain('result/unknown-content');
    expect(stdout).not.toMatch(/client\/(?:unlisted|arguments|unannounced)|bad-id/);
  });
});
