import { pretty } from '../json/pretty.ts';
import { safeJson } from '../json/safe.ts';
import { mark } from '../session/redaction/redaction.ts';
import type { SnippetClient } from './client.ts';
import type { SnippetText } from './invocation.ts';
import type { Reached, SnippetServer, Started } from './server.ts';

/**
 * The config of a client for a server, as JSON to merge into its file. Values of variables are left to the client's
 * own environment where it looks there, else to be filled in.
 *
 * @param name what the server calls itself, if anything
 * @param absolute a word of a command line, as a path that holds in any folder where it is the path of a file
 */
export function clientConfig(
  client: SnippetClient,
  server: SnippetServer,
  name: string | undefined,
  absolute: (word: string) => string,
): SnippetText {
  const entry = server.by === 'stdio' ? startedIn(client, server, absolute) : reachedFrom(client, server);
  if (entry === undefined)
    return { why: `${client.name} cannot reach a server over ${NAMES[server.by]} by its file` };
  return { text: pretty(safeJson(JSON.stringify({ [client.member]: { [keyOf(name)]: entry } }))) };
}

const NAMES: Readonly<Record<SnippetServer['by'], string>> = {
  stdio: 'stdio',
  http: 'HTTP',
  sse: 'HTTP+SSE',
  ws: 'WebSocket',
};

function startedIn(client: SnippetClient, server: Started, absolute: (word: string) => string): object {
  const place = (word: string): string => (client.cwd ? word : absolute(word));
  const { given, cwd } = server;
  return {
    ...(client.typed ? { type: 'stdio' } : {}),
    command: place(server.command),
    args: server.args.map(place),
    ...(client.cwd ? { cwd } : {}),
    ...(given.length > 0
      ? {
          env: variables(
            client,
            given.map((one) => [one, one]),
          ),
        }
      : {}),
  };
}

function reachedFrom(client: SnippetClient, { by, url, headers }: Reached): object | undefined {
  const member = by === 'ws' ? undefined : client.remote?.[by];
  if (member === undefined) return undefined;
  return {
    ...(client.typed ? { type: by } : {}),
    [member]: url,
    ...(headers.length > 0
      ? {
          headers: variables(
            client,
            headers.map((header) => [header.name, header.variable]),
          ),
        }
      : {}),
  };
}

/** Each name with what the client replaces by the value of a variable. */
function variables({ variable }: SnippetClient, names: readonly (readonly [string, string])[]): object {
  return Object.fromEntries(names.map(([name, from]) => [name, variable?.(from) ?? mark]));
}

/** A name that every client takes: letters, digits, `-` and `_`. */
function keyOf(name = ''): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || 'server';
}
