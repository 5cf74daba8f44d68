import { type Rule, rule } from './rule.ts';
import { ANSWER_RULES } from './rules/answer.ts';
import { AUTHORIZATION_RULES } from './rules/authorization.ts';
import { HANDSHAKE_RULES } from './rules/handshake.ts';
import { HTTP_RULES } from './rules/http.ts';
import { LINT_RULES } from './rules/lint.ts';
import { TASK_RULES } from './rules/task.ts';

const STDIO = 'basic/transports#stdio';
const RPC = 'JSON-RPC 2.0 §5';
const TOOLS = 'server/tools';

/**
 * Everything that can be found wrong on the wire. The ids never change their meaning: scripts, `check` and
 * recordings rely on them.
 */
export const RULES = {
  'stdio/not-json': rule(
    'error',
    'A line on stdout is not JSON.',
    'Print banners, logs and debug output to stderr: stdout belongs to the protocol.',
    STDIO,
  ),
  'stdio/bad-json': rule(
    'error',
    'A message on stdout is malformed JSON.',
    'Write messages with a JSON library, and let it refuse what JSON does not have (Python: allow_nan=False).',
    STDIO,
  ),
  'stdio/echo': rule(
    'error',
    'What is sent to the server comes back on stdout.',
    'Start it without a terminal in between (docker run -i instead of -it, ssh -T), and do not print the input.',
    STDIO,
  ),
  'stdio/unflushed': rule(
    'error',
    'An answer came only when stdin was closed.',
    'Flush stdout after every message: many languages buffer what goes into a pipe until it amounts to a few kilobytes.',
    STDIO,
  ),
  'stdio/log-prefix': rule(
    'error',
    'A message on stdout has other text before it.',
    'Write the message alone on its line, and logs to stderr.',
    STDIO,
  ),
  'stdio/joined': rule(
    'error',
    'Several messages stand on one line.',
    'End every message with a newline.',
    STDIO,
  ),
  'stdio/multi-line': rule(
    'error',
    'A message is spread over several lines.',
    'Serialise without line breaks: a stdio message is one line.',
    STDIO,
  ),
  'stdio/content-length': rule(
    'error',
    'Messages are framed with Content-Length headers, as in LSP.',
    'Write each message as one line ending in a newline, without headers.',
    STDIO,
  ),
  'stdio/bom': rule('warning', 'A line begins with a byte order mark.', 'Write UTF-8 without BOM.', STDIO),
  'stdio/crlf': rule('note', 'Lines end with CR LF.', 'End lines with LF alone.', STDIO),
  'stdio/utf8': rule('error', 'A line is not valid UTF-8.', 'Encode stdout as UTF-8.', STDIO),
  'stdio/no-newline': rule(
    'warning',
    'The last line has no newline.',
    'End every message with a newline, and flush before exiting.',
    STDIO,
  ),
  'stdio/too-long': rule(
    'error',
    'A line is longer than the limit.',
    'Page large lists and results, or return a resource link.',
    STDIO,
  ),
  ...HTTP_RULES,
  ...AUTHORIZATION_RULES,
  'batch/array': rule(
    'warning',
    'Messages were sent as a JSON-RPC batch.',
    'Send each message by itself: batches exist only in revision 2025-03-26.',
    'basic (2025-03-26) #batching',
  ),
  'message/not-protocol': rule(
    'error',
    'A line is JSON but no protocol message.',
    'Send only JSON-RPC requests, notifications and responses on stdout.',
    RPC,
  ),
  'message/jsonrpc': rule(
    'error',
    'The member jsonrpc is missing or not "2.0".',
    'Add "jsonrpc": "2.0" to every message.',
    RPC,
  ),
  'message/extra-member': rule(
    'warning',
    'A message has a member that JSON-RPC does not define.',
    'Move it into params, result or _meta: strict clients drop the whole message.',
    RPC,
  ),
  'message/both': rule('error', 'A response has a result and an error.', 'Send one of the two.', RPC),
  'message/error-null': rule(
    'error',
    'A response has "error": null beside its result.',
    'Leave error out of a successful response.',
    RPC,
  ),
  'message/bad-error': rule(
    'error',
    'An error is not an object with an integer code and a text message.',
    'Send {"code": integer, "message": text}.',
    'JSON-RPC 2.0 §5.1',
  ),
  'message/scalar-result': rule(
    'error',
    'A result is not an object.',
    'MCP results are objects; put the value in a member.',
    'basic#responses',
  ),
  'message/bad-meta': rule(
    'error',
    '_meta is not an object.',
    'Leave _meta out, or send an object.',
    'basic#_meta',
  ),
  'message/bad-params': rule(
    'error',
    'params is not an object.',
    'Leave params out, or send an object.',
    'basic#requests',
  ),
  'message/bad-id': rule(
    'error',
    'An id is neither text nor a whole number.',
    'Use text or a whole number as the id of a request, and echo it unchanged.',
    'basic#requests',
  ),
  ...ANSWER_RULES,
  ...HANDSHAKE_RULES,
  'capability/not-served': rule(
    'warning',
    'A capability is announced, but its method is not served.',
    'Serve the method, or do not announce the capability.',
    'basic/lifecycle#capability-negotiation',
  ),
  'capability/not-announced': rule(
    'warning',
    'A method is served whose capability is not announced.',
    'Announce the capability: clients that look at the capabilities never ask for it.',
    'basic/lifecycle#capability-negotiation',
  ),
  'list/no-array': rule(
    'error',
    'A list result has no list.',
    'Send an array, empty if there is nothing.',
    'server/utilities/pagination',
  ),
  'list/bad-item': rule(
    'error',
    'An item of a list is malformed.',
    'Mend the item: strict clients refuse the whole list because of it.',
    TOOLS,
  ),
  'list/duplicate': rule(
    'error',
    'Two items have the same name.',
    'Give each item a name of its own: clients can only reach one of them.',
    TOOLS,
  ),
  'list/odd-name': rule(
    'warning',
    'A name holds invisible, bidirectional or look-alike characters.',
    'Use plain characters: people and models cannot tell such names apart.',
    `${TOOLS}#tool-names`,
  ),
  'list/tool-name': rule(
    'warning',
    'The name of a tool does not follow the recommendation.',
    'Use 1 to 128 characters, only A-Z a-z 0-9 _ - . — some clients and models refuse or change other names.',
    `${TOOLS}#tool-names`,
  ),
  'list/cursor': rule(
    'warning',
    'nextCursor is null, empty or not text.',
    'Leave nextCursor out on the last page.',
    'server/utilities/pagination',
  ),
  'list/cursor-loop': rule(
    'error',
    'A page points back to a page already seen.',
    'Let every nextCursor lead on, and leave it out on the last page.',
    'server/utilities/pagination',
  ),
  'list/endless': rule(
    'error',
    'A list has no end.',
    'Leave nextCursor out on the last page.',
    'server/utilities/pagination',
  ),
  'loupe/fault': rule(
    'note',
    'mcp-loupe could not inspect a message.',
    'The message is shown as it came; please report this fault of mcp-loupe.',
    'none: this is about mcp-loupe',
  ),
  'tool/no-value': rule(
    'warning',
    'A schema allows no value, or only an empty object.',
    'Fix the schema: such an argument cannot be filled in, and some validators refuse the schema.',
    `${TOOLS}#tool`,
  ),
  'tool/output-schema': rule(
    'warning',
    'An outputSchema cannot be used.',
    'Send a valid JSON Schema with "type": "object" at its root.',
    `${TOOLS}#output-schema`,
  ),
  'result/no-content': rule(
    'error',
    'A tool result has no list of content.',
    'Send "content": [] at least.',
    `${TOOLS}#tool-result`,
  ),
  'result/unknown-content': rule(
    'warning',
    'A content block has a type the specification does not know.',
    'Use text, image, audio, resource_link or resource.',
    `${TOOLS}#tool-result`,
  ),
  'result/bad-content': rule(
    'error',
    'A content block lacks something or has it in the wrong type.',
    'Compare the block with the specification of its type.',
    `${TOOLS}#tool-result`,
  ),
  'result/base64': rule('error', 'Binary data is not base64.', 'Encode the bytes as base64.', TOOLS),
  'result/resource': rule(
    'error',
    'A resource has both or neither of text and blob, or no uri.',
    'Send uri with exactly one of text and blob.',
    'server/resources#resource-contents',
  ),
  'result/structured-missing': rule(
    'error',
    'The tool has an outputSchema, but the result has no structuredContent.',
    'Send structuredContent with every successful result of this tool.',
    `${TOOLS}#structured-content`,
  ),
  'result/structured-mismatch': rule(
    'error',
    'structuredContent does not fit the outputSchema.',
    'Mend the value or the schema.',
    `${TOOLS}#structured-content`,
  ),
  'result/structured-text': rule(
    'warning',
    'structuredContent and the text beside it say different things.',
    'Send the same value in both: some clients show the model one, some the other.',
    `${TOOLS}#structured-content`,
  ),
  'result/legacy': rule(
    'warning',
    'The result has the shape of a revision before 2024-11-05 (toolResult).',
    'Send content instead.',
    `${TOOLS}#tool-result`,
  ),
  'result/role': rule(
    'error',
    'A prompt message is malformed.',
    'Send role user or assistant, and one content block.',
    'server/prompts#promptmessage',
  ),
  'modern/result-type': rule(
    'error',
    'A result has no resultType, or one the specification does not know.',
    'Send "resultType": "complete" with every result.',
    'basic#result-type (2026-07-28)',
  ),
  'modern/cache': rule(
    'warning',
    'A cacheable result does not say for how long and for whom.',
    'Send ttlMs (0 or more) and cacheScope ("public" or "private").',
    'basic/caching (2026-07-28)',
  ),
  'modern/input-required': rule(
    'error',
    'A result asks for input where it may not, or for none.',
    'Ask for input from tools/call, prompts/get and resources/read only, with inputRequests or requestState.',
    'client/input-required (2026-07-28)',
  ),
  'modern/server-request': rule(
    'error',
    'The server sent a request.',
    'Answer with resultType "input_required" instead: servers send no requests any more.',
    'client/input-required (2026-07-28)',
  ),
  'modern/notification': rule(
    'error',
    'A notification is gone, or belongs to no subscription.',
    'Send change news on a subscriptions/listen stream, tagged with its subscription id.',
    'basic/subscriptions (2026-07-28)',
  ),
  'modern/log': rule(
    'warning',
    'A log message came that no request asked for.',
    'Send log messages only for requests whose _meta names a logLevel.',
    'server/utilities/logging (2026-07-28)',
  ),
  'server/unknown-request': rule(
    'warning',
    'The server asked for something that the specification does not know.',
    'Use a method of the specification, or expect "method not found".',
    'basic#requests',
  ),
  'server/unannounced-request': rule(
    'warning',
    'The server asked for something that this client did not announce.',
    'Look at the client capabilities before asking.',
    'basic/lifecycle#capability-negotiation',
  ),
  'server/unknown-notification': rule(
    'note',
    'The server sent a notification that the specification does not know.',
    'Clients ignore it.',
    'basic#notifications',
  ),
  'progress/unknown-token': rule(
    'warning',
    'Progress was reported for a token that no request carries.',
    'Report the progressToken of the request, unchanged.',
    'basic/utilities/progress',
  ),
  'progress/late': rule(
    'warning',
    'Progress was reported after the request had ended.',
    'Stop reporting once the response is sent.',
    'basic/utilities/progress',
  ),
  'progress/backwards': rule(
    'warning',
    'Progress did not grow.',
    'Let progress grow with every report, even where the total is not known.',
    'basic/utilities/progress',
  ),
  'log/level': rule(
    'warning',
    'A log message has a level that does not exist.',
    'Use debug, info, notice, warning, error, critical, alert or emergency.',
    'server/utilities/logging#log-levels',
  ),
  'log/below-level': rule(
    'warning',
    'A log message is below the level that the server was told.',
    'Send messages of that level and above only.',
    'server/utilities/logging#setting-log-level',
  ),
  ...TASK_RULES,
  ...LINT_RULES,
} as const satisfies Readonly<Record<string, Rule>>;

/** A stable id of the table. */
export type RuleId = keyof typeof RULES;

/** What the table says of a rule; undefined for the rule of another version. */
export function ruleOf(id: string): Rule | undefined {
  return Object.hasOwn(RULES, id) ? RULES[id as RuleId] : undefined;
}
