import { pointerOf } from '../../json/path.ts';
import { createReader } from '../../json/reader.ts';
import type { Finding } from '../finding.ts';

/** Characters of the longest text that is looked through: this is advice, and must not cost a second. */
const LONGEST = 8_000_000;

/** Findings of one rule that are reported for one message. */
const MOST = 5;

/** A container around the place the reader is at. */
interface Around {
  /** The members of an object so far; nothing in an array. */
  readonly names?: Set<string>;
  /** The step that leads on from here. */
  step: string | number;
}

/**
 * What of a JSON text most readers lose: a member that is there twice (RFC 8259 §4), a whole number that is too big for
 * a double (§6), half of a surrogate pair (§8.2). They are kept here as they came, and by no client that parses in the
 * usual way.
 *
 * @param message what the text parses to in the usual way; most texts are what that writes, and have lost nothing
 */
export function checkExactness(text: string, message: unknown): readonly Finding[] {
  if (text.length > LONGEST) return [];
  if (!LONG_NUMBER.test(text) && !SURROGATE.test(text) && JSON.stringify(message) === text) return [];
  const findings: Finding[] = [];
  const counts = new Map<string, number>();
  const stack: Around[] = [];
  const add = (rule: string, message: (at: string) => string): void => {
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    if (count > MOST) return;
    const path = pointerOf(stack.map(({ step }) => step));
    findings.push({ rule, path, message: message(path) });
  };

  const reader = createReader(text);
  for (let event = reader.next(); event !== 'end' && event !== 'error'; event = reader.next()) {
    if (event === 'close') {
      stack.pop();
      continue;
    }
    const around = stack.at(-1);
    if (around !== undefined) enter(around, text.slice(reader.keyStart, reader.keyEnd), add);
    if (around?.names !== undefined && isHalf(text, reader.keyStart, reader.keyEnd))
      add('lint/surrogate', (at) => `the name ${at} holds half of a surrogate pair`);
    if (event === 'open') {
      stack.push(reader.kind === 'object' ? { names: new Set(), step: '' } : { step: -1 });
    } else if (reader.kind === 'string') {
      if (isHalf(text, reader.start, reader.end))
        add('lint/surrogate', (at) => `${at || 'the message'} holds half of a surrogate pair`);
    } else if (reader.kind === 'number') {
      const number = text.slice(reader.start, reader.end);
      if (isInexact(number)) add('lint/big-number', (at) => `${at || 'the message'} is ${number}; ${ROUND}`);
    }
  }
  return findings;
}

/** What may be half of a character: in UTF-8 it can only be written as an escape. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

const isHalf = (text: string, start: number, end: number): boolean => {
  const written = text.slice(start, end);
  return SURROGATE.test(written) && /\p{Surrogate}/u.test(JSON.parse(written) as string);
};

/** What may be a number too big for a double. */
const LONG_NUMBER = /\d{16}/;

const ROUND = 'clients in JavaScript and others round it';

/** Goes on to the next member or element of a container, and tells of a name that was there. */
function enter(
  around: Around,
  key: string,
  add: (rule: string, message: (at: string) => string) => void,
): void {
  if (around.names === undefined) {
    around.step = Number(around.step) + 1;
    return;
  }
  const name = JSON.parse(key) as string;
  around.step = name;
  if (around.names.has(name)) add('lint/duplicate-key', (at) => `the member ${at} is there twice`);
  around.names.add(name);
}

/** Only whole numbers written as such: `1e3` and `1.0` are exact, or not expected to be. */
const isInexact = (number: string): boolean =>
  number.length > 15 && /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number));
