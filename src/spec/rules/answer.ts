import { type Rule, rule } from '../rule.ts';

const RPC = 'JSON-RPC 2.0 §5';
const CANCELLATION = 'basic/utilities/cancellation';

/** What can be found wrong with who answers whom, and whether at all; part of the table of `rules.ts`. */
export const ANSWER_RULES = {
  'id/unknown': rule(
    'error',
    'A response answers no open request.',
    'Echo the id of the request, unchanged.',
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
    'Answer sooner, send progress, or stop working once the cancellation arrives.',
    CANCELLATION,
  ),
  'id/type': rule(
    'error',
    'The id came back with another JSON type.',
    'Echo the id unchanged: 7 is not "7".',
    'basic#responses',
  ),
  'id/null': rule(
    'error',
    'A response has no id.',
    'Answer with the id of the request; null is only for requests that could not be parsed.',
    RPC,
  ),
  'id/notification': rule(
    'error',
    'A notification was answered.',
    'Answer only requests, which have an id, and ignore unknown notifications.',
    'JSON-RPC 2.0 §4.1',
  ),
  'id/reused': rule(
    'error',
    'A request uses an id that is still open.',
    'Use a new id for every request.',
    'basic#requests',
  ),
  'cancel/unknown': rule(
    'warning',
    'A cancellation names no open request of its sender.',
    'Cancel only requests that you have sent, by their id; end a request of the other side with an error.',
    CANCELLATION,
  ),
  'server/no-answer': rule(
    'error',
    'A request was not answered in time.',
    'Answer every request, with an error where need be, and report progress where it takes long; --timeout gives it more time.',
    'basic/lifecycle#timeouts',
  ),
  'server/loop': rule(
    'warning',
    'The server makes a client do the same thing over and over.',
    'Announce a change only when there is one, never because the client asked; leave seconds between pings, and between the ends of streams.',
    'server/tools#list-changed-notification',
  ),
  'server/exited': rule(
    'error',
    'The server ended while it was needed.',
    'Read the end of its stderr (Output), and start the command by itself; R restarts it here.',
    'basic/lifecycle#shutdown',
  ),
  'server/probe': rule(
    'note',
    'The server ended when it was asked whether it speaks 2026-07-28.',
    'Answer a method that you do not know with the error -32601.',
    'basic/versioning#backward-compatibility (2026-07-28)',
  ),
} as const satisfies Readonly<Record<string, Rule>>;
