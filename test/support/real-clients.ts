import { fileURLToPath } from 'node:url';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The program as it is installed. */
export const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));

const info = { name: 'test', version: '1' };

/** The little that is done with a client of either SDK. */
interface Used {
  listTools(): Promise<unknown>;
  callTool(request: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  listResources(): Promise<unknown>;
  listPrompts(): Promise<unknown>;
  close(): Promise<void>;
}

/** What a client gets of the demonstration, wherever that is. */
export async function use(client: Used): Promise<readonly unknown[]> {
  const got = [
    await client.listTools(),
    await client.callTool({ name: 'say-hello', arguments: { name: 'Halley' } }),
    ...(await Promise.all([client.listResources(), client.listPrompts()])),
    await client.callTool({ name: 'no-such-tool' }).catch((error: unknown) => String(error)),
  ];
  await client.close();
  return got;
}

/** The same as steps of `run`. */
export const USE = [
  { method: 'tools/list' },
  { method: 'tools/call', params: { name: 'say-hello', arguments: { name: 'Halley' } } },
  { method: 'resources/list' },
  { method: 'prompts/list' },
  { method: 'tools/call', params: { name: 'no-such-tool' } },
]
  .map((step) => JSON.stringify(step))
  .join('\n');

/** A command on Node.js, or an address. */
export type Reached = { readonly args: string[] } | { readonly url: string };

/** Connects to a server. */
export type Connect = (server: Reached) => Promise<Used>;

const started = (args: string[]) => ({ command: process.execPath, args, stderr: 'ignore' as const });

const v1: Connect = async (server) => {
  const client = new ClientV1(info);
  const transport = 'url' in server ? new HttpV1(new URL(server.url)) : new StdioV1(started(server.args));
  // Its types are not for exact optional properties.
  await client.connect(transport as StdioV1);
  return client as unknown as Used;
};

const v2 =
  (mode: 'legacy' | 'auto'): Connect =>
  async (server) => {
    const client = new ClientV2(info, { versionNegotiation: { mode } });
    const transport = 'url' in server ? new HttpV2(new URL(server.url)) : new StdioV2(started(server.args));
    await client.connect(transport);
    return client as unknown as Used;
  };

/** Clients of the official SDKs, each with the era that it speaks. */
export const CLIENTS = [
  ['SDK v1', v1, 'legacy'],
  ['SDK v2', v2('legacy'), 'legacy'],
  ['SDK v2, modern', v2('auto'), 'modern'],
] as const;
