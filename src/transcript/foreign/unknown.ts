import { LOG_KINDS } from './kinds.ts';

/** What is said of a file that is neither a transcript nor a log that is known: what it looks like, and what was looked for. */
export function unknownLog(head: Buffer): string {
  const names = new Set(LOG_KINDS.map(({ name }) => name));
  return `it does not begin with the header of an mcp-transcript (docs/transcript.md), nor is it a log that is known: ${looksLike(head)}. Known are ${[...names].join(', ')}`;
}

function looksLike(head: Buffer): string {
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  if (text.trim() === '') return 'it is empty';
  const [, kind, next] = PACKED.find(([magic]) => head.subarray(0, magic.length).equals(magic)) ?? [];
  if (kind !== undefined) return `it is ${kind}: ${next}`;
  if (head.includes(0)) return 'it is not text';
  if (/"format"\s*:\s*"mcp-lock"/.test(text))
    return 'it is a lock, not a log: mcp-loupe diff and check --lock take it';
  if (/^\s*\{[^\n]*"(?:call|expect|method)"/.test(text))
    return 'it looks like a file of steps: mcp-loupe run takes it';
  const [line = ''] = text.trimStart().split(/\r?\n/);
  const shown = line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
  return `it begins with "${shown}"`;
}

/** Characters of a line that are enough to know it by. */
const SHOWN = 60;

/** Files that hold a log in another form, by their first bytes. */
const PACKED: readonly (readonly [magic: Buffer, kind: string, next: string])[] = [
  [Buffer.from([0x1f, 0x8b]), 'compressed', 'gunzip it first'],
  [Buffer.from('PK\u0003\u0004'), 'a zip archive', 'unpack it first'],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'compressed', 'unpack it with zstd -d first'],
  [Buffer.from('BZh'), 'compressed', 'unpack it with bunzip2 first'],
];
