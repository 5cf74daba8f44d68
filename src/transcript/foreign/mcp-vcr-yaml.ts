import { elementTexts } from '../../json/parts.ts';
import { membersOf, numberIn, stringIn, valueItems } from './document.ts';
import type { ForeignKind, LogOutput } from './kind.ts';
import { MASK, MASKED, NO_START } from './mcp-vcr-ndjson.ts';
import { timed, timeOf } from './time.ts';

/**
 * A transcript of mcp-vcr, ms since `recorded_at` in `t`. PyYAML sorts the members, so that `meta` comes last; files that were written
 * by hand have it first.
 *
 *     messages:
 *     - dir: c2s
 *       payload:
 *         id: 1
 *         jsonrpc: '2.0'
 *         method: initialize
 *       t: 0
 *     meta:
 *       recorded_at: '2026-05-18T10:10:00.000Z'
 *       server_command:
 *       - python
 */
export const mcpVcrYaml: ForeignKind = {
  tool: 'mcp-vcr',
  name: 'a transcript of mcp-vcr',
  form: 'document',
  recognizes: ({ text }) =>
    (/^messages:/m.test(text) && /\bpayload:/.test(text) && /\bdir: *["']?(?:c2s|s2c)/.test(text)) ||
    (/^meta:/m.test(text) && /\brecorded_at:/.test(text) && /\bserver_command:/.test(text)),
  read: (out) => ({
    async take(text) {
      const { jsonOfYaml } = await import('./yaml-json.ts');
      readTranscript(text, jsonOfYaml, out);
    },
    end() {},
  }),
};

/** An entry of `messages`: as it stands in the file, and as JSON where it is valid. */
interface VcrEntry {
  readonly yaml: string;
  readonly json?: string | undefined;
}

type JsonOf = (yaml: string) => string | undefined;

function readTranscript(text: string, jsonOf: JsonOf, out: LogOutput): void {
  const { entries, began, isOver } = partsOf(text, jsonOf);
  const base = timeOf(began);
  out.assume('text', ANEW);
  if (base === undefined) out.assume('time', NO_START);
  for (const [index, { yaml, json = '' }] of entries.entries()) {
    const members = membersOf(json);
    const payload = members.get('payload');
    const t = numberIn(members, 't');
    // Of one that is torn, the first that it says.
    const way = stringIn(members, 'dir') ?? /\bdir: *["']?(\w+)/.exec(yaml)?.[1];
    const dir = way === 'c2s' ? 'c2s' : 's2c';
    if (MASK.test(json)) out.assume('masked', MASKED);
    // The time is written last: without it the entry is not whole.
    const isTorn = !isOver && index === entries.length - 1 && t === undefined;
    if (payload === undefined || isTorn)
      out.add({ type: 'invalid', dir, text: yaml.trimEnd(), why: isTorn ? TORN : NO_ENTRY });
    else
      for (const item of valueItems({ ...timed(t === undefined ? t : (base ?? 0) + t), dir }, payload))
        out.add(item);
  }
}

/** What a transcript consists of. */
interface VcrParts {
  readonly entries: readonly VcrEntry[];
  /** When the recording began. */
  readonly began: string | undefined;
  /** Something follows on the entries. */
  readonly isOver: boolean;
}

/**
 * Entries are read one by one, for as a whole YAML takes a hundred times its size. In a list each line that is indented as its first
 * dash begins an element. Only what was written by hand may be otherwise, or refer from one entry to another.
 */
function partsOf(text: string, jsonOf: JsonOf): VcrParts {
  const head = /^messages:[ \t]*(?:#[^\n]*)?\r?$/m.exec(text);
  if (head === null || (text.length < SMALL && /[:-] &[\w-]+\s/.test(text))) return wholeOf(text, jsonOf);
  const start = head.index + head[0].length;
  const list = text.slice(start);
  // The next name at the left edge ends the list.
  const end = list.search(/^[^\s#-]/m);
  const inside = end < 0 ? list : list.slice(0, end);
  const around = `${text.slice(0, start)}${end < 0 ? '' : list.slice(end)}`;
  const [, indent = ''] = /^([ ]*)-(?:\s|$)/m.exec(inside) ?? [];
  const entries = inside
    .split(new RegExp(`^(?=${indent}-(?:\\s|$))`, 'm'))
    .filter((yaml) => /^ *-/.test(yaml));
  return {
    entries: entries.map((yaml) => ({ yaml, json: elementTexts(jsonOf(yaml) ?? '')?.[0] })),
    began: /\brecorded_at: *["']?([^"',}\r\n]+)/.exec(around)?.[1]?.trim(),
    isOver: end >= 0,
  };
}

function wholeOf(text: string, jsonOf: JsonOf): VcrParts {
  const members = membersOf(jsonOf(text) ?? '');
  const texts = elementTexts(members.get('messages') ?? '') ?? [];
  return {
    entries: texts.map((json) => ({ json, yaml: json })),
    began: stringIn(membersOf(members.get('meta') ?? ''), 'recorded_at'),
    isOver: true,
  };
}

/** Characters of a transcript that may be read as a whole. */
const SMALL = 4 * 1024 * 1024;
const ANEW =
  'the log is YAML, which mcp-vcr made of the messages: their text and the order of their members are not those of the wire';
const TORN = 'the transcript ends within this entry';
const NO_ENTRY = 'this is not an entry of mcp-vcr';
