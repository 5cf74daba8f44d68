import { execFileSync, spawnSync } from 'node:child_process';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { Target } from '../../src/session/target.ts';
import { createHider } from '../../src/snippet/hide.ts';
import type { Invocation } from '../../src/snippet/invocation.ts';
import { jsonRpcLine } from '../../src/snippet/json-rpc.ts';
import { python } from '../../src/snippet/python.ts';
import { serverOf } from '../../src/snippet/server.ts';
import { typescript } from '../../src/snippet/typescript.ts';
import { process_, remote } from './targets.ts';

const call = (args: string): Invocation => ({ method: 'tools/call', name: 'echo', arguments: args });
const NODE = process_(['node', 'server.js'], { beyondClient: [] });

function program(write: typeof python | typeof typescript, asked: Invocation, target: Target = NODE): string {
  const hide = createHider(target);
  const server = serverOf(target, hide);
  const written = 'why' in server ? server : write(asked, server, hide);
  return typeof written === 'string' ? written : 'text' in written ? written.text : written.why;
}

/** JSON with everything that other languages write otherwise. */
const HARD = String.raw`{"a":"\/ \ud83d\ude00 \u2028 \" ' \\ \n \u007f \ud800 é","b":[true,false,null,-1.50e3,[],{}],"":{"c d":1}}`;

describe('the request on one line', () => {
  it('is what crosses the wire', () => {
    expect(jsonRpcLine(call('{ "n" : 1.0,\n"big": 12345678901234567890 }'), createHider(NODE))).toBe(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{ "n" : 1.0, "big": 12345678901234567890 }}}',
    );
    expect(jsonRpcLine({ method: 'resources/read', uri: 'x:\u202e' }, createHider(NODE))).toBe(
      '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x:\\u202e"}}',
    );
  });

  it('has marks for secrets', () => {
    const target = process_(['x'], { env: { KEY: 'value-of-the-key' }, given: ['KEY'] });
    const line = jsonRpcLine(call('{"a":"value-of-the-key","pwd":"x"}'), createHider(target));
    expect(line).toContain('"arguments":{"a":"[redacted]","pwd":"[redacted]"}');
  });
});

describe('the TypeScript program', () => {
  it('starts a process with its environment', () => {
    const target = process_(['npx', '-y', 'it\'s "x"'], { given: ['KEY'], beyondClient: [] });
    expect(
      program(typescript, call('{"a":1}'), target),
    ).toBe(`import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(new StdioClientTransport({
  command: "npx",
  args: ["-y", "it's \\"x\\""],
  cwd: "/repo",
  env: { "KEY": process.env["KEY"] ?? '' },
}));
const result = await client.callTool({
  "name": "echo",
  "arguments": {
    "a": 1
  }
});
console.log(JSON.stringify(result, null, 2));
await client.close();
`);
    expect(program(typescript, call('{}'), process_(['x']))).toContain('env: process.env as Record<');
  });

  it('reaches a server', () => {
    const target = remote('https://example.com/mcp', { headers: [['X-Api-Key', 'abcdefgh']] });
    expect(program(typescript, call('{}'), target)).toContain(
      `new StreamableHTTPClientTransport(new URL("https://example.com/mcp"), {\n  requestInit: { headers: { "X-Api-Key": process.env["X_API_KEY"] ?? '' } },\n})`,
    );
    expect(program(typescript, call('{}'), target)).not.toContain('abcdefgh');
  });

  it.each([
    [
      typescript,
      `"apiKey": process.env["API_KEY"] ?? ''`,
      `"say": "Bearer " + (process.env["SAY"] ?? '') + "!"`,
    ],
    [python, `"apiKey": os.environ["API_KEY"]`, `"say": "Bearer " + os.environ["SAY"] + "!"`],
  ])('takes the secrets of its arguments from the environment', (write, whole, part) => {
    const asked = call(
      '{"apiKey":"abcdefgh12345","list":[{"pwd":"x"}],"say":"Bearer abcdefgh12345!","token":"[redacted]"}',
    );
    const text = program(write, asked, process_(['x'], { env: { K: 'abcdefgh12345' }, given: ['K'] }));
    expect(text).toContain(whole);
    expect(text).toContain(part);
    expect(text).toContain('PWD_2');
    expect(text).not.toMatch(/abcdefgh12345|redacted/);
  });

  it('says what JavaScript rounds', () => {
    expect(program(typescript, call('{"n":[1,12345678901234567890]}'))).toContain(
      '// JavaScript rounds 12345678901234567890 to 12345678901234567000.\n',
    );
  });

  it.each([[HARD], ['{"__proto__":{"a":1}}'], [String.raw`{"\u005f\u005fproto__":"x"}`]])(
    'asks for %s exactly',
    async (args) => {
      const { code } = await transform(program(typescript, call(args)), { loader: 'ts' });
      const asked = code
        .replaceAll(/^import .*$/gm, '')
        .replace('await client.connect', '')
        .replace('new Client(', '(')
        .replace('new StdioClientTransport(', '(')
        .replace('await client.callTool', '')
        .replace('await client.close();', '');
      const out = execFileSync(process.execPath, ['--input-type=module', '-e', asked], { encoding: 'utf8' });
      expect(JSON.parse(out)).toEqual({ name: 'echo', arguments: JSON.parse(args) });
    },
  );

  it('connects, asks and ends', async () => {
    const target = process_([process.execPath, 'test/support/servers/verbs.mjs'], { cwd: process.cwd() });
    const source = program(
      typescript,
      { method: 'tools/call', name: 'echo', arguments: '{"text":"hi"}' },
      target,
    );
    const { code } = await transform(source, { loader: 'ts' });
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(JSON.parse(out)).toHaveProperty('content');
  });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('the Python program', () => {
  it('imports what it reads the environment with', () => {
    const text = program(python, call('{}'), process_(['x']));
    expect(text).toContain('import asyncio\nimport os\n');
    expect(text).toContain('env=dict(os.environ)');
  });

  it('starts a process with its environment', () => {
    const target = process_(['npx', 'a "b"'], { given: ['KEY'], beyondClient: [] });
    expect(program(python, call('{"a":[true]}'), target)).toBe(`import asyncio
import os

from mcp import Client, StdioServerParameters

server = StdioServerParameters(
    command="npx",
    args=["a \\"b\\""],
    cwd="/repo",
    env={"KEY": os.environ["KEY"]},
)


async def main():
    async with Client(server) as client:
        result = await client.call_tool("echo", {
            "a": [
                True
            ]
        })
        print(result.model_dump_json(indent=2))


asyncio.run(main())
`);
  });

  it('reaches a server', () => {
    const headers = [['X-Key', 'abcdefgh']] as const;
    const read: Invocation = { method: 'resources/read', uri: 'a:b' };
    const url = 'https://example.com/mcp';
    expect(program(python, read, remote(url))).toContain(`server = "${url}"\n`);
    expect(program(python, read, remote(url))).toContain('client.read_resource("a:b")');
    expect(program(python, read, remote(url, { headers }))).toContain(
      'http_client=create_mcp_http_client(headers={"X-Key": os.environ["X_KEY"]}),',
    );
    expect(program(python, read, remote(url, { headers, transport: 'sse' }))).toContain(
      `server = sse_client("${url}", headers={"X-Key": os.environ["X_KEY"]})\n`,
    );
    expect(program(python, read, remote(url, { transport: 'ws' }))).toContain('does not speak WebSocket');
  });

  it.skipIf(!hasPython)('asks for the very same', () => {
    const source = program(python, call(HARD.replace('-1.50e3', '12345678901234567890')));
    const ask = `
import ast, json, sys
call = next(node for node in ast.walk(ast.parse(sys.stdin.read())) if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "call_tool")
print(json.dumps([ast.literal_eval(one) for one in call.args]))`;
    const out = execFileSync('python3', ['-c', ask], { input: source, encoding: 'utf8' });
    expect(out).toContain('12345678901234567890');
    expect(JSON.parse(out)).toEqual(['echo', JSON.parse(HARD.replace('-1.50e3', '12345678901234567890'))]);
  });
});
