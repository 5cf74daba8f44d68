import { type Rule, rule } from '../rule.ts';

const RPC = 'JSON-RPC 2.0 §5';
const CANCELLATION = 'basic/utilities/cancellation';

/** What can be found wrong with who answers whom, and whether at all; part of the table of `rules.ts`. */
export const ANSWER_RULES = {
  'id/unknown': rule(
    'error',
    'A response does not match any pending request.',
    'Copy the id of the request unchanged.',
    'basic#responses',
  ),
  'id/duplicate': rule(
    'error',
    'A request was answered twice.',
    'Answer each request once.',
    'basic#responses',
  ),
  'id/late': rule(
    'warning',
    'A response came after its request had timed out or been cancelled.',
    'Answer sooner, report progress, or stop working when the cancellation arrives.',
    CANCELLATION,
  ),
  'id/type': rule(
    'error',
    'A response has the id of its request, but with another JSON type.',
    'Copy the id unchanged: 7 is not "7".',
    'basic#responses',
  ),
  'id/null': rule(
    'error',
    'A response has no id.',
    'Use the id of the request; null is only for requests that could not be parsed.',
    RPC,
  ),
  'id/notification': rule(
    'error',
    'A notification was answered.',
    'Answer only requests (which have an id), and ignore unknown notifications.',
    'JSON-RPC 2.0 §4.1',
  ),
  'id/reused': rule(
    'error',
    'A request uses the id of a pending request.',
    'Use a new id for every request.',
    'basic#requests',
  ),
  'cancel/unknown': rule(
    'warning',
    'A cancellation does not name a pending request of its sender.',
    'Cancel only requests you have sent, by their id; to reject a request you received, answer it with an error.',
    CANCELLATION,
  ),
  'server/no-answer': rule(
    'error',
    'A request was not answered in time.',
    'Answer every request, with an error if necessary, and report progress if it takes long. --timeout allows more time, --connect-timeout for initialize.',
    'basic/lifecycle#timeouts',
  ),
  'server/loop': rule(
    'warning',
    'The server makes clients repeat the same request in a loop.',
    'Announce a change only when there is one, never in reply to a request; wait seconds between pings, and before closing streams again.',
    'server/tools#list-changed-notification',
  ),
  'server/exited': rule(
    'error',
    'The server exited while it was in use.',
    'See what it wrote to stderr, or try the command in a shell.',
    'basic/lifecycle#shutdown',
  ),
  'server/probe': rule(
    'note',
    'The server exited when asked whether it supports 2026-07-28.',
    'Answer unknown methods with error -32601.',
    'basic/versioning#backward-compatibility (2026-07-28)',
  ),
} as const satisfies Readonly<Record<string, Rule>>;
