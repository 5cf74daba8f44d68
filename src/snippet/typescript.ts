import { pretty } from '../json/pretty.ts';
import { safeJson } from '../json/safe.ts';
import { createScanner } from '../json/tokens.ts';
import { createSecrets, type Hider, type TextPart } from './hide.ts';
import type { Invocation } from './invocation.ts';
import { paramsText } from './json-rpc.ts';
import type { Reached, SnippetServer, Started } from './server.ts';

/**
 * A program with the official TypeScript SDK that connects to the server, asks the same and prints the result.
 *
 * @param version the revision that was agreed on
 */
export function typescript(asked: Invocation, server: SnippetServer, hide: Hider, version?: string): string {
  const params = paramsText(asked, hide);
  const sdk = sdkFor(server, version);
  const lines = [
    ...importsFor(server, sdk),
    '',
    `const client = ${clientFor('example', sdk)};`,
    `await client.connect(${transportFor(server)});`,
    ...notesOn(asked, params),
    `const result = await client.${callOf(asked, params)};`,
    'console.log(JSON.stringify(result, null, 2));',
    'await client.close();',
  ];
  return `${lines.join('\n')}\n`;
}

/** The version of the SDK: 1.x, and 2.x for the modern era, which that alone knows; it does not speak WebSocket. */
export const sdkFor = ({ by }: SnippetServer, version = ''): 1 | 2 =>
  version >= '2026' && (by === 'stdio' || by === 'http') ? 2 : 1;

/** What a program imports that reaches the server. */
export function importsFor({ by }: SnippetServer, sdk: 1 | 2): readonly string[] {
  const [name, file] = TRANSPORTS[by];
  if (sdk === 1)
    return [
      "import { Client } from '@modelcontextprotocol/sdk/client/index.js';",
      `import { ${name} } from '@modelcontextprotocol/sdk/client/${file}.js';`,
    ];
  if (by !== 'stdio') return [`import { Client, ${name} } from '@modelcontextprotocol/client';`];
  return [
    "import { Client } from '@modelcontextprotocol/client';",
    `import { ${name} } from '@modelcontextprotocol/client/stdio';`,
  ];
}

/** A client, made. */
export const clientFor = (name: string, sdk: 1 | 2): string =>
  `new Client({ name: '${name}', version: '1.0.0' }${sdk === 1 ? '' : ", { versionNegotiation: { mode: 'auto' } }"})`;

/** The transport to the server, made. */
export const transportFor = (server: SnippetServer): string =>
  `new ${TRANSPORTS[server.by][0]}(${server.by === 'stdio' ? processOf(server) : addressOf(server)})`;

/** The call of the method of a client. */
export const callOf = (asked: Invocation, params: string): string =>
  `${METHODS[asked.method]}(${literal(params, createSecrets(joined))})`;

const joined = (pieces: readonly TextPart[]): string =>
  pieces
    .map((piece) => (typeof piece === 'string' ? quoted(piece) : variable(piece.variable)))
    .map((piece) => (pieces.length === 1 || piece.startsWith('"') ? piece : `(${piece})`))
    .join(' + ');

/** What the program does otherwise, as comments. What the SDK has for tasks is experimental, and may change with each version. */
export const notesOn = (asked: Invocation, params: string): readonly string[] => [
  ...(asked.method !== 'resources/read' && asked.asTask
    ? ['// This does not run it as a task: see client.experimental.tasks.callToolStream.']
    : []),
  ...roundedNote(params),
];

const TRANSPORTS: Readonly<Record<SnippetServer['by'], readonly [name: string, file: string]>> = {
  stdio: ['StdioClientTransport', 'stdio'],
  http: ['StreamableHTTPClientTransport', 'streamableHttp'],
  sse: ['SSEClientTransport', 'sse'],
  ws: ['WebSocketClientTransport', 'websocket'],
};

const METHODS: Readonly<Record<Invocation['method'], string>> = {
  'tools/call': 'callTool',
  'prompts/get': 'getPrompt',
  'resources/read': 'readResource',
};

function processOf({ command, args, cwd, given, inherits }: Started): string {
  const variables = given.map((name) => `${quoted(name)}: ${variable(name)}`);
  const env = inherits
    ? ['env: process.env as Record<string, string>']
    : variables.length > 0
      ? [`env: { ${variables.join(', ')} }`]
      : [];
  const members = [
    `command: ${quoted(command)}`,
    `args: [${args.map(quoted).join(', ')}]`,
    ...(cwd === undefined ? [] : [`cwd: ${quoted(cwd)}`]),
    ...env,
  ];
  return `{\n${members.map((member) => `  ${member},\n`).join('')}}`;
}

function addressOf({ by, url, headers }: Reached): string {
  const address = `new URL(${quoted(url)})`;
  if (headers.length === 0 || by === 'ws') return address;
  const members = headers.map((header) => `${quoted(header.name)}: ${variable(header.variable)}`);
  return `${address}, {\n  requestInit: { headers: { ${members.join(', ')} } },\n}`;
}

const variable = (name: string): string => `process.env[${quoted(name)}] ?? ''`;

/** A string of JSON is one of JavaScript (ECMA-262, since 2019). */
export const quoted = (text: string): string => safeJson(JSON.stringify(text));

/**
 * JSON as an expression; `__proto__` would be no member in a literal.
 *
 * @param loose how a string is written whose value is not known, with the member it stands in; nothing where it is
 */
export function literal(json: string, loose?: (text: string, member: string) => string | undefined): string {
  if (/"(?:_|\\u005[fF]){2}proto/.test(json)) return `JSON.parse(${quoted(json)})`;
  let member = '';
  return pretty(safeJson(json), (as, isName) => {
    if (isName) member = JSON.parse(as);
    return isName || !as.startsWith('"') ? as : (loose?.(JSON.parse(as), member) ?? as);
  });
}

/** JavaScript rounds what JSON does not. */
function roundedNote(json: string): readonly string[] {
  const scanner = createScanner(json);
  for (let token = scanner.next(); token !== 'end' && token !== 'error'; token = scanner.next()) {
    const number = json.slice(scanner.start, scanner.end);
    if (token === 'number' && /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number)))
      return [`// JavaScript rounds ${number} to ${Number(number)}.`];
  }
  return [];
}
