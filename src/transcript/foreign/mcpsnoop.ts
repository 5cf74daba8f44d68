import { parse } from '../../json/parse.ts';
import { memberText } from '../../json/parts.ts';
import { isObject } from '../../json/shape.ts';
import type { Direction } from '../../spec/envelope.ts';
import type { ForeignKind, LogItem, LogOutput } from './kind.ts';
import { messagesIn } from './messages.ts';
import { timed, timeOf } from './time.ts';

const LINE = /^\{"session_id":"[^\n]*"direction":"(?:c2s|s2c|stderr|meta)"/m;

/**
 * What mcpsnoop saw, a line each:
 *
 *     {"session_id":"demo-4711-a1b2","server_label":"demo","seq":3,"ts":"2026-08-08T20:08:11.310123456Z",
 *      "direction":"c2s","transport":"stdio","raw":{"jsonrpc":"2.0","id":0,"method":"initialize", …}}
 *
 * `raw` is what crossed the wire, to the character; what is no JSON is in `text`. Over HTTP `conn_id` tells the clients
 * apart, the elements of a batch are lines of their own (`batch`), one behind the other, and an answer without a body has its `status` alone.
 */
export const mcpsnoop: ForeignKind = {
  tool: 'mcpsnoop',
  name: 'a log of mcpsnoop',
  form: 'lines',
  recognizes: ({ text }) => LINE.test(text),
  read(out) {
    const sessions = new Map<string, Sequence>();
    let exchanges = 0;
    let latest = {};
    let batch: string | undefined;
    let batched: MessagePlace[] = [];
    const endBatch = (): void => {
      for (const [at, item] of batched.entries()) out.add({ ...item, part: [at, batched.length] });
      batched = [];
    };
    return {
      take(line, isWhole) {
        if (line.trim() === '') return;
        const value = parse(line);
        const of =
          isObject(value) && value['batch'] === true
            ? `${value['conn_id']} ${value['direction']}`
            : undefined;
        if (of !== batch) endBatch();
        batch = of;
        if (!isObject(value) || !('direction' in value)) {
          const dir = line.includes('"direction":"c2s"') ? 'c2s' : 's2c';
          return out.add({ ...latest, type: 'invalid', dir, text: line, why: isWhole ? NO_LINE : TORN });
        }
        const { session_id: session, conn_id: client, seq, ts, direction, status, text } = value;
        const place = {
          ...timed(timeOf(ts)),
          conn: client === undefined ? `${session}` : `${session} ${client}`,
        };
        latest = place;
        count(sessions, `${session}`, seq);
        if (client !== undefined) out.assume('session', CLIENTS);
        if (value['redacted'] === true) out.assume('masked', MASKED);
        if (of !== undefined) out.assume('frames', BATCH);
        if (value['truncated'] === true) out.assume('text', LONG);
        if (direction === 'meta')
          return out.add({ ...place, type: 'life', event: 'spawn', ...commandIn(value['raw']) });
        if (direction === 'stderr') return out.add({ ...place, type: 'stderr', text: `${text ?? ''}` });
        // Only of an answer that says more than that it was well is the status worth a line.
        const isStatus =
          typeof status === 'number' && (status >= 300 || !('raw' in value || 'text' in value));
        const x = isStatus ? { x: ++exchanges } : {};
        if (isStatus)
          out.add({ ...place, type: 'http', x: exchanges, phase: 'response', status, ...challengeIn(value) });
        if (!('raw' in value || 'text' in value)) return;
        const dir: Direction = direction === 'c2s' ? 'c2s' : 's2c';
        const raw = memberText(line, 'raw') ?? `${text}`;
        const messages = value['truncated'] === true ? undefined : messagesIn(raw, value['raw']);
        for (const message of messages ?? []) {
          const item = { ...place, ...x, type: 'message', dir, ...message } as const;
          if (of === undefined) out.add(item);
          else batched.push(item);
        }
        if (messages !== undefined) return;
        endBatch();
        // What a server that refuses says is seldom a message, and no broken one.
        if (isStatus && value['truncated'] !== true)
          return out.add({ ...place, type: 'http', x: exchanges, phase: 'end', body: raw });
        const why = value['truncated'] === true ? CUT : 'raw' in value ? NO_MESSAGE : NO_JSON;
        out.add({ ...place, type: 'invalid', dir, text: raw, why });
      },
      end() {
        endBatch();
        lost(sessions, out);
      },
    };
  },
};

type MessagePlace = Extract<LogItem, { type: 'message' }>;

/** The numbers that the lines of a session have. */
interface Sequence {
  lines: number;
  first: number;
  last: number;
}

function count(sessions: Map<string, Sequence>, session: string, seq: unknown): void {
  if (typeof seq !== 'number') return;
  const known = sessions.get(session);
  if (known === undefined) sessions.set(session, { lines: 1, first: seq, last: seq });
  else {
    known.lines += 1;
    known.first = Math.min(known.first, seq);
    known.last = Math.max(known.last, seq);
  }
}

/** mcpsnoop drops lines rather than wait for the disk; their numbers are missing. */
function lost(sessions: ReadonlyMap<string, Sequence>, out: LogOutput): void {
  let missing = 0;
  for (const { first, last, lines } of sessions.values()) missing += Math.max(0, last - first + 1 - lines);
  if (missing > 0)
    out.assume(
      'order',
      `${missing === 1 ? 'a number is' : `${missing} numbers are`} missing: mcpsnoop dropped ${missing === 1 ? 'this line' : 'these lines'}`,
    );
}

function commandIn(meta: unknown): { readonly detail?: string } {
  const { command, cwd } = isObject(meta) ? meta : {};
  if (!Array.isArray(command)) return {};
  return { detail: `${command.join(' ')}${typeof cwd === 'string' ? ` in ${cwd}` : ''}` };
}

const challengeIn = ({ auth_challenge: challenge }: Readonly<Record<string, unknown>>) =>
  typeof challenge === 'string' ? { headers: [['WWW-Authenticate', challenge] as const] } : {};

const CLIENTS = 'each connection over HTTP is taken for a client of its own';
const MASKED = 'mcpsnoop masked values, with [REDACTED], and serialized those messages itself';
const BATCH =
  'of a batch over HTTP the log has each message by itself: those that follow on each other are taken for one';
const LONG =
  'mcpsnoop cut messages that were too long (truncated): their beginnings are shown, and are no messages';
const NO_LINE = 'this is not a line of mcpsnoop';
const NO_MESSAGE = 'this is not a message';
const NO_JSON = 'this is not JSON';
const CUT = 'mcpsnoop kept only the beginning of this message';
const TORN = 'the log ends within this line';
