import { type Rule, rule } from '../rule.ts';

/** What can be wrong with how a server greets a client, and when; part of the table of `rules.ts`. */
export const HANDSHAKE_RULES = {
  'init/version': rule(
    'error',
    'The protocol version is missing or unknown.',
    'Name the revisions you implement: one in the answer to initialize, such as 2025-11-25, all of them in that to server/discover.',
    'basic/lifecycle#version-negotiation',
  ),
  'init/server-info': rule(
    'error',
    'serverInfo is missing, or lacks name or version.',
    'Answer initialize with serverInfo: {name, version}.',
    'basic/lifecycle#initialization',
  ),
  'init/capabilities': rule(
    'error',
    'The capabilities are missing or are not objects.',
    'Declare each capability as an object, e.g. "tools": {}.',
    'basic/lifecycle#capability-negotiation',
  ),
  'init/too-early': rule(
    'warning',
    'The server sent a request before the handshake was complete.',
    'Before notifications/initialized, send only ping: clients may reject or ignore anything else.',
    'basic/lifecycle#initialization',
  ),
  'init/early-notification': rule(
    'note',
    'The server sent a notification other than a log message before it answered initialize.',
    'Answer initialize first and wait for notifications/initialized: until then clients ignore notifications.',
    'basic/lifecycle#initialization',
  ),
} as const satisfies Readonly<Record<string, Rule>>;
