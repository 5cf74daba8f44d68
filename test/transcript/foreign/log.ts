import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Entry } from '../../../src/session/frame.ts';
import type { LogItem, LogOutput } from '../../../src/transcript/foreign/kind.ts';
import { kindOf } from '../../../src/transcript/foreign/kinds.ts';
import { createNumbering } from '../../../src/transcript/foreign/numbering.ts';
import { writeLine } from '../../../src/transcript/line.ts';

const itemsIn = (path: string) => itemsOf(basename(path), readFileSync(path, 'utf8'));

/** What a file of another program holds; undefined where it is of no kind that is known. */
export function itemsOf(file: string, content: string) {
  const text = content.replace(/^\ufeff/, '');
  const kind = kindOf(file, text.slice(0, 64 * 1024));
  if (kind === undefined) return undefined;
  const items: LogItem[] = [];
  const assumed = new Map<string, string>();
  const out: LogOutput = {
    add: (item) => void items.push(item),
    assume: (about, sentence) => void (assumed.has(about) || assumed.set(about, sentence)),
  };
  const reader = kind.read(out);
  const taken = kind.form === 'document' ? reader.take(text, true) : undefined;
  if (kind.form === 'lines') {
    const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
    const rest = lines.pop();
    for (const line of lines) reader.take(line, true);
    if (rest) reader.take(rest, false);
  }
  reader.end();
  return { kind, items, assumed, taken };
}

/** The same, line by line, as a table of a test says it: `notes s2c {…}`, `own Initializing server...`. */
export function linesOf(file: string, content: string): readonly string[] {
  const { kind, items, assumed } = itemsOf(file, content) ?? { items: [], assumed: new Map() };
  const shown = items.map((item) => {
    if (item.type === 'http') return item.type;
    if (item.type === 'life') return [item.conn, item.event].filter((part) => part !== undefined).join(' ');
    const what = item.type === 'message' ? item.dir : item.type === 'invalid' ? `${item.dir}!` : item.type;
    return [item.conn, what, item.text].filter((part) => part !== undefined).join(' ');
  });
  return [kind?.tool ?? 'none', ...shown, ...[...assumed.keys()].map((about) => `assumed ${about}`)];
}

/** Of several files, a transcript, of several files by time. */
export async function transcriptOf(paths: readonly string[]): Promise<string> {
  const read = paths.map(
    (path) => itemsIn(path) ?? { kind: { tool: 'unknown' }, items: [], assumed: new Map(), taken: undefined },
  );
  for (const { taken } of read) await taken;
  const items = read.flatMap((one) => one.items);
  if (read.length > 1) items.sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  const started = items.find(({ at }) => at !== undefined)?.at ?? 0;
  const tool = read[0]?.kind.tool ?? '';
  const numbering = createNumbering(started, tool);
  for (const { assumed } of read) for (const [about, sentence] of assumed) numbering.assume(about, sentence);
  const entries = [...items.flatMap((item) => numbering.take(item)), ...numbering.end()];
  const header = {
    ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id: '1' },
    ...{ started: new Date(started).toISOString(), tool: { name: tool, version: '' } },
  };
  return [JSON.stringify(header), ...entries.map(({ entry }) => writeLine(entry)), ''].join('\n');
}

/**
 * What a log holds, line by line: `>` to the server, `<` to the client, `!` no message, `-` a line of the log itself, `e` of stderr.
 */
export function shown(file: string, log: string): readonly string[] {
  return entriesOf(file, log).map(textOf);
}

/** The same, each line after its connection and session: `1.0 > {…}`. */
export function transcriptLines(file: string, log: string): readonly string[] {
  return entriesOf(file, log).map((entry) => `${entry.conn}.${entry.session} ${textOf(entry)}`);
}

/** The times of what a log holds. */
export const timesOf = (file: string, log: string): readonly (number | undefined)[] =>
  (itemsOf(file, log)?.items ?? []).map(({ at }) => at);

function entriesOf(file: string, log: string): readonly Entry[] {
  const { items, kind } = itemsOf(file, log) ?? { items: [] };
  const numbering = createNumbering(0, kind?.tool ?? '');
  return items.flatMap((item) => numbering.take(item)).map(({ entry }) => entry);
}

function textOf(entry: Entry): string {
  switch (entry.type) {
    case 'frame':
      return `${entry.dir === 'c2s' ? '>' : '<'} ${entry.msg}`;
    case 'invalid':
      return `! ${entry.text}`;
    case 'stderr':
      return `${entry.from === undefined ? 'e' : '-'} ${entry.text}`;
    default:
      return entry.type;
  }
}
