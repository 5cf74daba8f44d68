import { type Rule, rule } from './rule.ts';
import { ANSWER_RULES } from './rules/answer.ts';
import { AUTHORIZATION_RULES } from './rules/authorization.ts';
import { CLIENT_RULES } from './rules/client.ts';
import { HANDSHAKE_RULES } from './rules/handshake.ts';
import { HTTP_RULES } from './rules/http.ts';
import { TAP_RULES } from './rules/tap.ts';
import { TASK_RULES } from './rules/task.ts';
import { THOROUGH_RULES } from './rules/thorough.ts';

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
    'A message on stdout is not valid JSON.',
    'Use a JSON library, and have it reject values that JSON does not support (Python: allow_nan=False).',
    STDIO,
  ),
  'stdio/echo': rule(
    'error',
    "The server's stdin is echoed on stdout.",
    'Start it without a terminal (docker run -i instead of -it, ssh -T), and do not print the input.',
    STDIO,
  ),
  'stdio/unflushed': rule(
    'error',
    'A response was sent only after stdin was closed.',
    'Flush stdout after every message: many languages buffer up to several kilobytes before they write to a pipe.',
    STDIO,
  ),
  'stdio/log-prefix': rule(
    'error',
    'A message on stdout is preceded by other text.',
    'Write only the message on its line, and logs to stderr.',
    STDIO,
  ),
  'stdio/joined': rule(
    'error',
    'One line contains several messages.',
    'End every message with a newline.',
    STDIO,
  ),
  'stdio/multi-line': rule(
    'error',
    'A message spans several lines.',
    'Serialize without line breaks: a stdio message is one line.',
    STDIO,
  ),
  'stdio/content-length': rule(
    'error',
    'Messages have Content-Length headers, as in LSP.',
    'Write each message as one line ending in a newline, without headers.',
    STDIO,
  ),
  'stdio/bom': rule('warning', 'A line starts with a byte order mark.', 'Write UTF-8 without BOM.', STDIO),
  'stdio/crlf': rule('note', 'Lines end in CR LF.', 'End lines with LF only.', STDIO),
  'stdio/utf8': rule('error', 'A line is not valid UTF-8.', 'Encode stdout as UTF-8.', STDIO),
  'stdio/no-newline': rule(
    'warning',
    'The last line has no newline.',
    'End every message with a newline, and flush before exiting.',
    STDIO,
  ),
  'stdio/too-long': rule(
    'error',
    'A line exceeds the length limit.',
    'Paginate large lists, and return resource links instead of large results.',
    STDIO,
  ),
  ...HTTP_RULES,
  ...AUTHORIZATION_RULES,
  'batch/array': rule(
    'warning',
    'Messages were sent as a JSON-RPC batch.',
    'Send messages one by one: only revision 2025-03-26 has batches.',
    'basic (2025-03-26) #batching',
  ),
  'message/not-protocol': rule(
    'error',
    'A line is JSON, but not a JSON-RPC message.',
    'Send only JSON-RPC requests, notifications and responses.',
    RPC,
  ),
  'message/jsonrpc': rule(
    'error',
    'The member jsonrpc is missing or is not "2.0".',
    'Add "jsonrpc": "2.0" to every message.',
    RPC,
  ),
  'message/extra-member': rule(
    'warning',
    'A message has an additional member that JSON-RPC does not define.',
    'Move it into params, result or _meta: strict clients reject the whole message.',
    RPC,
  ),
  'message/both': rule('error', 'A response has both a result and an error.', 'Send only one of them.', RPC),
  'message/error-null': rule(
    'error',
    'A response has "error": null next to its result.',
    'Omit error from successful responses.',
    RPC,
  ),
  'message/bad-error': rule(
    'error',
    'An error is not an object with an integer code and a string message.',
    'Send {"code": integer, "message": string}.',
    'JSON-RPC 2.0 §5.1',
  ),
  'message/scalar-result': rule(
    'error',
    'A result is not an object.',
    'MCP results are objects; put the value into a member.',
    'basic#responses',
  ),
  'message/bad-meta': rule(
    'error',
    '_meta is not an object.',
    'Omit _meta, or send an object.',
    'basic#_meta',
  ),
  'message/bad-params': rule(
    'error',
    'params is not an object.',
    'Omit params, or send an object.',
    'basic#requests',
  ),
  'message/bad-id': rule(
    'error',
    'An id is neither a string nor an integer.',
    'Use a string or an integer as the id of a request, and copy it unchanged into the response.',
    'basic#requests',
  ),
  ...ANSWER_RULES,
  ...HANDSHAKE_RULES,
  'capability/not-served': rule(
    'warning',
    'A capability is declared, but its method is not supported.',
    'Support the method, or do not declare the capability.',
    'basic/lifecycle#capability-negotiation',
  ),
  'capability/not-announced': rule(
    'warning',
    'A method is supported, but its capability is not declared.',
    'Declare the capability: clients that check capabilities never call the method.',
    'basic/lifecycle#capability-negotiation',
  ),
  'list/no-array': rule(
    'error',
    'A list result does not contain an array.',
    'Send an array, even if it is empty.',
    'server/utilities/pagination',
  ),
  'list/bad-item': rule(
    'error',
    'An item of a list is not valid.',
    'Fix the item: strict clients reject the whole list because of it.',
    TOOLS,
  ),
  'list/duplicate': rule(
    'error',
    'Two items have the same name.',
    'Give each item a unique name: clients can use only one of them.',
    TOOLS,
  ),
  'list/odd-name': rule(
    'warning',
    'A name contains invisible, bidirectional or look-alike characters.',
    'Use plain characters: people and models cannot tell such names apart.',
    `${TOOLS}#tool-names`,
  ),
  'list/tool-name': rule(
    'warning',
    'The name of a tool does not follow the recommended format.',
    'Use 1 to 128 of the characters A-Z a-z 0-9 _ - . (some clients and models reject or change other names).',
    `${TOOLS}#tool-names`,
  ),
  'list/cursor': rule(
    'warning',
    'nextCursor is null, empty or not a string.',
    'Omit nextCursor on the last page.',
    'server/utilities/pagination',
  ),
  'list/cursor-loop': rule(
    'error',
    'A page leads back to an earlier page.',
    'Let each nextCursor lead to a new page, and omit it on the last one.',
    'server/utilities/pagination',
  ),
  'list/endless': rule(
    'error',
    'A list never ends.',
    'Omit nextCursor on the last page.',
    'server/utilities/pagination',
  ),
  'loupe/fault': rule(
    'note',
    'mcp-loupe could not inspect a message.',
    'The message is shown as it came. This is a bug in mcp-loupe; please report it.',
    'not in the specification: concerns mcp-loupe',
  ),
  'tool/no-value': rule(
    'warning',
    'A schema allows no value or only an empty object.',
    'Fix the schema: the argument cannot be filled in, and some validators reject the schema.',
    `${TOOLS}#tool`,
  ),
  'tool/output-schema': rule(
    'warning',
    'An outputSchema is not usable.',
    'Send a valid JSON Schema with "type": "object" at its root.',
    `${TOOLS}#output-schema`,
  ),
  'result/no-content': rule(
    'error',
    'A tool result has no content array.',
    'Send at least "content": [].',
    `${TOOLS}#tool-result`,
  ),
  'result/unknown-content': rule(
    'warning',
    'A content block has an unknown type.',
    'Use text, image, audio, resource_link or resource.',
    `${TOOLS}#tool-result`,
  ),
  'result/bad-content': rule(
    'error',
    'A member of a content block is missing or has the wrong type.',
    'Give each block a type and what it requires; a text without one needs "type": "text".',
    `${TOOLS}#tool-result`,
  ),
  'result/base64': rule('error', 'Binary data is not valid base64.', 'Encode the bytes as base64.', TOOLS),
  'result/resource': rule(
    'error',
    'A resource has both text and blob, neither of them, or no uri.',
    'Send uri and exactly one of text and blob.',
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
    'structuredContent does not match the outputSchema.',
    'Fix the value or the schema.',
    `${TOOLS}#structured-content`,
  ),
  'result/structured-text': rule(
    'warning',
    'structuredContent and the text content differ.',
    'Send the same value in both: some clients give one to the model, some the other.',
    `${TOOLS}#structured-content`,
  ),
  'result/legacy': rule(
    'warning',
    'The result has the format from before 2024-11-05 (toolResult).',
    'Send content instead.',
    `${TOOLS}#tool-result`,
  ),
  'result/role': rule(
    'error',
    'A prompt message is not valid.',
    'Send the role "user" or "assistant" and one content block.',
    'server/prompts#promptmessage',
  ),
  'modern/result-type': rule(
    'error',
    'A result has no resultType, or an unknown one.',
    'Send "resultType": "complete" with every result.',
    'basic#result-type (2026-07-28)',
  ),
  'modern/cache': rule(
    'warning',
    'A cacheable result lacks ttlMs or cacheScope.',
    'Send ttlMs (0 or more) and cacheScope ("public" or "private").',
    'basic/caching (2026-07-28)',
  ),
  'modern/input-required': rule(
    'error',
    'A result requests input where it must not, or requests none.',
    'Request input only for tools/call, prompts/get and resources/read, with inputRequests or requestState.',
    'client/input-required (2026-07-28)',
  ),
  'modern/server-request': rule(
    'error',
    'The server sent a request.',
    'Answer with resultType "input_required" instead: servers no longer send requests.',
    'client/input-required (2026-07-28)',
  ),
  'modern/notification': rule(
    'error',
    'A notification no longer exists, or belongs to no subscription.',
    'Send change notifications on a subscriptions/listen stream, with its subscription id.',
    'basic/subscriptions (2026-07-28)',
  ),
  'modern/log': rule(
    'warning',
    'A log message was sent although no request asked for it.',
    'Send log messages only for requests whose _meta names a logLevel.',
    'server/utilities/logging (2026-07-28)',
  ),
  'server/unknown-request': rule(
    'warning',
    'The server sent a request that the specification does not define.',
    'Use a method from the specification, or expect "method not found".',
    'basic#requests',
  ),
  'server/unannounced-request': rule(
    'warning',
    'The server sent a request whose capability this client did not declare.',
    'Check the client capabilities before sending requests.',
    'basic/lifecycle#capability-negotiation',
  ),
  'server/unknown-notification': rule(
    'note',
    'The server sent a notification that the specification does not define.',
    'Clients ignore it.',
    'basic#notifications',
  ),
  'progress/unknown-token': rule(
    'warning',
    'Progress was reported for an unknown token.',
    'Use the progressToken of the request unchanged.',
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
    'Progress did not increase.',
    'Increase progress with every notification, even if the total is unknown.',
    'basic/utilities/progress',
  ),
  'log/level': rule(
    'warning',
    'A log message has an unknown level.',
    'Use debug, info, notice, warning, error, critical, alert or emergency.',
    'server/utilities/logging#log-levels',
  ),
  'log/below-level': rule(
    'warning',
    'A log message is below the level that was set.',
    'Send only messages of that level and above.',
    'server/utilities/logging#setting-log-level',
  ),
  ...CLIENT_RULES,
  ...TASK_RULES,
  ...TAP_RULES,
  ...THOROUGH_RULES,
} as const satisfies Readonly<Record<string, Rule>>;

/** A stable id of the table. */
export type RuleId = keyof typeof RULES;

/** What the table says of a rule; undefined for the rule of another version. */
export function ruleOf(id: string): Rule | undefined {
  return Object.hasOwn(RULES, id) ? RULES[id as RuleId] : undefined;
}
