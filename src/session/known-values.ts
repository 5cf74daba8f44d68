import { shortestSecret } from './secrets.ts';

/**
 * A value as it may be met: as it is, its single lines (stderr comes by the line), escaped as in JSON inside a
 * string, once more in that, and in ASCII; percent-encoded as in URLs and in forms; as the bytes of UTF-8; in hex; in
 * base64, wherever it begins in what is encoded.
 */
export function variantsOf(value: string): Set<string> {
  const found = new Set<string>();
  for (const part of [value, ...value.split(/[\r\n]+/)]) {
    const trimmed = part.trim();
    if (trimmed.length < shortestSecret) continue;
    const whole = trimmed.replace(/\p{Surrogate}/gu, '\ufffd');
    const bytes = new TextEncoder().encode(whole.slice(0, 10_000));
    const escaped = JSON.stringify(trimmed).slice(1, -1);
    found.add(trimmed).add(escaped).add(JSON.stringify(escaped).slice(1, -1)).add(inAscii(escaped));
    found.add(escaped.replaceAll('/', '\\/'));
    found.add(encodeURIComponent(whole)).add(new URLSearchParams([['', whole]]).toString().slice(1));
    found.add(String.fromCharCode(...bytes));
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    found.add(hex).add(hex.toUpperCase());
    for (const text of base64Of(bytes)) found.add(text).add(text.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return found;
}

const inAscii = (text: string): string =>
  text.replace(/[^\x00-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Characters of base64 that the bytes before them have a part in, by how many there are modulo three. */
const MIXED = [0, 2, 3] as const;

/** What is the same in base64 whatever stands before and behind, for each of the three places it may begin at. */
function base64Of(bytes: Uint8Array): string[] {
  return MIXED.map((skipped, before) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return text.slice(skipped, whole);
  }).filter((text) => text.length >= shortestSecret);
}
