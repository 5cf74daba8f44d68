import type { Target } from '../session/target.ts';
import type { KnownAnswer } from './checks.ts';
import { CLIENTS } from './client.ts';
import { clientConfig } from './client-config.ts';
import { commandLine } from './command-line.ts';
import { curl } from './curl.ts';
import { createHider } from './hide.ts';
import type { Invocation, SnippetText } from './invocation.ts';
import { jsonRpcLine } from './json-rpc.ts';
import { pytest } from './pytest.ts';
import { python } from './python.ts';
import { type SnippetServer, serverOf } from './server.ts';
import { sdkFor, typescript } from './typescript.ts';
import { vitest } from './vitest.ts';

/** One way to write down what is asked, or the server that is asked. */
export type Snippet = SnippetText & {
  readonly label: string;
  /** What kind of text it is, or the file it goes into. */
  readonly about: string;
};

/** What has to be known besides what is asked of whom. */
export interface SnippetContext {
  /** What the server calls itself. */
  readonly name: string | undefined;
  /** The revision that was agreed on. */
  readonly version: string | undefined;
  /** The folder that a command is pasted in. */
  readonly cwd: string;
  /** A word of a command line, as an absolute path where it is the path of a file. */
  readonly absolute: (word: string) => string;
  /** Why what is asked cannot be a test, in one sentence. */
  readonly whyNoTest?: string | undefined;
  /** What was answered, where that is known: only tests say it. */
  readonly answered?: KnownAnswer | undefined;
}

/** The labels of those that say what was answered. */
export const TESTS: readonly string[] = ['vitest', 'pytest'];

/**
 * What is asked as a command of ours, a JSON-RPC line, for curl, as a program and as a test for each official SDK; and the target
 * as the config of each client. Secrets are variables in shells and programs, and marks elsewhere.
 */
export function snippetsFor(asked: Invocation, target: Target, around: SnippetContext): readonly Snippet[] {
  const hide = createHider(target);
  const server = serverOf(target, hide);
  const known = (write: (server: SnippetServer) => SnippetText): SnippetText =>
    'why' in server ? server : write(server);
  const tested = (write: (server: SnippetServer) => SnippetText): SnippetText =>
    around.whyNoTest === undefined
      ? known((one) => write(withinFolder(one, around.cwd)))
      : { why: around.whyNoTest };
  const sdk = `SDK ${'why' in server ? 1 : sdkFor(server, around.version)}.x`;
  return [
    { label: 'command line', about: 'mcp-loupe', ...commandLine(asked, target, hide, around.cwd) },
    { label: 'JSON-RPC', about: 'the request on one line', text: jsonRpcLine(asked, hide) },
    { label: 'curl', about: 'the request over HTTP', ...curl(asked, target, hide, around.version) },
    {
      label: 'TypeScript',
      about: sdk,
      ...known((one) => ({ text: typescript(asked, one, hide, around.version) })),
    },
    { label: 'Python', about: 'SDK 2.x', ...known((one) => python(asked, one, hide)) },
    {
      label: 'vitest',
      about: `TypeScript, ${sdk}`,
      ...tested((one) => ({ text: vitest(asked, one, hide, around.answered, around.version) })),
    },
    {
      label: 'pytest',
      about: 'Python, SDK 2.x',
      ...tested((one) => pytest(asked, one, hide, around.answered)),
    },
    ...configsFor(target, around),
  ];
}

/** A test is run elsewhere, too: it names no folder but one below that in which it runs. */
function withinFolder(server: SnippetServer, folder: string): SnippetServer {
  if (server.by !== 'stdio') return server;
  const { cwd = folder, ...started } = server;
  if (cwd === folder) return started;
  return { ...started, cwd: cwd.startsWith(`${folder}/`) ? cwd.slice(folder.length + 1) : cwd };
}

/** The target as the config of each client. */
export function configsFor(
  target: Target,
  { name, absolute }: Pick<SnippetContext, 'name' | 'absolute'>,
): readonly Snippet[] {
  const server = serverOf(target, createHider(target));
  return CLIENTS.map((client) => ({
    label: client.name,
    about: client.file,
    ...('why' in server ? server : clientConfig(client, server, name, absolute)),
  }));
}
