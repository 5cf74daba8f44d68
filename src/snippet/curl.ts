import type { Target } from '../session/target.ts';
import { headerWords, shellWord } from './command-line.ts';
import type { Hider, TextPart } from './hide.ts';
import type { Invocation, SnippetText } from './invocation.ts';
import { jsonRpcLine } from './json-rpc.ts';
import { reachedBy } from './server.ts';

/**
 * The request for curl, to a server over Streamable HTTP (basic/transports#streamable-http). One that keeps sessions
 * wants the id of one besides.
 *
 * @param version the revision that was agreed on
 */
export function curl(
  asked: Invocation,
  target: Target,
  hide: Hider,
  version: string | undefined,
): SnippetText {
  switch (target.transport) {
    case 'stdio':
      return { why: 'curl speaks HTTP, and this server is started as a process (stdio)' };
    case 'recorded':
      return { why: 'a recording cannot be reached by curl' };
    case 'sse':
      return { why: 'over HTTP+SSE the answer comes on another connection than the request' };
    case 'ws':
      return { why: 'this server speaks WebSocket' };
    case 'http':
      break;
  }
  const headers = [
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    ...(version === undefined ? [] : [`MCP-Protocol-Version: ${version}`]),
  ];
  const words: readonly (readonly TextPart[])[] = [
    ['curl'],
    ['-sS'],
    ...(globbed.test(target.url) ? [['--globoff']] : []),
    ...(target.insecure ? [['--insecure']] : []),
    ...(target.socket === undefined ? [] : [['--unix-socket'], [target.socket]]),
    hide.text(target.url),
    ...headers.flatMap((header) => [['-H'], [header]]),
    ...headerWords(reachedBy(target, hide)),
    ['--data-raw'],
    [jsonRpcLine(asked, hide)],
  ];
  return { text: words.map(shellWord).join(' ') };
}

/** Brackets and braces behind the host, of which curl makes several URLs; those of an IPv6 address it knows. */
const globbed = /^[^/]*\/\/[^/?]*[/?].*[[\]{}]/;
