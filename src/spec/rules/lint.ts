import { type Rule, rule } from '../rule.ts';

const SCHEMA = 'schema of the revision';

/**
 * What the specification's own definitions find, revision by revision, and what the official SDK would do; part of
 * the table of `rules.ts`. They are told where no other rule already says what is wrong.
 */
export const LINT_RULES = {
  'lint/missing': rule(
    'warning',
    'A member is missing that the negotiated revision requires.',
    'Send the member, or settle on a revision that does not know it.',
    SCHEMA,
  ),
  'lint/type': rule(
    'warning',
    'A value has another type than the negotiated revision says.',
    'Send the type that the revision names; leave an optional member out rather than null.',
    SCHEMA,
  ),
  'lint/enum': rule(
    'warning',
    'A text is none of those that the negotiated revision knows.',
    'Send one of the texts named.',
    SCHEMA,
  ),
  'lint/range': rule(
    'warning',
    'A number, or the length of a list, is out of its range.',
    'Keep to the range named.',
    SCHEMA,
  ),
  'lint/format': rule(
    'warning',
    'A text has not the format that the specification asks for.',
    'Send an absolute URI with its scheme, or base64 without other characters.',
    SCHEMA,
  ),
  'lint/snake-case': rule(
    'warning',
    'A member is written in snake_case.',
    'Write the names of members as the specification does: nextCursor, not next_cursor.',
    SCHEMA,
  ),
  'lint/surrogate': rule(
    'warning',
    'A string contains half of a surrogate pair.',
    'Cut strings between whole characters: half of one cannot be written in UTF-8, and clients refuse or replace it.',
    'RFC 8259 §8.2',
  ),
  'lint/other-revision': rule(
    'note',
    'A member or a text belongs to another revision than the negotiated one.',
    'Expect the other side to ignore it, or settle on a revision that has it.',
    SCHEMA,
  ),
  'lint/unknown-method': rule(
    'note',
    'No revision of the specification defines the method.',
    'Check its spelling; a method of an extension works where both sides know it.',
    SCHEMA,
  ),
  'lint/not-in-revision': rule(
    'warning',
    'The negotiated revision does not have the method.',
    'Use it only where one of the revisions named was negotiated.',
    SCHEMA,
  ),
  'lint/direction': rule(
    'warning',
    'A message came from the side that may not send it.',
    'Let the other side send it.',
    SCHEMA,
  ),
  'lint/unannounced': rule(
    'warning',
    'A message came whose capability was not announced.',
    'Announce the capability in the handshake, or do not send the message: others do not expect it.',
    'basic/lifecycle#capability-negotiation',
  ),
  'lint/kind': rule(
    'warning',
    'A notification has an id, as if it were a request.',
    'Leave the id out: notifications are not answered.',
    'JSON-RPC 2.0 §4.1',
  ),
  'lint/duplicate-key': rule(
    'warning',
    'An object has the same member twice.',
    'Write each member once: some readers take the first of them, some the last, some refuse the message.',
    'RFC 8259 §4',
  ),
  'lint/big-number': rule(
    'note',
    'A whole number is too big to be exact in most readers.',
    'Send it as text: JavaScript and others round whole numbers beyond 9007199254740991.',
    'RFC 8259 §6',
  ),
  'lint/deep': rule(
    'note',
    'A message is nested deeper than every JSON parser reads.',
    'Keep it flatter: parsers give up beyond 64 levels (.NET), 128 (Rust) or about 1,000 (Python, Java).',
    'RFC 8259 §9',
  ),
  'sdk/refuses': rule(
    'warning',
    'The official TypeScript SDK would refuse a message.',
    'Mend what it names: most clients and servers are built on that SDK.',
    'none: this is what @modelcontextprotocol/sdk 1.x does',
  ),
} as const satisfies Readonly<Record<string, Rule>>;
