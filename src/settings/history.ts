import * as z from 'zod';
import { append, replace } from '../disk/write.ts';
import { reason } from '../text/reason.ts';
import { find, setAside } from './file.ts';

/** A call as it is remembered: a line of `history.jsonl` (docs/settings.md). */
export interface PastCall {
  /** When it was sent, ISO 8601. */
  readonly at: string;
  /** What the server calls itself, else its command line, without secrets. */
  readonly server: string;
  readonly list: 'tools' | 'prompts' | 'resourceTemplates';
  /** The name of the tool or prompt, or the template. */
  readonly name: string;
  /** JSON text, exactly as sent but for what was left out. */
  readonly arguments: string;
  /** JSON pointers of the secrets that were left out. */
  readonly left: readonly string[];
}

const schema = z.object({
  at: z.string(),
  server: z.string(),
  list: z.enum(['tools', 'prompts', 'resourceTemplates']),
  name: z.string(),
  arguments: z.string(),
  left: z.array(z.string()),
}) satisfies z.ZodType<PastCall>;

/** A file with more foreign lines than this is something else: the rest of it is not read. */
const MOST_WRONG = 100;
/** Calls kept of each tool, prompt and template. */
const MOST = 20;
/** Bytes: longer arguments are not remembered, a larger file is rewritten, and then takes half as much at most. */
const LIMITS = { arguments: 100_000, file: 1_000_000 };

/** The calls that were remembered, and the file they are in. */
export interface History {
  /** The newest first; the same arguments are there once. */
  readonly calls: readonly PastCall[];
  /** What the person should know of the file, in sentences. */
  readonly remarks: readonly string[];
}

/**
 * Reads `history.jsonl`. A file with foreign lines is set aside, and what can be read of it is kept; a torn
 * last line is what a crash leaves. A file that has become too large is rewritten with the newest calls. Never
 * throws.
 */
export function readHistory(path: string, now: Date): History {
  const found = find(path);
  if (found === undefined) return { calls: [], remarks: [] };
  if ('why' in found) return { calls: [], remarks: [found.why] };
  const lines = found.text.split('\n');
  const whole = lines.slice(0, -1);
  const read: (PastCall | undefined)[] = [];
  let wrong = 0;
  for (const line of whole) {
    const call = readLine(line);
    read.push(call);
    if (call === undefined) wrong += 1;
    if (wrong > MOST_WRONG) break;
  }
  const good = read.filter((call) => call !== undefined);
  const calls = newest(good);
  if (good.length < whole.length) {
    const place = read.indexOf(undefined) + 1;
    const aside = setAside(path, now);
    return { calls, remarks: [`${path}:${place}: not a call; ${aside}`, ...rewrite(path, calls)] };
  }
  const isLarge = Buffer.byteLength(found.text) > LIMITS.file;
  const isTorn = lines.at(-1) !== '';
  return { calls, remarks: isLarge || isTorn ? rewrite(path, calls) : [] };
}

/**
 * Appends a call; the file is the person's alone (0600). Returns why it could not be kept, in one sentence.
 */
export function remember(path: string, call: PastCall): string | undefined {
  if (call.arguments.length > LIMITS.arguments) return undefined;
  try {
    append(path, writeLine(call));
    return undefined;
  } catch (error) {
    return `the call is not remembered: ${reason(error)} (${path})`;
  }
}

/** The newest of each tool first, each arguments once. */
function newest(calls: readonly PastCall[]): readonly PastCall[] {
  const kept: PastCall[] = [];
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for (const call of calls.toReversed()) {
    const what = JSON.stringify([call.server, call.list, call.name]);
    const count = counts.get(what) ?? 0;
    if (count >= MOST || seen.has(what + call.arguments)) continue;
    counts.set(what, count + 1);
    seen.add(what + call.arguments);
    kept.push(call);
  }
  return kept;
}

/** Puts a file with the newest calls in the place of the old one, at once; returns why it could not. */
function rewrite(path: string, calls: readonly PastCall[]): readonly string[] {
  let room = LIMITS.file / 2;
  const lines: string[] = [];
  for (const call of calls) {
    const line = writeLine(call);
    room -= Buffer.byteLength(line);
    if (room < 0) break;
    lines.unshift(line);
  }
  try {
    replace(path, lines.join(''));
    return [];
  } catch (error) {
    return [`${path} cannot be written: ${reason(error)}`];
  }
}

const writeLine = (call: PastCall): string => `${JSON.stringify(call)}\n`;

function readLine(line: string): PastCall | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // reported with the lines that are not calls
    throw error;
  }
}
