import type { Schema } from './schema.ts';

/** How the content of a file is written into a text field. */
export type FileEncoding = 'text' | 'base64' | 'base64url' | 'base16';

/** What becomes of a file: its text, or why it can be none, which completes “the file …”. */
export type FileContent = { readonly text: string } | { readonly problem: string };

/**
 * The encoding that a field asks for: its `contentEncoding` (JSON Schema 2020-12, validation §8.3), or the format
 * `byte` of OpenAPI; else text.
 */
export function fileEncoding({ contentEncoding, formatHint }: Schema): FileEncoding {
  const asked = contentEncoding?.toLowerCase() ?? '';
  if (asked === 'base64' || asked === 'base64url' || asked === 'base16') return asked;
  return formatHint === 'byte' || formatHint === 'base64' ? 'base64' : 'text';
}

/** The bytes of a file as they are sent; text is without a byte order mark. */
export function fileContent(bytes: Uint8Array, encoding: FileEncoding): FileContent {
  switch (encoding) {
    case 'text':
      return decoded(bytes);
    case 'base64':
      return { text: base64(bytes) };
    case 'base64url':
      return {
        text: base64(bytes)
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replace(/(?<!=)=+$/, ''),
      };
    case 'base16':
      return { text: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') };
  }
}

function decoded(bytes: Uint8Array): FileContent {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: 'is not UTF-8 text, and the schema names no contentEncoding for other bytes' };
  }
}

/** Bytes that are turned into characters at a time: each is an argument of a call. */
const CHUNK = 8192;

function base64(bytes: Uint8Array): string {
  let characters = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    characters += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(characters);
}
