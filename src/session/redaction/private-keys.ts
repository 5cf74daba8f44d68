import { parse } from '../../json/parse.ts';
import { stringEnd } from '../../json/scan.ts';
import type { Entry } from '../frame.ts';

/** The first and the last line of a private key in armour (RFC 7468; RFC 9580, 6.2; SSH2 has four hyphens). */
const BEGIN =
  /----[- ]BEGIN (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)[- ]----|^Private-Lines: \d/;
const END =
  /----[- ]END (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)[- ]----|^Private-MAC: /;

/** How much a private key has at the most; one of 16,384 bits has 200 lines. */
const MOST_LINES = 400;
const MOST = 40_000;

/** A line of it after the first: a header, base64, or the checksum of OpenPGP. */
const BODY =
  /(?:\s|\\+[rn]){0,999}(?:[A-Z][A-Za-z-]{2,20}: [^\n\\]{0,200}|[A-Za-z0-9+/]{16,}={0,2}|=?[A-Za-z0-9+/]{1,15}={0,2})(?=\s|\\|["'`,]|$)/y;

/** Where private keys stand in a text: to their end or, where it is missing, to the last line that may be of one. */
export function keysIn(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  const begins = new RegExp(BEGIN, 'g');
  const ends = new RegExp(END, 'g');
  let nextEnd: RegExpExecArray | null | undefined;
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    const from = begins.lastIndex;
    // The search for the end goes on where it was: a text of nothing but beginnings is read once.
    if (nextEnd === undefined || (nextEnd !== null && nextEnd.index < from)) {
      ends.lastIndex = from;
      nextEnd = ends.exec(text);
    }
    const isWhole = nextEnd !== null && nextEnd.index - from <= MOST;
    const end = nextEnd !== null && isWhole ? nextEnd.index + nextEnd[0].length : endOfBody(text, from);
    found.push({ start: begin.index, end });
    begins.lastIndex = end;
  }
  return found;
}

function endOfBody(text: string, from: number): number {
  let end = from;
  for (let line = 0; line < MOST_LINES; line++) {
    BODY.lastIndex = end;
    const body = BODY.exec(text)?.[0];
    if (body === undefined || isWord(body.trim())) break;
    end += body.length;
  }
  return end;
}

/** A word that stands alone, as a log may have it behind a key that was broken off. */
const isWord = (text: string): boolean => /^[A-Z]?[a-z]{0,15}$/.test(text);

/** What the first line of a key has. */
const MAY_BEGIN = [' KEY', ' key V1', 'Private-Lines'];

/** Tells the lines of a private key that comes by the line: these have no shape of their own. */
interface KeyWatch {
  /** Takes the next text of a stream; gives the stretches in it that belong to a key that began in one before. */
  next(text: string): readonly string[];
  /** A key has begun and has not ended. */
  isOpen(): boolean;
}

/**
 * A key ends with its last line, with a line that cannot be of it, and after {@link MOST_LINES}: a beginning alone hides
 * nothing for long.
 */
function createKeyWatch(): KeyWatch {
  let left = 0;
  const line = (text: string): string | undefined => {
    if (left > 0) {
      left -= 1;
      if (END.test(text)) left = 0;
      else {
        const body = bodyIn(text);
        if (body === undefined) left = 0;
        return body;
      }
    } else if (text.includes('-BEGIN ') || text.includes(' BEGIN ') || text.startsWith('Private-')) {
      const begin = BEGIN.exec(text);
      if (begin !== null && !END.test(text.slice(begin.index))) left = MOST_LINES;
    }
    return undefined;
  };
  return {
    isOpen: () => left > 0,
    next(text) {
      if (left === 0 && !MAY_BEGIN.some((part) => text.includes(part))) return [];
      return text.split(/\r\n|\n|\r/).flatMap((one) => line(one) || []);
    },
  };
}

/** What of a line is of a key: nothing of a header or a blank one; `undefined` when it cannot be of one. */
function bodyIn(line: string): string | undefined {
  const text = line.trim();
  if (text === '' || /^[A-Z][A-Za-z-]{2,20}: .{0,200}$/.test(text)) return '';
  // A logger writes something before each line.
  const [, body] = /(?:^|[\s:|\]>])(=?[A-Za-z0-9+/]+={0,2})["']?$/.exec(text.slice(-2000)) ?? [];
  if (body === undefined || isWord(body)) return undefined;
  return body === text || body.length >= 16 || body.endsWith('=') ? body : undefined;
}

/** A text that comes in pieces, each an entry of its own. */
interface Stream {
  readonly key: KeyWatch;
  /** The pieces before, as far back as they count. */
  pieces: string[];
}

/** What learns which values are secret from now on. */
interface Learner {
  /** Adds words that are secret where they stand as such: lines of a key that came by the line. */
  learnWords(words: Iterable<string>): void;
  /** Adds the parts of a secret that begins in one piece of a text and goes on in the next, or may do so. */
  learnSplit(before: readonly string[], piece: string): void;
}

/** How much of a piece counts for what began in it and goes on in the next. */
const TAIL = 512;

/**
 * Makes known to the redactor what is secret only because of what came before it: the lines of a private key, and the
 * parts of a value that a pause or a line break has split. It is to be told of every entry before that is shown or
 * written.
 *
 * @param isThorough the texts of all messages are looked at, not of those of a log alone
 */
export function createStreamWatch(redactor: Learner, isThorough = false): (entry: Entry) => void {
  const streams = { stderr: newStream(), stdout: newStream(), log: newStream() };
  const texts = { c2s: newStream(), s2c: newStream() };

  const take = (stream: Stream, text: string): void => {
    const lines = stream.key.next(text);
    if (lines.length > 0) redactor.learnWords(lines);
    redactor.learnSplit(stream.pieces, text);
    const { pieces } = stream;
    if (text.length >= TAIL) pieces.length = 0;
    pieces.push(text.slice(-TAIL));
    while (pieces.length > 1 && pieces.reduce((sum, { length }) => sum + length, 0) > TAIL) pieces.shift();
  };

  return (entry) => {
    if (entry.type === 'stderr') take(streams.stderr, entry.text);
    else if (entry.type === 'invalid' && entry.text !== undefined) take(streams.stdout, entry.text);
    else if (entry.type === 'frame' && isThorough)
      for (const text of textsIn(entry.msg)) take(texts[entry.dir], text);
    else if (entry.type === 'frame' && entry.dir === 's2c') {
      const { key } = streams.log;
      if (!key.isOpen() && !entry.msg.includes('PRIVATE KEY')) return;
      const text = logged(entry.msg);
      if (text !== undefined) redactor.learnWords(key.next(text));
    }
  };
}

const newStream = (): Stream => ({ key: createKeyWatch(), pieces: [] });

/** What a log message says (server/utilities/logging): its data where that is a text, or the text in it. */
function logged(json: string): string | undefined {
  const { method, params } = JSON.parse(json) as { method?: unknown; params?: { data?: unknown } };
  if (method !== 'notifications/message') return undefined;
  const data = params?.data;
  if (typeof data !== 'object' || data === null) return typeof data === 'string' ? data : undefined;
  const { message, msg, text, line } = data as Readonly<Record<string, unknown>>;
  return [message, msg, text, line, ...Object.values(data)].find((value) => typeof value === 'string');
}

/** The members that hold what a message says, a piece at a time. */
const SAID = /"(?:text|data|message|delta|chunk|content|output|line)"\s*:\s*"/g;

/** What a message says: the strings of such members, in their order. */
function textsIn(json: string): readonly string[] {
  const texts: string[] = [];
  for (const { 0: found, index } of json.matchAll(SAID)) {
    const start = index + found.length - 1;
    const end = stringEnd(json, start);
    const text = end > 0 ? parse(json.slice(start, end)) : undefined;
    if (typeof text === 'string') texts.push(text);
  }
  return texts;
}
