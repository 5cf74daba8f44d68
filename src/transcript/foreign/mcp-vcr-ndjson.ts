import { parse } from '../../json/parse.ts';
import { memberText } from '../../json/parts.ts';
import { isObject } from '../../json/shape.ts';
import type { ForeignKind } from './kind.ts';
import { messagesIn } from './messages.ts';
import { timed, timeOf } from './time.ts';

const META = /^\{"_type": ?"meta", ?[^\n]*"server_command"/m;
const LINE = /^\{"t": ?[\d.]+, ?"dir": ?"(?:c2s|s2c)", ?"payload": ?/m;

/**
 * A transcript of mcp-vcr (`--format ndjson`), ms since `recorded_at` in `t`:
 *
 *     {"_type": "meta", "version": 1, "recorded_at": "2026-05-18T10:10:00.000Z", "server_command": ["python", "server.py"], …}
 *     {"t": 25, "dir": "s2c", "payload": {"jsonrpc": "2.0", "id": 1, "result": {…}}}
 */
export const mcpVcrLines: ForeignKind = {
  tool: 'mcp-vcr',
  name: 'a transcript of mcp-vcr',
  form: 'lines',
  recognizes: ({ text }) => META.test(text) || LINE.test(text),
  read(out) {
    let base: number | undefined;
    let runs = 0;
    let latest = {};
    let restarts: { readonly restarts?: true } = {};
    out.assume('text', ANEW);
    return {
      take(line, isWhole) {
        if (line.trim() === '') return;
        const value = parse(line);
        if (isObject(value) && value['_type'] === 'meta') {
          base = timeOf(value['recorded_at']);
          if (runs++ > 0) restarts = { restarts: true };
          return;
        }
        if (!isObject(value) || !('payload' in value)) {
          const dir = /"dir": ?"c2s"/.test(line) ? 'c2s' : 's2c';
          return out.add({ ...latest, type: 'invalid', dir, text: line, why: isWhole ? NO_LINE : TORN });
        }
        if (MASK.test(line)) out.assume('masked', MASKED);
        if (base === undefined) out.assume('time', NO_START);
        const { t, dir: way, payload } = value;
        const place = timed(typeof t === 'number' ? (base ?? 0) + t : undefined);
        latest = place;
        const dir = way === 'c2s' ? 'c2s' : 's2c';
        const text = memberText(line, 'payload') ?? '';
        const messages = messagesIn(text, payload);
        for (const message of messages ?? []) {
          out.add({ ...place, ...restarts, type: 'message', dir, ...message });
          restarts = {};
        }
        if (messages === undefined) out.add({ ...place, type: 'invalid', dir, text, why: NO_MESSAGE });
      },
      end() {},
    };
  },
};

/** What mcp-vcr puts in the place of secrets and of paths. */
export const MASK = /"<(?:REDACTED|PATH)(?:_[^">]*)?>"/;
/** What is said of that. */
export const MASKED = 'mcp-vcr masked values, with <REDACTED> and <PATH>';
const NO_MESSAGE = 'this is not a message';
const ANEW = 'mcp-vcr serializes messages itself: their text is not that of the wire';
/** What is said where a transcript does not say when it began. */
export const NO_START = 'the log does not say when it began: its times count from 1970';
const NO_LINE = 'this is not a line of mcp-vcr';
const TORN = 'the log ends within this line';
