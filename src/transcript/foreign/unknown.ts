import { LOG_KINDS } from './kinds.ts';

/** What is said of a file that is neither a transcript nor a log that is known: what it is and what to do, and of a text what was looked for. */
export function unknownLog(head: Buffer): string {
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trim();
  if (text === '') return 'it is empty';
  const [, kind, next] = PACKED.find(([magic]) => head.subarray(0, magic.length).equals(magic)) ?? [];
  if (kind !== undefined) return `it is ${kind}: ${next}`;
  const wide = wideOf(head);
  if (wide !== undefined) return `it is a text in ${wide}: convert it first, iconv -f ${wide} -t UTF-8`;
  if (head.includes(0)) return 'it is not text';
  if (/"format"\s*:\s*"mcp-lock"/.test(text))
    return 'it is a lock, not a log: mcp-loupe diff and check --lock take it';
  if (/^\{[^\n]*"(?:call|expect|method)"/.test(text))
    return 'it looks like a file of steps: mcp-loupe run takes it';
  const words = text.replace(/\s+/g, ' ');
  const shown = words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words;
  const names = LOG_KINDS.map(({ name }) => name.replace(/^.* of (?:the )?|^.*\(|\)$/g, ''));
  return `it begins with "${shown}", which is neither a recording nor a log that is known (docs/logs.md): ${[...new Set(names)].join(', ')}`;
}

/** Characters of a text that are enough to know it by. */
const SHOWN = 60;

/** Files that hold a log in another form, by their first bytes. */
const PACKED: readonly (readonly [magic: Buffer, kind: string, next: string])[] = [
  [Buffer.from([0x1f, 0x8b]), 'compressed', 'gunzip it first'],
  [Buffer.from('PK\u0003\u0004'), 'a zip archive', 'unpack it first'],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'compressed', 'unpack it with zstd -d first'],
  [Buffer.from('BZh'), 'compressed', 'unpack it with bunzip2 first'],
];

/** The encoding of two bytes a character: a mark says so, or every second byte of the beginning is 0. */
function wideOf(head: Buffer): string | undefined {
  const some = head.subarray(0, 64);
  const isZeroAt = (rest: number): boolean =>
    some.length > 8 && some.every((byte, at) => (byte === 0) === (at % 2 === rest));
  if ((head[0] === 0xfe && head[1] === 0xff) || isZeroAt(0)) return 'UTF-16BE';
  return isZeroAt(1) ? 'UTF-16LE' : undefined;
}
