import { type Rule, rule } from '../rule.ts';

const HTTP = 'basic/transports#streamable-http';

/** What can be found wrong with HTTP and what stands in its place; part of the table of `rules.ts`. */
export const HTTP_RULES = {
  'http/status': rule(
    'error',
    'A message was answered with an HTTP error, without a JSON-RPC error.',
    'Answer valid requests with status 200 and a JSON-RPC response.',
    HTTP,
  ),
  'http/content-type': rule(
    'error',
    'The content type is neither application/json nor text/event-stream.',
    'Answer requests with one of these two content types.',
    HTTP,
  ),
  'http/not-json': rule(
    'error',
    'A body or event that should contain a message is not valid JSON.',
    'Send one JSON-RPC message as the body or as the data of each event.',
    HTTP,
  ),
  'http/bom': rule('warning', 'A body starts with a byte order mark.', 'Write UTF-8 without BOM.', HTTP),
  'http/utf8': rule(
    'error',
    'A body or an event is not valid UTF-8.',
    'Encode bodies and events as UTF-8.',
    HTTP,
  ),
  'http/accepted-request': rule(
    'error',
    'A request was answered with 202 Accepted.',
    'Answer requests with a response, as JSON or in an event stream; 202 is for notifications and responses.',
    HTTP,
  ),
  'http/accepted-message': rule(
    'note',
    'A notification or response was not answered with 202 Accepted.',
    'Answer notifications and responses with 202 and no body.',
    HTTP,
  ),
  'http/no-answer': rule(
    'error',
    'The HTTP response to a request does not contain its JSON-RPC response.',
    'Send the JSON-RPC response, with the id of the request, in the body of the HTTP response.',
    HTTP,
  ),
  'http/cut-stream': rule(
    'error',
    'An event stream ended before the response.',
    'Keep the stream open until the response is sent, or give events ids so that clients can resume.',
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
    'A message was sent in an event with a custom name.',
    'Omit the event name or use "message": clients ignore other events.',
    HTTP,
  ),
  'http/redirect': rule(
    'warning',
    'A request was redirected.',
    'Use the final URL: many clients turn a redirected POST into a GET.',
    HTTP,
  ),
  'http/kept-alive': rule(
    'warning',
    'A keep-alive connection was closed just as the next request arrived.',
    'Keep idle connections open longer than clients do, or send Connection: close. Most clients fail here.',
    HTTP,
  ),
  'http/session-id': rule(
    'error',
    'The session id contains characters that are not visible ASCII.',
    'Use only visible ASCII characters (0x21 to 0x7E).',
    `${HTTP}#session-management`,
  ),
  'http/session-lost': rule(
    'warning',
    'The server no longer knows the session.',
    'Keep sessions longer, or across restarts. The client started a new session; the state of the old one is lost.',
    `${HTTP}#session-management`,
  ),
  'http/no-stream': rule(
    'note',
    'GET was rejected, but not with 405 Method Not Allowed.',
    'Answer GET with an event stream, or with 405 if there is none.',
    `${HTTP}#listening-for-messages-from-the-server`,
  ),
  'http/endpoint': rule(
    'error',
    'The endpoint event is missing, or names another origin.',
    'Send the path for messages in an event named "endpoint", before any other event.',
    'basic/transports (2024-11-05) #http-with-sse',
  ),
  'http/answer-in-post': rule(
    'error',
    'Over HTTP+SSE, a message was sent in the body of a POST response.',
    'Answer the POST with 202 and send the message on the event stream, the only place where clients read it.',
    'basic/transports (2024-11-05) #http-with-sse',
  ),
  'http/too-long': rule(
    'error',
    'A body or event exceeds the length limit.',
    'Paginate large lists, and return resource links instead of large results.',
    HTTP,
  ),
  'http/insecure': rule(
    'warning',
    "The server's certificate is not checked.",
    'Trust the certificate with --ca FILE instead of using --insecure.',
    'not in the specification: concerns how mcp-loupe was started',
  ),
  'ws/unspecified': rule(
    'note',
    'WebSocket is not a transport in the specification.',
    'Offer Streamable HTTP as well: most clients support nothing else over the network.',
    'basic/transports',
  ),
} as const satisfies Readonly<Record<string, Rule>>;
