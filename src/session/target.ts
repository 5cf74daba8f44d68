/** What to connect to, as the user named it. Parsed by `transport/target.ts`. */
export interface StdioTarget {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>;
  /** Names given with `-e` or `--env-file`; their values are secret wherever they occur. */
  readonly given: readonly string[];
  /** Names that a client's short list (HOME, PATH, USER, …) would not have passed. */
  readonly beyondClient: readonly string[];
  /** Values that are secret wherever they occur, beside those that their names tell. */
  readonly secrets?: readonly string[];
}

/** A server that is reached over the network, or through a Unix socket. */
export interface HttpTarget {
  /** Streamable HTTP, HTTP+SSE of revision 2024-11-05, or WebSocket, which no revision defines. */
  readonly transport: 'http' | 'sse' | 'ws';
  /** Whether the user chose it; else a server that refuses Streamable HTTP is tried over HTTP+SSE. */
  readonly chosen: boolean;
  /** Where requests go, without user info. */
  readonly url: string;
  /** The path of a Unix socket that is connected to in place of the URL's host. */
  readonly socket?: string;
  /** Sent with every request; their values are secret wherever they occur. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Where the Authorization header among them was given, for a sentence: "in the URL"; nothing for an option. */
  readonly authorizationIn?: string;
  /** The URL of the proxy to go through. */
  readonly proxy?: string;
  /** Certificates to trust beside the usual ones, in PEM. */
  readonly ca?: string;
  /** The server's certificate is not checked. */
  readonly insecure: boolean;
  /** Values that are secret wherever they occur, beside those that their names tell. */
  readonly secrets?: readonly string[];
}

/** A recording that is read again. */
export interface RecordedTarget {
  readonly transport: 'recorded';
  readonly path: string;
  /** What the recording says it was: a command line or a URL, already redacted; of a log what it is, as `a log of VS Code`. */
  readonly of: string;
  /** The words of the command that was started, redacted as well; absent where the server was remote. */
  readonly command?: readonly string[];
  /** The folder that it was started in. */
  readonly cwd?: string;
  /** Names of the variables that it was given beside those of the shell. */
  readonly given?: readonly string[];
  /** Names of the headers that were sent with each request. */
  readonly headers?: readonly string[];
  /** It is a log of another program, which says of its server no more than what it is called. */
  readonly log?: { readonly server: string };
  /** The program that wrote it, where it says so. */
  readonly tool?: { readonly name: string; readonly version: string; readonly platform?: string };
  /** It is still being written by another program, and is read as it grows. */
  readonly following?: Following;
}

/** What is known of a session of another program's beside its lines. */
export interface Following {
  /** The client that it belongs to, where somebody says so. */
  readonly client?: string;
}

/** What a live session can be opened with. */
export type LiveTarget = StdioTarget | HttpTarget;

export type Target = LiveTarget | RecordedTarget;

/** The words of the command that is the server, now or when it was recorded; nothing for a remote one. */
export function commandOf(target: Target): readonly string[] | undefined {
  switch (target.transport) {
    case 'stdio':
      return [target.command, ...target.args];
    case 'recorded':
      return target.command;
    case 'http':
    case 'sse':
    case 'ws':
      return undefined;
  }
}

/** A remote target as the user writes it: its URL, or `unix:/path/of/socket:/path/of/url`. */
export function addressOf({ url, socket }: HttpTarget): string {
  if (socket === undefined) return url;
  const { pathname, search } = new URL(url);
  return `unix:${socket}:${pathname}${search}`;
}

/** What connecting once more is: only a process that was started here is restarted. */
export const wayBack = ({ transport }: Pick<Target, 'transport'>): 'restart' | 'reconnect' =>
  transport === 'stdio' ? 'restart' : 'reconnect';
