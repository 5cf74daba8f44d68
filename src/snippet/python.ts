import { memberText } from '../json/parts.ts';
import { pretty } from '../json/pretty.ts';
import { createScanner } from '../json/tokens.ts';
import type { Hider } from './hide.ts';
import type { Invocation, SnippetText } from './invocation.ts';
import { paramsText } from './json-rpc.ts';
import type { Reached, SnippetServer, Started } from './server.ts';

/** A program with the official Python SDK (2.x) that connects to the server, asks the same and prints the result. */
export function python(asked: Invocation, server: SnippetServer, hide: Hider): SnippetText {
  if (server.by === 'ws') return { why: 'the Python SDK does not speak WebSocket' };
  const { imports, server: connected } = server.by === 'stdio' ? processOf(server) : addressOf(server);
  const lines = [
    'import asyncio',
    ...(connected.includes('os.environ') ? ['import os'] : []),
    '',
    ...imports,
    '',
    `server = ${connected}`,
    '',
    '',
    'async def main():',
    '    async with Client(server) as client:',
    ...(asked.method !== 'resources/read' && asked.asTask ? [TASK] : []),
    `        result = await client.${call(asked, paramsText(asked, hide))}`,
    '        print(result.model_dump_json(indent=2))',
    '',
    '',
    'asyncio.run(main())',
  ];
  return { text: `${lines.join('\n')}\n` };
}

const TASK = '        # This does not run it as a task.';

/** What a client is made for, and what has to be imported for it. */
interface Connected {
  readonly server: string;
  readonly imports: readonly string[];
}

function processOf(server: Started): Connected {
  const env = environment(server);
  const members = [
    `command=${quoted(server.command)}`,
    `args=[${server.args.map(quoted).join(', ')}]`,
    `cwd=${quoted(server.cwd)}`,
    ...(env === undefined ? [] : [`env=${env}`]),
  ];
  return {
    server: `StdioServerParameters(\n${members.map((member) => `    ${member},\n`).join('')})`,
    imports: ['from mcp import Client, StdioServerParameters'],
  };
}

function addressOf({ by, url, headers }: Reached): Connected {
  const imports = ['from mcp import Client'];
  const given = headers.map((one) => `${quoted(one.name)}: ${variable(one.variable)}`);
  const named = given.length === 0 ? '' : `headers={${given.join(', ')}}`;
  if (by === 'sse') {
    const server = `sse_client(${[quoted(url), named].filter((part) => part !== '').join(', ')})`;
    return { server, imports: [...imports, 'from mcp.client.sse import sse_client'] };
  }
  if (named === '') return { server: quoted(url), imports };
  return {
    server: `streamable_http_client(\n    ${quoted(url)},\n    http_client=create_mcp_http_client(${named}),\n)`,
    imports: [
      ...imports,
      'from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client',
    ],
  };
}

function environment({ given, inherits }: Started): string | undefined {
  if (inherits) return 'dict(os.environ)';
  const variables = given.map((name) => `${quoted(name)}: ${variable(name)}`);
  return variables.length > 0 ? `{${variables.join(', ')}}` : undefined;
}

const variable = (name: string): string => `os.environ[${quoted(name)}]`;

function call(asked: Invocation, params: string): string {
  const member = (name: string): string => literal(memberText(params, name) ?? 'null', ' '.repeat(8));
  switch (asked.method) {
    case 'tools/call':
      return `call_tool(${member('name')}, ${member('arguments')})`;
    case 'prompts/get':
      return `get_prompt(${member('name')}, ${member('arguments')})`;
    case 'resources/read':
      return `read_resource(${member('uri')})`;
  }
}

/** JSON as a literal of Python, which has other words, no escape `\/` and no pairs of surrogates. */
function literal(json: string, indent: string): string {
  const printed = pretty(json).replace(/\n( *)/g, `\n${indent}$1$1`);
  const scanner = createScanner(printed);
  let text = '';
  let from = 0;
  for (let token = scanner.next(); token !== 'end' && token !== 'error'; token = scanner.next()) {
    const { start, end } = scanner;
    text += printed.slice(from, start);
    if (token === 'string') text += quoted(JSON.parse(printed.slice(start, end)) as string);
    else text += WORDS[token] ?? printed.slice(start, end);
    from = end;
  }
  return text + printed.slice(from);
}

const WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** What JSON escapes Python escapes in the same way; what could not be seen is escaped too. */
const quoted = (text: string): string => JSON.stringify(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escaped);

const escaped = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
};
