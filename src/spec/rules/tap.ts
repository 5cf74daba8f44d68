import { rule } from '../rule.ts';

/** What is nobody's fault: what keeps a client from going on through a tap, and what the log of another program leaves open. Part of the table of `rules.ts`. */
export const TAP_RULES = {
  'tap/endpoint': rule(
    'note',
    'The endpoint event named the server itself, which leads past the tap.',
    'Nothing is wrong with that. Clients were given the same path at the tap, where the message says so.',
    'basic/transports#http-with-sse',
  ),
  'tap/redirect': rule(
    'note',
    'A redirect leads past the tap.',
    'Tap the address that it leads to; what a client sends there is not recorded.',
    'basic/transports#streamable-http',
  ),
  'tap/authorization': rule(
    'note',
    'Authorization is asked for the server itself, not for the tap.',
    'Give the tap a token: mcp-loupe tap --http PORT -H "Authorization: Bearer TOKEN" -- URL.',
    'basic/authorization#authorization-server-location',
  ),
  'foreign/assumed': rule(
    'note',
    'The log of another program leaves something open, and it was assumed.',
    'For every byte, tap the server: mcp-loupe tap.',
    'docs/logs.md',
  ),
  'foreign/refused': rule(
    'warning',
    'The client whose log this is refused an answer that is a valid message.',
    'Compare the answer with the specification: the client says what it misses.',
    'docs/logs.md',
  ),
} as const;
