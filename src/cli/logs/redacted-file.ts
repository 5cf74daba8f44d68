import { isUtf8 } from 'node:buffer';
import { createStreamWatch } from '../../session/redaction/private-keys.ts';
import type { Redactor, SecretRule } from '../../session/redaction/redaction.ts';
import { createRedactor } from '../../session/redaction/redactor.ts';
import { bytes } from '../../text/measure.ts';
import { readLine } from '../../transcript/line.ts';
import { LONGEST } from '../../transcript/lines.ts';
import { redactHeader, redactLine } from '../../transcript/redact-line.ts';
import { UsageError } from '../exit.ts';
import { worthLearning } from './learnt.ts';

/** A secret that was found: where, and what told it. */
export interface FoundPlace {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters; absent where it is not found as it is written. */
  readonly column?: number;
  /** JSON pointers of the strings of the line that had secrets. */
  readonly pointers: readonly string[];
  readonly rule: SecretRule;
  readonly secret: string;
}

/** What is to be redacted: what it is called, its bytes, as often as they are asked for, and where they go. */
export interface RedactedFile {
  readonly name: string;
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** Absent where only what is left is asked for. */
  readonly write?: ((bytes: Uint8Array) => Promise<void> | void) | undefined;
  readonly onFound: (place: FoundPlace) => void;
}

/** What counts as a secret. */
export interface RedactAsked {
  readonly isOn: ((rule: SecretRule) => boolean) | undefined;
  /** What the person says is one. */
  readonly given: readonly string[];
}

/**
 * Goes through files twice: what is secret in one place is so in all others, also in those before it. Lines without a
 * secret stay as they are, to the byte.
 */
export async function redactFiles(files: readonly RedactedFile[], asked: RedactAsked): Promise<void> {
  let onFound = (_rule: SecretRule, _secret: string): void => {};
  const redactor = createRedactor([], {
    isOn: asked.isOn,
    isThorough: true,
    onFound: (rule, secret) => onFound(rule, secret),
  });
  for (const value of asked.given) redactor.learnGiven(value);
  onFound = (rule, secret) => redactor.learn(worthLearning(rule, secret));
  for (const file of files) await go(redactor, file, () => {});
  for (const file of files) {
    let found: { rule: SecretRule; secret: string }[] = [];
    onFound = (rule, secret) => found.push({ rule, secret });
    const tell = (text: string, line: number, pointers: readonly string[]): void => {
      let from = 0;
      const isEach = pointers.length === found.length;
      for (const [nth, { rule, secret }] of found.entries()) {
        const at = text.indexOf(secret, from);
        if (at >= 0) from = at + secret.length;
        const place = { line, ...(at < 0 ? {} : { column: at + 1 }) };
        file.onFound({ ...place, pointers: isEach ? pointers.slice(nth, nth + 1) : pointers, rule, secret });
      }
      found = [];
    };
    await go(redactor, file, tell, file.write);
  }
}

async function go(
  redactor: Redactor,
  { name, chunks }: RedactedFile,
  tell: (text: string, line: number, pointers: readonly string[]) => void,
  write?: RedactedFile['write'],
): Promise<void> {
  const redact = createLineRedaction(redactor);
  for await (const lines of linesOf(chunks(), name)) {
    const done: Uint8Array[] = [];
    for (const { bytes, number, end } of lines) {
      const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
      const text = bytes.toString(encoding);
      const redacted = redact(text, number);
      if (redacted !== undefined) tell(text, number, redacted.pointers);
      done.push(redacted === undefined ? bytes : Buffer.from(redacted.text, encoding));
      if (end) done.push(LF);
    }
    if (write !== undefined && done.length > 0) await write(Buffer.concat(done));
  }
}

const LF = Buffer.from('\n');

type LineRedaction = (
  text: string,
  number: number,
) => { text: string; pointers: readonly string[] } | undefined;

/** What redacts a file line by line: as a transcript where it begins as one, else as what another program wrote. */
function createLineRedaction(redactor: Redactor): LineRedaction {
  const watch = createStreamWatch(redactor);
  let isOurs = false;
  return (text, number) => {
    if (number === 1 && /"format"\s*:\s*"mcp-transcript"/.test(text)) {
      isOurs = true;
      return redactHeader(redactor, text);
    }
    if (!isOurs) {
      watch({ type: 'stderr', seq: number, t: 0, conn: 1, session: 1, text });
      const done = redactor.log(text);
      return done === undefined ? undefined : { text: done.text, pointers: [] };
    }
    if (mayBeSplit.test(text)) {
      const line = readLine(text);
      if (line.kind === 'entry') watch(line.entry);
    } else if (!mayHold(redactor, text)) return undefined;
    return redactLine(redactor, text);
  };
}

/** Lines whose text may go on in the next of their kind. */
const mayBeSplit = /^\{"type":"(?:stderr|invalid)"|notifications\/message/;

/** Whether a line may hold a secret, at a glance; of a frame as we write it what stands before the message has none. */
function mayHold(redactor: Redactor, line: string): boolean {
  if (!line.startsWith('{"type":"frame"')) return true;
  const at = line.indexOf('"msg":');
  return at < 0 || RARE.test(line.slice(0, at)) || redactor.mayFind(line.slice(at));
}

/** Members of a frame that say more than its place. */
const RARE = /"(?:pre|post|raw|redacted)":|"session":(?!\d+,"dir":)/;

/** A line without what ends it. */
interface ByteLine {
  readonly bytes: Buffer;
  readonly number: number;
  /** An LF ended it. */
  readonly end: boolean;
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<ByteLine[]> {
  let begun: Buffer[] = [];
  let length = 0;
  let number = 0;
  const take = (rest: Buffer, end: boolean): ByteLine => {
    const bytes = length === 0 ? rest : Buffer.concat([...begun, rest]);
    begun = [];
    length = 0;
    number += 1;
    return { bytes, number, end };
  };
  for await (const chunk of chunks) {
    const lines: ByteLine[] = [];
    const whole = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let from = 0;
    for (let end = whole.indexOf(10); end >= 0; end = whole.indexOf(10, from)) {
      lines.push(take(whole.subarray(from, end), true));
      from = end + 1;
    }
    if (from < whole.length) {
      begun.push(whole.subarray(from));
      length += whole.length - from;
    }
    if (length > LONGEST)
      throw new UsageError(`${name}: line ${number + 1} has more than ${bytes(LONGEST)}, the limit`);
    yield lines;
  }
  if (length > 0) yield [take(Buffer.alloc(0), false)];
}
