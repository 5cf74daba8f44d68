/** A client that knows its servers from a file, and how that file is written. */
export interface SnippetClient {
  readonly name: string;
  /** Where the file is. */
  readonly file: string;
  /** The member that holds the servers. */
  readonly member: 'mcpServers' | 'servers' | 'context_servers';
  /** It needs the transport as `type`. */
  readonly typed: boolean;
  /** A server can be given a folder to start in. */
  readonly cwd: boolean;
  /** The member that holds the URL of a remote server, by transport; absent where it knows no remote servers. */
  readonly remote?: Readonly<Record<'http' | 'sse', string>>;
  /** How the value of a variable is written that the client has itself; absent where it takes texts as they are. */
  readonly variable?: (name: string) => string;
}

const URL_MEMBER = { http: 'url', sse: 'url' };
const braced = (name: string): string => `\${${name}}`;
const prefixed = (name: string): string => `\${env:${name}}`;

/** The clients whose config can be copied. */
export const CLIENTS: readonly SnippetClient[] = [
  {
    name: 'Claude Desktop',
    file: 'claude_desktop_config.json',
    ...{ member: 'mcpServers', typed: false, cwd: false },
  },
  {
    name: 'Claude Code',
    file: '.mcp.json',
    ...{ member: 'mcpServers', typed: true, cwd: false, remote: URL_MEMBER, variable: braced },
  },
  {
    name: 'Cursor',
    file: '.cursor/mcp.json',
    ...{ member: 'mcpServers', typed: true, cwd: false, remote: URL_MEMBER, variable: prefixed },
  },
  {
    name: 'VS Code',
    file: '.vscode/mcp.json',
    ...{ member: 'servers', typed: true, cwd: true, remote: URL_MEMBER, variable: prefixed },
  },
  {
    name: 'Windsurf',
    file: '~/.codeium/windsurf/mcp_config.json',
    ...{ member: 'mcpServers', typed: false, cwd: false, variable: prefixed },
    remote: { http: 'serverUrl', sse: 'serverUrl' },
  },
  {
    name: 'Gemini CLI',
    file: '~/.gemini/settings.json',
    ...{ member: 'mcpServers', typed: false, cwd: true, variable: braced },
    remote: { http: 'httpUrl', sse: 'url' },
  },
  {
    name: 'Zed',
    file: 'settings.json',
    ...{ member: 'context_servers', typed: false, cwd: false, remote: URL_MEMBER },
  },
];
