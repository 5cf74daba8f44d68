import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';

const node = (script: string): string[] => ['--', 'node', '-e', script];
const waits = 'setInterval(() => {}, 1000);';

describe('a command that is no server over stdio', () => {
  it('is left as soon as that is clear, and the URL that it names is offered', async () => {
    const says = [
      'FMP',
      'Loaded 250 tools',
      'MCP endpoint available at http://localhost:8080/mcp.',
      'ready',
      'go',
    ];
    const script = `console.log(${JSON.stringify(says.join('\n'))}); ${waits}`;
    const { code, stderr } = await runCli(['list', 'tools', ...node(script)]);
    expect(code).toBe(3);
    expect(stderr).toContain('initialize was cancelled: no answer, and nothing more for 5 s');
    expect(stderr).toContain(
      'it wrote 5 lines and no message: this does not look like an MCP server over stdio; its output names http://localhost:8080/mcp: try that URL',
    );
    expect(stderr.match(/^finding stdio\/not-json: stdout/gm)).toHaveLength(3);
    expect(stderr).toContain('finding stdio/not-json: 2 more');
  });

  it('is told as that when it ends', async () => {
    const { code, stdout } = await runCli([
      'list',
      '--json',
      ...node('for (let n = 0; n < 30; n += 1) console.log("usage")'),
    ]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        kind: 'connection',
        message:
          'the server exited with code 0 before it answered initialize; it wrote 30 lines and no message: this does not look like an MCP server over stdio; see its --help',
      },
    });
  });

  it('may name its URL on stderr', async () => {
    const script = `console.error('Uvicorn running on http://127.0.0.1:8000 (Press CTRL+C to quit)'); ${waits}`;
    const { code, stderr } = await runCli(['ping', '--connect-timeout', '2s', ...node(script)]);
    expect(code).toBe(4);
    expect(stderr).toContain(
      'its stderr names http://127.0.0.1:8000: is it a server over HTTP? try that URL',
    );
  });

  it('is not said of a server that answers behind a banner', async () => {
    const file = join(scratch(), 'banner.mjs');
    writeFileSync(
      file,
      `console.log('one\\ntwo\\nthree\\nfour http://localhost:1/mcp');
process.stdin.on('data', (d) => { for (const l of String(d).trim().split('\\n')) { const m = JSON.parse(l);
  if (m.method === 'initialize') console.log(JSON.stringify({ jsonrpc: '2.0', id: m.id, error: { code: -1, message: 'not today' } }));
  else if (m.id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id: m.id, error: { code: -32601, message: 'unknown' } })); } });`,
    );
    const { stderr } = await runCli(['ping', '--', 'node', file]);
    expect(stderr).toContain('not today');
    expect(stderr).not.toContain('look like an MCP server');
  });
});

describe('a server that dies after the handshake', () => {
  const lists = (dies: string): string => `
const send = (m) => console.log(JSON.stringify({ jsonrpc: '2.0', ...m }));
process.stdin.on('data', (d) => { for (const l of String(d).trim().split('\\n')) { const m = JSON.parse(l);
  if (m.method === 'initialize') send({ id: m.id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {}, prompts: {} }, serverInfo: { name: 'mortal', version: '1' } } });
  else if (m.method === 'tools/list') send({ id: m.id, result: { tools: [{ name: 'left-behind', inputSchema: { type: 'object' } }] } });
  else if (m.method === 'prompts/list') { ${dies} } } });`;

  it('is reported as far as it is known, with the reason below', async () => {
    const script = lists(
      `console.error('Error: no database'); process.exitCode = 5; process.stdin.destroy();`,
    );
    const { code, stdout, stderr } = await runCli(['--plain', ...node(script)]);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^mortal 1\n/);
    expect(stdout).toContain('\nTools (1)\n  left-behind\n');
    expect(stdout).toContain(
      '\nConnection: lost\n  the server exited with code 5 while its lists were asked for; its stderr says: Error: no database\n',
    );
    expect(stderr).toContain('lost the connection to');
    expect(stderr).not.toContain('could not connect');
  });

  it('is no success when a list failed', async () => {
    const { code, stdout } = await runCli([
      '--plain',
      ...node(lists(`send({ id: m.id, error: { code: -32603, message: 'fetch failed' } });`)),
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain('Prompts: -32603 fetch failed');
  });
});
