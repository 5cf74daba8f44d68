import { base64Bytes, base64Problem } from '../text/base64.ts';
import { counted, thousands } from '../text/measure.ts';

/** Two texts as they are shown where a person could not see from both what differs. */
interface ShownTexts {
  readonly wanted: string;
  readonly got: string;
}

/** Characters of a text that are shown as a whole, beside what differs, and of what differs. */
const WHOLE = 60;
const AROUND = 16;
const MIDDLE = 40;

/**
 * Two texts that look alike, what differs written as escapes; of long texts without words what differs, with its place
 * and how long they are. Undefined where both are best shown as they are.
 */
export function textSides(was: string, is: string): ShownTexts | undefined {
  const areAlike = lookOf(was) === lookOf(is);
  const areLong = Math.max(was.length, is.length) > WHOLE && !/\S\s+\S/.test(was + is);
  if (!areAlike && !areLong) return undefined;
  const from = commonStart(was, is);
  const end = commonEnd(was, is, from);
  const place = areLong ? `, other from character ${thousands(from + 1)} on` : '';
  const shown = (text: string): string =>
    `${pieceOf(text, from, text.length - end, areAlike)}${areLong ? ` (${lengthOf(text)}${place})` : ''}`;
  return { wanted: shown(was), got: shown(is) };
}

function pieceOf(text: string, from: number, to: number, isEscaped: boolean): string {
  const start = from <= AROUND ? 0 : from - AROUND;
  const middle = text.slice(from, Math.min(to, from + MIDDLE));
  const isCut = middle.length < to - from;
  const after = isCut ? '' : text.slice(to, to + AROUND);
  const quoted = (piece: string): string => JSON.stringify(piece).slice(1, -1);
  const head = `${start === 0 ? '' : '…'}${quoted(text.slice(start, from))}`;
  const tail = `${quoted(after)}${isCut || to + AROUND < text.length ? '…' : ''}`;
  return `"${head}${isEscaped ? escaped(middle) : quoted(middle)}${tail}"`;
}

/** Each character but letters, digits and signs of ASCII as its code. */
const escaped = (text: string): string =>
  text.replace(/[^!#-[\]-~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

function lengthOf(text: string): string {
  return text.length > WHOLE && base64Problem(text) === undefined
    ? `${counted(base64Bytes(text), 'byte')} of Base64`
    : counted(text.length, 'character');
}

/** Letters and signs that look like one of ASCII, and what they look like. */
const ALIKE = 'аеорсухіјѕԁһАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧο–—‐‑−‘’“”';
const ASCII = 'aeopcyxijsdhABEKMHOPCTXIJSABEZHIKMNOPTYXo-----\'\'""';

/** What a text looks like, one space for all white space. */
const lookOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\x00-\x7f]/gu, (one) => ASCII[ALIKE.indexOf(one)] ?? one)
    .replace(/\s+/g, ' ')
    .trim();

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < Math.min(one.length, other.length) && one[at] === other[at]) at += 1;
  return at > 0 && /[\ud800-\udbff]/.test(one[at - 1] ?? '') ? at - 1 : at;
}

function commonEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let end = 0;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return end > 0 && /[\udc00-\udfff]/.test(one.at(-end) ?? '') ? end - 1 : end;
}
