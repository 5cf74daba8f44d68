import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';

type Line = {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number };
};

const ERAS = ['legacy', 'modern'] as const;

const COMET = { name: 'report-comet', arguments: { constellation: 'Draco' } };
const CALL = { method: 'tools/call', params: COMET };
const MARK = 'io.modelcontextprotocol/serverInfo';

/** Sends steps to the demonstration, over a pipe; a telegram is answered. */
async function answered(era: string, steps: readonly object[]): Promise<readonly Line[]> {
  const folder = scratch();
  const answers = { elicitation: [{ action: 'accept', content: { name: 'Lindqvist', tail: false } }] };
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers));
  writeFileSync(join(folder, 'steps.jsonl'), steps.map((step) => JSON.stringify(step)).join('\n'));
  const words = ['run', 'steps.jsonl', '--era', era, '--answers', 'answers.json', '--', 'demo'];
  const { stdout, stderr } = await runCli(words, { cwd: folder });
  expect(stderr).not.toContain('finding');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

describe.each(ERAS)('the demonstration in the %s era', (era) => {
  it('asks within a call, and has what it was told', async () => {
    const uri = 'observatory://comets/Lindqvist';
    const [call, list, read] = await answered(era, [
      CALL,
      { method: 'resources/list' },
      { method: 'resources/read', params: { uri } },
    ]);
    expect(call?.result?.['content']).toEqual([
      { type: 'text', text: 'Comet Lindqvist, in Draco. The telegram is on its way.' },
      { type: 'resource_link', uri, name: 'Lindqvist', mimeType: 'application/json' },
    ]);
    expect(list?.result?.['resources']).toContainEqual(expect.objectContaining({ uri }));
    const text = JSON.stringify({ name: 'Lindqvist', constellation: 'Draco', tail: false }, null, 2);
    expect(read?.result?.['contents']).toEqual([{ uri, mimeType: 'application/json', text }]);
  });

  it('does without what a client does not take', async () => {
    const words = ['call', 'report-comet', '--era', era, '--no-elicitation', '--', 'demo'];
    const { code, stdout } = await runCli(words);
    expect([code, stdout]).toEqual([0, expect.stringContaining('You cannot be asked')]);
  });

  it('lists the same over HTTP', async () => {
    const [piped, served] = [[], ['--http', '0', '--plain']].map((more) =>
      runCli(['demo', ...more, '--era', era]).then(({ stdout }) => stdout.slice(stdout.indexOf('\nTools'))),
    );
    expect(await served).toBe(await piped);
  });
});

describe('what the modern era alone has', () => {
  it('is there: rounds, how long a list holds', async () => {
    const [first, list, watch, gone] = await answered('modern', [
      { ...CALL, raw: true },
      { method: 'tools/list' },
      { method: 'tools/call', params: { name: 'night-watch', arguments: { rounds: 2, pause: 0 } } },
      { method: 'resources/subscribe', params: { uri: 'observatory://logbook' } },
    ]);
    expect(first?.result).toMatchObject({
      resultType: 'input_required',
      requestState: 'a comet in Draco',
      inputRequests: { telegram: { method: 'elicitation/create' } },
    });
    expect(list?.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
    // Nobody announced it, so nobody is blamed.
    expect(gone?.error?.code).toBe(-32601);
    expect(watch?.result?.['_meta']).toMatchObject({ [MARK]: { name: 'kestrel-hill' } });
  });

  it('has a log for the requests that ask for one, from their level on', async () => {
    const folder = scratch();
    const watch = (level: object) => ({
      method: 'tools/call',
      params: { name: 'night-watch', arguments: { rounds: 4, pause: 0 }, _meta: level },
    });
    const steps = [watch({}), watch({ 'io.modelcontextprotocol/logLevel': 'warning' })];
    writeFileSync(join(folder, 'steps.jsonl'), steps.map((step) => JSON.stringify(step)).join('\n'));
    const record = ['--record', 'kept.mcp.jsonl'];
    await runCli(['run', 'steps.jsonl', '--era', 'modern', ...record, '--', 'demo'], { cwd: folder });
    const kept = readFileSync(join(folder, 'kept.mcp.jsonl'), 'utf8');
    expect(kept.match(/"notifications\/message"[^\n]*"level":"\w+"/g)).toEqual([
      expect.stringContaining('"level":"warning"'),
      expect.stringContaining('"level":"error"'),
    ]);
  });

  it('is not in the legacy era', async () => {
    const [list, subscribed] = await answered('legacy', [
      { method: 'tools/list' },
      { method: 'resources/subscribe', params: { uri: 'observatory://logbook' } },
    ]);
    expect(Object.keys(list?.result ?? {})).toEqual(['tools']);
    expect(subscribed?.result).toEqual({});
  });
});
