import { visible } from './visible.ts';

/** What keeps a text from being base64 (RFC 4648 §4, with its padding; line breaks are let through), after its subject. */
export function base64Problem(data: string): string | undefined {
  if (/^data:[^,]{0,200},/i.test(data)) return 'is a data: URL; send only the base64 after its comma';
  const bare = unbroken(data);
  const body = bare.replace(/={1,2}$/, '');
  const odd = /[^A-Za-z0-9+/]/.exec(body);
  if (odd !== null) {
    const character = String.fromCodePoint(body.codePointAt(odd.index) ?? 0);
    const kind = /^[A-Za-z0-9_-]*$/.test(body) ? ', as in base64url; base64 has + and / there' : '';
    return `is not base64: character ${odd.index + 1} is ${visible(JSON.stringify(character))}${kind}`;
  }
  if (body.length % 4 === 1) return `is not base64: it breaks off after ${body.length} characters`;
  return bare.length % 4 === 0
    ? undefined
    : `is not base64: its padding (=) is missing or wrong, ${bare.length} characters in all`;
}

/** How many bytes a base64 text encodes. */
export function base64Bytes(data: string): number {
  return Math.floor((unbroken(data).replace(/={1,2}$/, '').length * 3) / 4);
}

/** A copy of megabytes is made only where there is something to leave out. */
const unbroken = (data: string): string => (/\s/.test(data) ? data.replace(/\s+/g, '') : data);
