import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';

const SAMPLES = new URL('../fixtures/logs/samples/', import.meta.url).pathname;
const ROTATED = ['mcp-server-notes.log', 'mcp-server-notes1.log'].map((name) =>
  join(SAMPLES, 'claude-desktop-merge-1', name),
);
const HANDED = join(SAMPLES, 'claude-desktop-new-1', 'mcp-server-notes.log');
const OF_ALL = join(SAMPLES, 'claude-desktop-mcplog-1', 'mcp.log');

describe('logs of other programs', () => {
  it('are a session for each server, whether files go on in each other or one holds several', async () => {
    const { stdout: both } = await runCli(['open', '--plain', OF_ALL]);
    expect(both.match(/^\w.* 1\.4\.0$/gm)).toEqual(['perplexity 1.4.0', 'notes 1.4.0']);
    expect(both.match(/kind {11}a log of Claude Desktop/g)).toHaveLength(2);
    const { stdout: one } = await runCli(['open', '--plain', ...ROTATED]);
    expect(one.match(/^\w.* 1\.4\.0$/gm)).toEqual(['notes 1.4.0']);
  });

  it('come from a pipe, followed or when it has ended, and one document is not followed', async () => {
    const notes = readFileSync(ROTATED[0] ?? '', 'utf8');
    for (const words of [['-'], ['--follow', '-']]) {
      const { code, stdout, stderr } = await runCli(['open', ...words, '--plain'], { stdin: notes });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('log            standard input\n  kind           a log of Claude Desktop');
    }
    const { code, stderr } = await runCli(['open', '-'], { stdin: 'Dear diary\n' });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('cannot open standard input: it begins with "Dear diary", which is'),
    ]);
    const har = join(SAMPLES, 'har-sse-1', 'sse.har');
    const { stderr: said } = await runCli(['open', '--follow', har]);
    expect(said).toContain('is one document: it is shown as it is now, and not followed');
  });

  it('are written as a transcript, the same bytes each time, and never over what is there', async () => {
    const out = join(scratch(), 'notes.mcp.jsonl');
    const words = ['export', ...ROTATED, '--to', 'transcript'];
    const { code, stderr } = await runCli([...words, '-o', out]);
    const joined =
      'mcp-server-notes1.log, mcp-server-notes.log: taken for one log, which goes on in the next file';
    expect([code, stderr]).toEqual([0, `${joined}\nwrote ${out}: 10 lines, secrets redacted in 0 lines\n`]);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const written = readFileSync(out, 'utf8');
    const { stdout } = await runCli([...words.slice(0, 1), ...[...ROTATED].reverse(), ...words.slice(-2)]);
    expect(stdout).toBe(written);
    expect(JSON.parse(written.split('\n')[0] ?? '')).toMatchObject({
      tool: { name: 'claude-desktop' },
      convertedBy: { name: 'mcp-loupe' },
      client: { name: 'claude-ai' },
      redaction: { on: true },
    });
    const again = await runCli([...words, '-o', out]);
    expect([again.code, again.stderr]).toEqual([
      2,
      `mcp-loupe: ${out} exists: name another file, or overwrite it with --force\n`,
    ]);
    const { stdout: report } = await runCli(['open', '--plain', out]);
    expect(report).toContain('notes 1.4.0');
  });

  it('are taken where a recording is, one server at a time', async () => {
    const log = join(SAMPLES, 'claude-desktop-new-1', 'mcp-server-notes.log');
    const { code, stdout } = await runCli(['export', log, '--to', 'lock']);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ format: 'mcp-lock' })]);
    const { stdout: verified } = await runCli(['verify', log, '--', process.execPath, '-e', '0']);
    expect(verified).toContain('tools/call find-note');
    const { stderr } = await runCli(['check', OF_ALL]);
    expect(stderr).toContain('holds several servers (perplexity, notes): take one out first');
    const one = join(scratch(), 'notes.mcp.jsonl');
    await runCli(['export', OF_ALL, '--server', 'notes', '--to', 'transcript', '-o', one]);
    expect(readFileSync(one, 'utf8')).not.toContain('perplexity');
    const { stderr: none } = await runCli(['export', OF_ALL, '--server', 'x', '--to', 'transcript']);
    expect(none).toContain('there is no server "x" in the log; there are perplexity, notes');
    const asked =
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n';
    const { stdout: answer } = await runCli(['mock', log], { stdin: asked });
    expect(answer).toContain('"serverInfo":{"name":"notes"');
  });

  it('are told apart from what is wrong with the server, each thing that they leave open', async () => {
    const log = join(SAMPLES, 'supergateway-1', 'supergateway.log');
    const open = [
      'the log has no times',
      'the log has messages as objects of JavaScript',
      'messages of the server were written again',
    ];
    const { stdout: plain } = await runCli(['open', '--plain', log]);
    const [, about = ''] = plain.split('Findings: none\n\nAbout the log\n');
    const { stdout: markdown } = await runCli(['export', log, '--to', 'md']);
    const [, told = ''] = markdown.split('No findings.\n\nAbout the log:\n');
    for (const said of open) {
      expect(about).toContain(`  ${said}`);
      expect(told).toContain(`- ${said}`);
    }
    expect(plain).toContain('protocol       2025-06-18 requested\n');
    const { stdout: checked, code } = await runCli(['check', log]);
    expect([code, checked]).toEqual([0, expect.stringContaining('nothing to check: no list of the server')]);
    const { stdout: differing, stderr } = await runCli(['diff', log, HANDED]);
    expect(differing).not.toContain('protocolVersion');
    expect(stderr).toContain('what the server says of itself is not compared');
  });

  it('have no times where they tell none, and their own lines are told apart', async () => {
    const log = join(SAMPLES, 'supergateway-1', 'supergateway.log');
    const { stdout } = await runCli(['export', log, '--to', 'json', '-o', '-']);
    expect(stdout).toContain('"from": "supergateway"');
    expect(stdout).not.toContain('1970');
    const { stdout: har, stderr } = await runCli(['export', log, '--to', 'har']);
    expect(JSON.parse(har).log.pages[0].comment).toContain('are not known');
    expect(stderr).toContain('the log has no times: a file of this format must have some');
    const { stdout: spans } = await runCli(['export', log, '--to', 'otlp']);
    expect(spans).toContain('{"key":"mcp.session.times","value":{"stringValue":"unknown"}}');
    const { stdout: checked } = await runCli(['check', '-'], { stdin: readFileSync(HANDED, 'utf8') });
    expect(checked).toContain('standard input: notes 1.4.0');
  });

  it('hide their secrets when they are written, unless that is turned off', async () => {
    const log = join(scratch(), 'secret.log');
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    const key = [
      '-----BEGIN PRIVATE KEY-----',
      'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj',
      '-----END PRIVATE KEY-----',
    ];
    writeFileSync(
      log,
      [
        '[debug] [editor -> server] {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clientInfo":{"name":"a","version":"1"},"capabilities":{"experimental":{"apiKey":"open sesame"}}}}',
        `[debug] [editor -> server] {"jsonrpc":"2.0","id":1,"method":"ping","params":{"token":"${secret}"}}`,
        ...key.map((line) => `[warning] [server stderr] ${line}`),
      ]
        .map((line) => `2026-07-24 02:03:14.089 ${line}\n`)
        .join(''),
    );
    const { stdout: hidden } = await runCli(['export', log, '--to', 'transcript']);
    expect(hidden).toContain('"token":"[redacted]"');
    expect(hidden).not.toContain('open sesame');
    expect(hidden).not.toContain('MIIEvQ');
    const { stdout: shown } = await runCli(['export', log, '--to', 'transcript', '--no-redact']);
    expect(shown).toContain(secret);
    expect(shown).toContain('"redaction":{"on":false');
    for (const [words, said] of [
      [[log, '-o', log, '--force'], 'is what is read: name another file'],
      [[OF_ALL.replace('mcp.log', 'expected.json')], 'neither a recording nor a log that is known'],
      [[], 'needs the log of another program'],
    ] as const) {
      const { code, stderr } = await runCli(['export', ...words, '--to', 'transcript']);
      expect(code).toBe(2);
      expect(stderr).toContain(said);
    }
  });
});
