import { claudeCode, claudeCodeArray, claudeCodeDebug } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { cursor } from './cursor.ts';
import { har } from './har.ts';
import { inspector } from './inspector.ts';
import { inspectorNetwork } from './inspector-network.ts';
import { jsonRpcArray, jsonRpcLines } from './json-rpc.ts';
import { type ForeignKind, HEAD, type LogHead } from './kind.ts';
import { mcpRecorder } from './mcp-recorder.ts';
import { mcpRemote } from './mcp-remote.ts';
import { mcpVcrLines } from './mcp-vcr-ndjson.ts';
import { mcpVcrYaml } from './mcp-vcr-yaml.ts';
import { mcpjam } from './mcpjam.ts';
import { mcporter } from './mcporter.ts';
import { mcpsnoop } from './mcpsnoop.ts';
import { supergateway } from './supergateway.ts';
import { vscode } from './vscode.ts';

/** The kinds of logs that can be opened, those whose form says most about them first. */
export const LOG_KINDS: readonly ForeignKind[] = [
  har,
  mcpsnoop,
  mcporter,
  mcpVcrLines,
  mcpVcrYaml,
  mcpRecorder,
  mcpjam,
  inspector,
  inspectorNetwork,
  claudeCodeArray,
  claudeCode,
  claudeDesktop,
  vscode,
  claudeCodeDebug,
  cursor,
  supergateway,
  mcpRemote,
  jsonRpcArray,
  jsonRpcLines,
];

/** The kind of a log; undefined where it is none that is known. */
export function kindOf(file: string, beginning: string): ForeignKind | undefined {
  const head = headOf(file, beginning);
  return LOG_KINDS.find((kind) => kind.recognizes(head));
}

/** What a file begins with, as the kinds are shown it. Of a line that is cut there is nothing, but where it is the only one. */
export function headOf(file: string, beginning: string): LogHead {
  const text = beginning.replace(/^\ufeff/, '');
  const lines = text.split(/\r?\n/);
  const isCut = text.length >= HEAD / 4 && !text.endsWith('\n') && lines.length > 1;
  return { file, text, lines: isCut ? lines.slice(0, -1) : lines };
}
