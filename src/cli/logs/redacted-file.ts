import { parse } from '../../json/parse.ts';
import type { Entry } from '../../session/frame.ts';
import { createStreamWatch } from '../../session/redaction/private-keys.ts';
import { rareSecrets } from '../../session/redaction/rare.ts';
import type { Redactor, RedactorOptions, SecretRule } from '../../session/redaction/redaction.ts';
import { createRedactor } from '../../session/redaction/redactor.ts';
import { readLine } from '../../transcript/line.ts';
import { redactHeader, redactLine } from '../../transcript/redact-line.ts';
import { worthLearning } from './learnt.ts';
import { decoded, type Piece, piecesOf, type TextOfFile, unmarked } from './pieces.ts';

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
  const redactor = createRedactor([], { isOn, patterns, isThorough: true, rare: rareSecrets, onFound });
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
  const redact = createPieceRedaction(redactor, tell);
  for await (const piece of piecesOf(file.chunks(), file.name)) {
    const text = redact(piece);
    await write(text === piece.text ? piece.bytes : piece.bytesOf(text));
  }
}

/** Bytes of the largest document that is read as one. */
const LARGEST = 256 * 1024 * 1024;

/** A file that is one JSON document of several lines. */
async function documentOf({ chunks }: RedactedFile): Promise<TextOfFile | undefined> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks()) {
    if (size === 0 && !beginsDocument(chunk)) return undefined;
    read.push(chunk);
    size += chunk.length;
    if (size > LARGEST) return undefined;
  }
  const whole = decoded(Buffer.concat(read));
  return parse(unmarked(whole.text)) === undefined ? undefined : whole;
}

/** Its first line is none of its own. */
function beginsDocument(chunk: Uint8Array): boolean {
  const { text } = decoded(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
  const end = text.indexOf('\n');
  const first = unmarked(text.slice(0, Math.max(end, 0)));
  return end >= 0 && /^\s*(?:[[{]|$)/.test(first) && parse(first) === undefined;
}

/** What redacts pieces as they come: as a transcript where it begins as one, else as what another program wrote. */
function createPieceRedaction(redactor: Redactor, tell: Tell): (piece: Piece) => string {
  const watch = createStreamWatch(redactor, true);
  let isOurs = false;

  const own = (text: string, number: number): string => {
    if (number > 1) {
      if (!MAY_BE_SPLIT.test(text) && !mayHold(redactor, text)) return text;
      const read = readLine(text);
      if (read.kind === 'entry') watch(read.entry);
    }
    const done = number === 1 ? redactHeader(redactor, text) : redactLine(redactor, text);
    if (done !== undefined) tell(text, number, done.pointers);
    return done?.text ?? text;
  };

  const foreign = (text: string, number: number): string => {
    const done = redactor.log(text);
    if (done !== undefined) tell(text, number, []);
    return done?.text ?? text;
  };

  /** Several lines are one text as well: a name, and its value in the next line. */
  const together = (lines: readonly string[], number: number): string => {
    if (!lines.some(redactor.mayFind)) return lines.join('\n');
    const text = lines.length === 1 ? (lines[0] ?? '') : foreign(lines.join('\n'), number);
    return text
      .split('\n')
      .map((line, at) => (redactor.mayFind(line) ? foreign(line, number + at) : line))
      .join('\n');
  };

  return ({ text, number }) => {
    const lines = text.split('\n');
    if (number === 1) isOurs = OURS.test(text.slice(0, LONGEST_HEADER));
    if (isOurs) return lines.map((line, at) => (line === '' ? line : own(line, number + at))).join('\n');
    for (const [at, line] of lines.entries()) if (line !== '') watch(pieceOf(line, number + at));
    let next = number;
    return blocksOf(lines)
      .map((block) => {
        const at = next;
        next += block.length;
        return together(block, at);
      })
      .join('\n');
  };
}

const OURS = /"format"\s*:\s*"mcp-transcript"/;
const LONGEST_HEADER = 1024 * 1024;

/** What a line of a log says, without the time, the level and the like before it: it may be a piece of something longer. */
function pieceOf(line: string, seq: number): Entry {
  if (isJson(line)) return { type: 'frame', seq, t: 0, conn: 1, session: 1, dir: 's2c', n: 0, msg: line };
  const text = line.replace(PREFIX, '').trimEnd();
  return { type: 'stderr', seq, t: 0, conn: 1, session: 1, text };
}

const isJson = (line: string): boolean => line.startsWith('{') || line.startsWith('[{');

const PREFIX = /^\[?\d{4}-\d\d-\d\d[T ][\d:.,]+Z?\]?\s*(?:\[[^\]]{0,40}\]\s*)*(?:\w{1,20}:\s+)?/;

/** The beginning of an object or a list of some. */
const HAS_JSON = /\{\s?"|\[\{/;

/** Lines of text that follow each other, up to a size; a line with JSON is alone. */
function blocksOf(lines: readonly string[]): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  let room = 0;
  for (const line of lines) {
    const isAlone = isJson(line) || HAS_JSON.test(line);
    room -= line.length;
    if (isAlone || room < 0) {
      blocks.push([]);
      room = isAlone ? 0 : MOST_TOGETHER;
    }
    blocks.at(-1)?.push(line);
  }
  return blocks;
}

/** Characters of a text of several lines. */
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
