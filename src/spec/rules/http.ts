import { type Rule, rule } from '../rule.ts';

const HTTP = 'basic/transports#streamable-http';

/** What can be found wrong with HTTP and what stands in its place; part of the table of `rules.ts`. */
export const HTTP_RULES = {
  'http/status': rule(
    'error',
    'A message was answered with an HTTP error and no JSON-RPC error.',
    'Answer a request that was understood with status 200 and a JSON-RPC response.',
    HTTP,
  ),
  'http/content-type': rule(
    'error',
    'A response is neither application/json nor text/event-stream.',
    'Answer requests with one of these two content types.',
    HTTP,
  ),
  'http/not-json': rule(
    'error',
    'A body or an event that should hold a message is not JSON.',
    'Send one JSON-RPC message as the body, or as the data of each event.',
    HTTP,
  ),
  'http/bom': rule('warning', 'A body begins with a byte order mark.', 'Write UTF-8 without BOM.', HTTP),
  'http/utf8': rule('error', 'A body or an event is not valid UTF-8.', 'Encode what is sent as UTF-8.', HTTP),
  'http/accepted-request': rule(
    'error',
    'A request was answered 202 Accepted.',
    'Answer requests with the response, as JSON or in an event stream; 202 is for notifications and responses.',
    HTTP,
  ),
  'http/accepted-message': rule(
    'note',
    'A notification or response was not answered 202 Accepted.',
    'Answer notifications and responses with 202 and no body.',
    HTTP,
  ),
  'http/no-answer': rule(
    'error',
    'The answer to a request has no response to it.',
    'Send the response with the id of the request in the body that answers it.',
    HTTP,
  ),
  'http/cut-stream': rule(
    'error',
    'An event stream ended before the response.',
    'Keep the stream open until the response is sent, or give its events ids and let the client resume.',
    `${HTTP}#resumability-and-redelivery`,
  ),
  'http/cut-event': rule(
    'error',
    'An event stream ended in the middle of an event.',
    'End every event with an empty line, and flush before closing.',
    HTTP,
  ),
  'http/event-name': rule(
    'error',
    'A message came in an event with a name of its own.',
    'Leave the event name out, or name it "message": clients ignore other events.',
    HTTP,
  ),
  'http/redirect': rule(
    'warning',
    'A request was redirected.',
    'Give the URL that the server itself uses; many clients turn a redirected POST into a GET.',
    HTTP,
  ),
  'http/kept-alive': rule(
    'warning',
    'A connection that was kept alive was closed just when the next request came on it.',
    'Keep idle connections for longer than clients do, or answer with Connection: close: most clients fail.',
    HTTP,
  ),
  'http/session-id': rule(
    'error',
    'The session id has characters that are not visible ASCII.',
    'Use visible ASCII characters alone (0x21 to 0x7E).',
    `${HTTP}#session-management`,
  ),
  'http/session-lost': rule(
    'warning',
    'The server no longer knows the session.',
    'Keep sessions longer, or beyond a restart; the client began a new one, and what the old one held is gone.',
    `${HTTP}#session-management`,
  ),
  'http/no-stream': rule(
    'note',
    'GET was refused, but not with 405 Method Not Allowed.',
    'Answer GET with an event stream, or with 405 when there is none.',
    `${HTTP}#listening-for-messages-from-the-server`,
  ),
  'http/endpoint': rule(
    'error',
    'The endpoint event is missing, or names another origin.',
    'Send the path for messages in an event named "endpoint", first of all.',
    'basic/transports (2024-11-05) #http-with-sse',
  ),
  'http/answer-in-post': rule(
    'error',
    'Over HTTP+SSE a message came in the body of the response to a POST.',
    'Answer the POST with 202, and send the message on the event stream: clients read it nowhere else.',
    'basic/transports (2024-11-05) #http-with-sse',
  ),
  'http/too-long': rule(
    'error',
    'A body or an event is longer than the limit.',
    'Page large lists and results, or return a resource link.',
    HTTP,
  ),
  'http/insecure': rule(
    'warning',
    "The server's certificate is not checked.",
    'Trust it with --ca FILE instead of --insecure.',
    'not in the specification: this is about how mcp-loupe was started',
  ),
  'ws/unspecified': rule(
    'note',
    'WebSocket is no transport of the specification.',
    'Offer Streamable HTTP as well: most clients speak nothing else over the network.',
    'basic/transports',
  ),
} as const satisfies Readonly<Record<string, Rule>>;
