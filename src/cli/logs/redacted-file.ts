import { isUtf8 } from 'node:buffer';
import { parse } from '../../json/parse.ts';
import type { Entry } from '../../session/frame.ts';
import { createStreamWatch } from '../../session/redaction/private-keys.ts';
import type { Redactor, RedactorOptions, SecretRule } from '../../session/redaction/redaction.ts';
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
  readonly patterns?: RedactorOptions['patterns'];
  readonly isOn: ((rule: SecretRule) => boolean) | undefined;
  /** What the person says is one. */
  readonly given: readonly string[];
}

/**
 * Goes through files twice: what is secret in one place is so in all others, also in those before it. Lines without a
 * secret stay as they are, to the byte. Tells whether all of them were looked for everywhere.
 */
export async function redactFiles(
  files: readonly RedactedFile[],
  asked: RedactAsked,
): Promise<{ readonly isAll: boolean }> {
  const { isOn, patterns, given } = asked;
  let found: { readonly rule: SecretRule; readonly secret: string }[] = [];
  const onFound = (rule: SecretRule, secret: string): void => void found.push({ rule, secret });
  const redactor = createRedactor([], { isOn, patterns, isThorough: true, onFound });
  for (const value of given) redactor.learnGiven(value);
  const learnt = new Set<string>();
  const learn = (): void => {
    for (const { rule, secret } of found)
      for (const value of worthLearning(rule, secret)) {
        if (learnt.has(value) || learnt.size > MOST_LEARNT) continue;
        learnt.add(value);
        if (learnt.size <= MOST_LEARNT) redactor.learn([value]);
      }
    found = [];
  };
  for (const file of files) await go(redactor, file, learn);
  for (const file of files) {
    const tell: Tell = (text, line, pointers) => {
      let from = 0;
      const isEach = pointers.length === found.length;
      for (const [nth, { rule, secret }] of found.entries()) {
        const at = text.indexOf(secret, from);
        if (at >= 0) from = at + secret.length;
        const place = at < 0 ? { line } : placeIn(text, at, line);
        file.onFound({ ...place, pointers: isEach ? pointers.slice(nth, nth + 1) : pointers, rule, secret });
      }
      found = [];
    };
    await go(redactor, file, tell, file.write);
  }
  return { isAll: learnt.size <= MOST_LEARNT };
}

/** Different secrets that are looked for elsewhere; each is looked for in twenty writings. */
const MOST_LEARNT = 500;

/** Told of a text that something was found in: where it begins, and the pointers of what was found. */
type Tell = (text: string, line: number, pointers: readonly string[]) => void;

/** Line and column of a place in a text that begins with this line. */
function placeIn(
  text: string,
  at: number,
  first: number,
): { readonly line: number; readonly column: number } {
  let line = first;
  let from = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', from)) {
    line += 1;
    from = end + 1;
  }
  return { line, column: at - from + 1 };
}

async function go(
  redactor: Redactor,
  file: RedactedFile,
  tell: Tell,
  write: RedactedFile['write'] = () => {},
): Promise<void> {
  const whole = await documentOf(file);
  if (whole !== undefined) {
    const done = redactor.log(whole.text);
    if (done !== undefined) tell(whole.text, 1, []);
    return write(done === undefined ? whole.bytes : whole.bytesOf(done.text));
  }
  const redact = createLineRedaction(redactor, tell);
  for await (const lines of linesOf(file.chunks(), file.name)) {
    const done = redact(lines).flatMap(({ bytes, end }) => (end ? [bytes, LF] : [bytes]));
    if (done.length > 0) await write(Buffer.concat(done));
  }
}

const LF = Buffer.from('\n');
const MARK = /^(?:\ufeff|\xef\xbb\xbf)/;

/** The text of bytes, and the bytes of such a text: what is no UTF-8 is one character a byte. */
function decoded(bytes: Buffer): { readonly text: string; readonly bytesOf: (text: string) => Buffer } {
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  return { text: bytes.toString(encoding), bytesOf: (text) => Buffer.from(text, encoding) };
}

/** Bytes of the largest document that is read as one. */
const LARGEST = 256 * 1024 * 1024;

/** A file that is one JSON document of several lines. */
async function documentOf({ chunks }: RedactedFile) {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks()) {
    if (size === 0 && !beginsDocument(chunk)) return undefined;
    read.push(chunk);
    size += chunk.length;
    if (size > LARGEST) return undefined;
  }
  const bytes = Buffer.concat(read);
  const { text, bytesOf } = decoded(bytes);
  return parse(text.replace(MARK, '')) === undefined ? undefined : { bytes, text, bytesOf };
}

/** Its first line is none of its own. */
function beginsDocument(chunk: Uint8Array): boolean {
  const end = chunk.indexOf(10);
  const first = Buffer.from(chunk.buffer, chunk.byteOffset, Math.max(end, 0)).toString().replace(MARK, '');
  return end >= 0 && /^\s*(?:[[{]|$)/.test(first) && parse(first) === undefined;
}

/** What redacts lines as they come: as a transcript where it begins as one, else as what another program wrote. */
function createLineRedaction(
  redactor: Redactor,
  tell: Tell,
): (lines: readonly ByteLine[]) => readonly ByteLine[] {
  const watch = createStreamWatch(redactor, true);
  let isOurs = false;

  const own = (line: ByteLine): ByteLine => {
    const { text, bytesOf } = decoded(line.bytes);
    if (line.number > 1) {
      if (!MAY_BE_SPLIT.test(text) && !mayHold(redactor, text)) return line;
      const read = readLine(text);
      if (read.kind === 'entry') watch(read.entry);
    }
    const done = line.number === 1 ? redactHeader(redactor, text) : redactLine(redactor, text);
    if (done === undefined) return line;
    tell(text, line.number, done.pointers);
    return { ...line, bytes: bytesOf(done.text) };
  };

  const foreign = (line: ByteLine): ByteLine => {
    const { text, bytesOf } = decoded(line.bytes);
    const done = redactor.log(text);
    if (done === undefined) return line;
    tell(text, line.number, []);
    return { ...line, bytes: bytesOf(done.text) };
  };

  /** Several lines are one text as well: a name, and its value in the next line. */
  const together = (lines: readonly ByteLine[]): readonly ByteLine[] => {
    const [first] = lines;
    const last = lines.at(-1);
    if (first === undefined || last === undefined || lines.length === 1) return lines;
    const bytes = Buffer.concat(lines.flatMap((line, at) => (at === 0 ? [line.bytes] : [LF, line.bytes])));
    const done = foreign({ ...first, bytes });
    return done.bytes === bytes ? lines : [{ ...last, bytes: done.bytes }];
  };

  return (lines) => {
    if (lines[0]?.number === 1) isOurs = OURS.test(lines[0].bytes.toString('utf8', 0, LONGEST_HEADER));
    if (isOurs) return lines.map(own);
    for (const { bytes, number } of lines) watch(pieceOf(decoded(bytes).text, number));
    return blocksOf(lines.map(foreign)).flatMap(together);
  };
}

const OURS = /"format"\s*:\s*"mcp-transcript"/;
const LONGEST_HEADER = 1024 * 1024;

/** What a line of a log says, without the time, the level and the like before it: it may be a piece of something longer. */
function pieceOf(line: string, seq: number): Entry {
  const about = { seq, t: 0, conn: 1, session: 1 };
  if (/^\s*[[{]/.test(line)) return { ...about, type: 'frame', dir: 's2c', n: 0, msg: line };
  return { ...about, type: 'stderr', text: line.replace(PREFIX, '').trimEnd() };
}

const PREFIX = /^\[?\d{4}-\d\d-\d\d[T ][\d:.,]+Z?\]?\s*(?:\[[^\]]{0,40}\]\s*)*(?:\w{1,20}:\s+)?/;

/** Lines of text that follow each other, up to a size; a line of JSON is alone. */
function blocksOf(lines: readonly ByteLine[]): readonly (readonly ByteLine[])[] {
  const blocks: ByteLine[][] = [];
  let room = 0;
  for (const line of lines) {
    const isJson = line.bytes[0] === 0x7b || line.bytes[0] === 0x5b;
    room -= line.bytes.length;
    if (isJson || room < 0) {
      blocks.push([]);
      room = isJson ? 0 : MOST_TOGETHER;
    }
    blocks.at(-1)?.push(line);
  }
  return blocks;
}

/** Bytes of a text of several lines. */
const MOST_TOGETHER = 64 * 1024;

/** Lines whose text may go on in the next of their kind. */
const MAY_BE_SPLIT = /^\{"type":"(?:stderr|invalid)"|notifications\/message/;

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
