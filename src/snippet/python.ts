import { memberText } from '../json/parts.ts';
import { pretty } from '../json/pretty.ts';
import { createSecrets, type Hider, type TextPart } from './hide.ts';
import type { Invocation, SnippetText } from './invocation.ts';
import { paramsText } from './json-rpc.ts';
import type { Reached, SnippetServer, Started } from './server.ts';

/** A program with the official Python SDK (2.x) that connects to the server, asks the same and prints the result. */
export function python(asked: Invocation, server: SnippetServer, hide: Hider): SnippetText {
  const connected = connectedTo(server);
  if ('why' in connected) return connected;
  const lines = [
    '',
    '',
    'async def main():',
    '    async with Client(server) as client:',
    ...taskNote(asked, ' '.repeat(8)),
    `        result = await client.${call(asked, paramsText(asked, hide), ' '.repeat(8))}`,
    '        print(result.model_dump_json(indent=2))',
    '',
    '',
    'asyncio.run(main())',
  ];
  return { text: programOf(connected, lines.join('\n')) };
}

/** A program: what it imports, the server to connect to, and what follows. */
export function programOf(
  { server, imports }: Connected,
  body: string,
  packages: readonly string[] = [],
): string {
  const isUsed = (module: string): boolean => new RegExp(`\\b${module}\\.\\w+[()[]`).test(server + body);
  const head = [
    ...MODULES.filter(isUsed).map((name) => `import ${name}`),
    '',
    ...packages,
    ...imports,
    '',
    `server = ${server}`,
  ];
  return `${head.join('\n')}\n${body}\n`;
}

/** Modules that each Python has. */
const MODULES = ['asyncio', 'json', 'os', 're'];

/** A server in Python, or why it cannot be one. */
export function connectedTo(server: SnippetServer): Connected | { readonly why: string } {
  if (server.by === 'ws') return { why: 'the Python SDK does not speak WebSocket' };
  return server.by === 'stdio' ? processOf(server) : addressOf(server);
}

/** What has to be said where a call was to run as a task. */
export const taskNote = (asked: Invocation, indent: string): readonly string[] =>
  asked.method !== 'resources/read' && asked.asTask ? [`${indent}# This does not run it as a task.`] : [];

/** What a client is made for, and what has to be imported for it. */
export interface Connected {
  readonly server: string;
  readonly imports: readonly string[];
}

function processOf(server: Started): Connected {
  const env = environment(server);
  const members = [
    `command=${quoted(server.command)}`,
    `args=[${server.args.map(quoted).join(', ')}]`,
    ...(server.cwd === undefined ? [] : [`cwd=${quoted(server.cwd)}`]),
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

/** The call of the method of a client. */
export function call(asked: Invocation, params: string, indent: string): string {
  const secrets = createSecrets(joined);
  const member = (name: string): string => literal(memberText(params, name) ?? 'null', indent, secrets);
  switch (asked.method) {
    case 'tools/call':
      return `call_tool(${member('name')}, ${member('arguments')})`;
    case 'prompts/get':
      return `get_prompt(${member('name')}, ${member('arguments')})`;
    case 'resources/read':
      return `read_resource(${member('uri')})`;
  }
}

const joined = (pieces: readonly TextPart[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? quoted(piece) : variable(piece.variable))).join(' + ');

/**
 * JSON as a literal of Python, which has other words, no escape `\/` and no pairs of surrogates.
 *
 * @param loose how a string is written whose value is not known, with the member it stands in; nothing where it is
 */
export function literal(
  json: string,
  indent: string,
  loose?: (text: string, member: string) => string | undefined,
): string {
  let member = '';
  const printed = pretty(json, (as, isName) => {
    if (!as.startsWith('"')) return WORDS[as] ?? as;
    const text: string = JSON.parse(as);
    if (isName) member = text;
    return (isName ? undefined : loose?.(text, member)) ?? quoted(text);
  });
  return printed.replace(/\n( *)/g, `\n${indent}$1$1`);
}

const WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** What JSON escapes Python escapes in the same way; what could not be seen is escaped too. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escaped);

const escaped = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
};
