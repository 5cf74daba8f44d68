import { typeName } from '../../json/shape.ts';
import { visible } from '../../text/visible.ts';
import type { Finding } from '../frame.ts';

/** What is wrong with binary data in a message (RFC 4648 §4), which is base64 text with its padding. */
export function inspectBase64(data: unknown, path: string): readonly Finding[] {
  const why = typeof data === 'string' ? misfit(data) : `is ${nameOf(data)}; it must be base64 text`;
  return why === undefined ? [] : [{ rule: 'result/base64', path, message: `the data ${why}` }];
}

const nameOf = (data: unknown): string => (data === undefined ? 'missing' : typeName(data));

function misfit(data: string): string | undefined {
  if (/^data:[^,]{0,200},/i.test(data)) return 'is a data: URL; send the base64 after its comma alone';
  const bare = /\s/.test(data) ? data.replace(/\s+/g, '') : data;
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
