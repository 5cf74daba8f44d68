import { type Rule, rule } from '../rule.ts';

const SCHEMA = 'schema of the revision';

/**
 * What the specification's own definitions find, revision by revision, and what the official SDK would do; part of
 * the table of `rules.ts`. They are reported where no other rule already says what is wrong.
 */
export const THOROUGH_RULES = {
  'lint/missing': rule(
    'warning',
    'A member required by the negotiated revision is missing.',
    'Send the member, or negotiate a revision without it.',
    SCHEMA,
  ),
  'lint/type': rule(
    'warning',
    'A value does not have the type that the negotiated revision defines.',
    'Send the defined type; omit optional members instead of sending null.',
    SCHEMA,
  ),
  'lint/enum': rule(
    'warning',
    'A string is not one of the values that the negotiated revision defines.',
    'Send one of the listed values.',
    SCHEMA,
  ),
  'lint/range': rule(
    'warning',
    'A number, or the length of an array, is out of range.',
    'Stay within the range.',
    SCHEMA,
  ),
  'lint/format': rule(
    'warning',
    'A string does not have the format that the specification requires.',
    'Send an absolute URI with a scheme, or base64 without other characters.',
    SCHEMA,
  ),
  'lint/snake-case': rule(
    'warning',
    'The name of a member is written in snake_case.',
    'Spell names as the specification does: nextCursor, not next_cursor.',
    SCHEMA,
  ),
  'lint/surrogate': rule(
    'warning',
    'A string contains half of a surrogate pair.',
    'Cut strings only between characters: half a pair cannot be encoded in UTF-8, and clients reject or replace it.',
    'RFC 8259 §8.2',
  ),
  'lint/other-revision': rule(
    'note',
    'A member or value does not belong to the negotiated revision.',
    'Expect the other side to ignore it, or negotiate a revision that defines it.',
    SCHEMA,
  ),
  'lint/unknown-method': rule(
    'note',
    'No revision of the specification defines the method.',
    'Check the spelling. A method of an extension works only if both sides support it.',
    SCHEMA,
  ),
  'lint/not-in-revision': rule(
    'warning',
    'The negotiated revision does not define the method.',
    'Use it only with one of the revisions listed.',
    SCHEMA,
  ),
  'lint/direction': rule(
    'warning',
    'A message was sent by the wrong side.',
    'Only the other side may send it.',
    SCHEMA,
  ),
  'lint/unannounced': rule(
    'warning',
    'A message needs a capability that was not declared.',
    'Declare the capability in the handshake, or do not send the message: nobody expects it.',
    'basic/lifecycle#capability-negotiation',
  ),
  'lint/kind': rule(
    'warning',
    'A notification has an id, like a request.',
    'Omit the id: notifications are not answered.',
    'JSON-RPC 2.0 §4.1',
  ),
  'lint/duplicate-key': rule(
    'warning',
    'An object has the same member twice.',
    'Write each member once: some parsers use the first, some the last, some reject the message.',
    'RFC 8259 §4',
  ),
  'lint/big-number': rule(
    'note',
    'An integer is too large for most parsers to keep exact.',
    'Send it as a string: JavaScript and others round integers beyond 9007199254740991.',
    'RFC 8259 §6',
  ),
  'lint/deep': rule(
    'note',
    'A message is nested too deeply for some JSON parsers.',
    'Use fewer levels: parsers give up beyond 64 (.NET), 128 (Rust) or about 1,000 (Python, Java).',
    'RFC 8259 §9',
  ),
  'sdk/refuses': rule(
    'warning',
    'The official TypeScript SDK would reject a message.',
    'Fix what it reports: most clients and servers are built on that SDK.',
    'not in the specification: behavior of @modelcontextprotocol/sdk 1.x',
  ),
} as const satisfies Readonly<Record<string, Rule>>;
