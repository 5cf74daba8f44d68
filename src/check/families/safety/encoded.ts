import { excerpt, type Mask } from '../../excerpt.ts';
import type { TextFault } from './text-fault.ts';

const ESCAPED = /(?:\\x[0-9a-f]{2}|%[0-9a-f]{2}|\\u00[0-9a-f]{2}|&#x?[0-9a-f]{2,3};){12,}/gi;

/** Whether the JSON text of what is listed may hold an encoded text, at a glance; never false where it does. */
export function mayBeEncoded(json: string): boolean {
  // The end of an escaped line break, `\n`, may stand before a row.
  for (const { 0: run } of longRuns(json)) if (isEncoded(run) || isEncoded(run.slice(1))) return true;
  return ESCAPES.test(json);
}

const ESCAPES = /(?:\\x|%|u00|&#)[0-9A-Fa-fx]/;
const LONG = 40;

/** Where the next row of so many characters of base64 begins. None goes over `from`, and only what may be the end of one is looked at. */
function longRun(text: string, from: number): number | undefined {
  let before = from - 1;
  for (let end = before + LONG; end < text.length; end = before + LONG) {
    let at = end;
    while (at > before && isBase64(text.charCodeAt(at))) at -= 1;
    if (at === before) return at + 1;
    before = at;
  }
  return undefined;
}

/** All such rows. A pattern alone would try every letter of every word. */
function* longRuns(text: string): Generator<Run> {
  const pattern = /[A-Za-z0-9+/_-]{40,}={0,2}/y;
  for (let at = longRun(text, 0); at !== undefined; at = longRun(text, pattern.lastIndex)) {
    pattern.lastIndex = at;
    yield { 0: pattern.exec(text)?.[0] ?? '', index: at };
  }
}

/** Where a match is. */
interface Run {
  readonly 0: string;
  readonly index: number;
}

/** A letter, a digit, or one of `+/_-`. */
const isBase64 = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 47 && code <= 57) ||
  code === 43 ||
  code === 45 ||
  code === 95;

/** Runs in one text that are looked at, characters of one that are decoded, and of what nobody can read. */
const LOOKED_AT = 20;
const LONGEST = 100_000;
const DECODED = 4_000;
const UNREADABLE = 256;
const SHOWN = 50;

/** A long encoded text in a text: one that can be read when it is decoded, or more than any hash or key has. */
export function encodedIn(whole: string, mask: Mask): TextFault | undefined {
  if (whole.length < 36) return undefined;
  const text = whole.slice(0, LONGEST);
  let left = LOOKED_AT;
  const runs: Run[] = [...longRuns(text), ...(ESCAPES.test(text) ? text.matchAll(ESCAPED) : [])];
  for (const { 0: run, index } of runs) {
    left -= 1;
    if (left < 0) return undefined;
    // An address, a picture in it, a public key.
    if (
      /(?:https?:\/\/\S*|data:[\w.+-]+\/[\w.+-]+(?:;[\w=-]+)*,|ssh-[a-z0-9]+ |ecdsa-\S+ )$/i.test(
        text.slice(Math.max(0, index - 200), index),
      )
    )
      continue;
    // A part of a JSON Web Token, which is looked for as a secret.
    if (/(?:^|\.)eyJ/.test(text.slice(Math.max(0, index - 1), index + 3)) && text[index + run.length] === '.')
      continue;
    const decoded = decode(run);
    if (decoded === undefined) continue;
    const reads = isReadable(decoded) ? excerpt(decoded, SHOWN, mask) : '';
    if (reads === '' && run.length < UNREADABLE) continue;
    const shown = reads === '' ? '' : `, which read "${reads}",`;
    return { says: `holds ${run.length} encoded characters${shown}` };
  }
  return undefined;
}

/** What a run holds; undefined where it is not encoded but a long name or a path. */
function decode(run: string): string | undefined {
  if (/^[\\%&]/.test(run)) {
    const codes = run.match(/[0-9a-f]{2,3}(?=[\\%&;]|$)/gi) ?? [];
    const base = /^&#\d/.test(run) ? 10 : 16;
    return textOf(codes.map((code) => Number.parseInt(code, base)));
  }
  if (!isEncoded(run)) return undefined;
  const head = run.slice(0, DECODED);
  if (HEX.test(head)) return textOf((head.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
  try {
    const plain = head.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
    const whole = plain.slice(0, plain.length - (plain.length % 4));
    return textOf([...atob(whole)].map((character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

const HEX = /^[0-9a-f]+$/i;

/** Words with signs between them are no base64, and base64 has letters of both kinds. */
function isEncoded(run: string): boolean {
  const head = run.slice(0, DECODED);
  if (HEX.test(head)) return true;
  return (
    /[a-z]/.test(head) && /[A-Z]/.test(head) && /[0-9+/=]/.test(run) && !/(?:[a-z]{4,}[_/-]){2}/.test(head)
  );
}

const textOf = (bytes: readonly number[]): string => new TextDecoder().decode(new Uint8Array(bytes));

/** Words with blanks between them. */
function isReadable(text: string): boolean {
  const head = text.slice(0, 200);
  return (
    head.length >= 12 &&
    /^[\x20-\x7e\s]*$/.test(head) &&
    /[A-Za-z]{2,20}[,.:;]?\s{1,4}[A-Za-z~/]{2}/.test(head)
  );
}
