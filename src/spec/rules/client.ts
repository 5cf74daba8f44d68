import { type Rule, rule } from '../rule.ts';

const INITIALIZATION = 'basic/lifecycle#initialization';
const HTTP = 'basic/transports#streamable-http';

/**
 * What can be wrong with what a client sends, which is seen where another one than this program drives the session; part
 * of the table of `rules.ts`. The next step is that of whoever writes the client.
 */
export const CLIENT_RULES = {
  'client/before-initialize': rule(
    'error',
    'The client sent a request before initialize.',
    'Send initialize first and wait for its answer: servers refuse anything else, or are not ready for it.',
    INITIALIZATION,
  ),
  'client/too-early': rule(
    'warning',
    'The client went on before initialize was answered.',
    'Send nothing but ping until initialize is answered, then notifications/initialized, then the rest.',
    INITIALIZATION,
  ),
  'client/no-initialized': rule(
    'error',
    'The client sent a request without having sent notifications/initialized.',
    'Send notifications/initialized once initialize is answered: strict servers refuse requests until then.',
    INITIALIZATION,
  ),
  'client/initialize-again': rule(
    'error',
    'The client sent initialize again in a connection that was open.',
    'Initialize once; to begin again, start the server again or open a new session.',
    INITIALIZATION,
  ),
  'client/version': rule(
    'warning',
    'The client asks for a revision that does not exist.',
    'Ask for the newest revision that the client implements, such as 2025-11-25.',
    'basic/lifecycle#version-negotiation',
  ),
  'client/cancels-initialize': rule(
    'error',
    'The client cancelled initialize.',
    'Close the connection instead: initialize must not be cancelled.',
    'basic/utilities/cancellation',
  ),
  'client/id-again': rule(
    'error',
    'A request has the id of an earlier request that was answered.',
    'Count ids up: none may come twice in a session.',
    'basic#requests',
  ),
  'client/unannounced': rule(
    'warning',
    'The client used what the server did not declare.',
    "Look into the server's capabilities before asking: servers answer such requests with errors, or not at all.",
    'basic/lifecycle#capability-negotiation',
  ),
  'client/unlisted': rule(
    'warning',
    'The client asked for a tool or a prompt that the server does not list.',
    'Ask for the names that the list has, to the letter, and list again after list_changed.',
    'server/tools#calling-tools',
  ),
  'client/arguments': rule(
    'error',
    'The arguments do not match what the tool or the prompt takes.',
    "Check arguments against the inputSchema before the call, and let the model correct them; a prompt's arguments are strings.",
    'server/tools#calling-tools',
  ),
  'client/content': rule(
    'error',
    'The answer to an elicitation does not match the schema that was asked with.',
    'Check what was filled in against requestedSchema before it is sent.',
    'client/elicitation',
  ),
  'client/no-answer': rule(
    'error',
    'The client did not answer a request of the server.',
    'Answer every request, with an error where there is nothing to say: the server waits for it.',
    'basic/lifecycle#timeouts',
  ),
  'client/line': rule(
    'error',
    'What the client wrote is not a JSON message.',
    "Write each message as JSON in UTF-8, as one line to the server's stdin or as the body of a POST, and nothing else.",
    'basic/transports#stdio',
  ),
  'client/accept': rule(
    'error',
    'The Accept header does not list what the server may answer with.',
    'Send Accept: application/json, text/event-stream with POST, and text/event-stream with GET.',
    `${HTTP}#sending-messages-to-the-server`,
  ),
  'client/content-type': rule(
    'error',
    'A message was not sent as application/json.',
    'Send Content-Type: application/json with every POST.',
    `${HTTP}#sending-messages-to-the-server`,
  ),
  'client/version-header': rule(
    'error',
    'The header MCP-Protocol-Version is missing, or names another revision.',
    'Send the negotiated revision in MCP-Protocol-Version with everything after initialize; since 2026-07-28 that of _meta.',
    'basic/transports#protocol-version-header',
  ),
  'client/session-header': rule(
    'error',
    'The session id that the server gave is missing.',
    'Send the Mcp-Session-Id of the answer to initialize with everything after it.',
    `${HTTP}#session-management`,
  ),
  'client/mirrored': rule(
    'error',
    'A header does not repeat what the message says.',
    'Send Mcp-Method and, for what has a name, Mcp-Name with the same value as in the body.',
    'basic/transports/streamable-http#request-metadata (2026-07-28)',
  ),
} as const satisfies Readonly<Record<string, Rule>>;
