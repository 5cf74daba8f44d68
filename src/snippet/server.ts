import { addressOf, type HttpTarget, type StdioTarget, type Target } from '../session/target.ts';
import { type Hider, plain } from './hide.ts';

/** A server as a program or a config starts or reaches it, without secrets. */
export type SnippetServer = Started | Reached;

/** A server that is started as a process. */
export interface Started {
  readonly by: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Absent where it is the folder that the program runs in. */
  readonly cwd?: string;
  /** The names it got by `-e` and `--env-file`. */
  readonly given: readonly string[];
  /** It got the whole environment of the shell, and not only what a client passes. */
  readonly inherits: boolean;
}

/** A server that is reached over the network. */
export interface Reached {
  readonly by: HttpTarget['transport'];
  readonly url: string;
  /** The headers that were given, each with the variable that is to hold its value. */
  readonly headers: readonly { readonly name: string; readonly variable: string }[];
}

/** A target as a server, or why it cannot be one. */
export function serverOf(target: Target, hide: Hider): SnippetServer | { readonly why: string } {
  if (target.transport === 'recorded') {
    return { why: 'a recording tells the command line of its server, but not how to start it' };
  }
  if (target.transport === 'stdio') return startedBy(target, hide);
  if (target.socket !== undefined) {
    return { why: `${addressOf(target)} is a Unix socket, which only the command line and curl can reach` };
  }
  return reachedBy(target, hide);
}

function startedBy({ command, args, cwd, given, beyondClient }: StdioTarget, hide: Hider): Started {
  const [first = '', ...rest] = hide.words([command, ...args]).map(plain);
  return { by: 'stdio', command: first, args: rest, cwd, given, inherits: beyondClient.length > 0 };
}

/** A remote target, whether through a socket or not. */
export function reachedBy({ transport, url, headers }: HttpTarget, hide: Hider): Reached {
  const names = headers.map(([name]) => name);
  return { by: transport, url: plain(hide.text(url)), headers: headersAs(names) };
}

/** Headers by their names, each with the variable that is to hold its value. */
export const headersAs = (names: readonly string[]): Reached['headers'] =>
  names.map((name) => ({ name, variable: variableOf(name) }));

/** `X-Api-Key` → `X_API_KEY`. */
const variableOf = (header: string): string =>
  header
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_');
