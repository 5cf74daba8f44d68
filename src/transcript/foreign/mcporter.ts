import { parse } from '../../json/parse.ts';
import { withoutMember } from '../../json/parts.ts';
import { isObject } from '../../json/shape.ts';
import type { ForeignKind } from './kind.ts';
import { addMessages } from './messages.ts';
import { timed, timeOf } from './time.ts';

const META = /"_meta":\{"dir":"(?:send|recv|lifecycle)","server":"/;
/** What mcporter puts behind the last member of a message. */
const LAST = ',"_meta":{"dir":"';
const LAST_WHOLE = /,"_meta":\{"dir":"(send|recv)","server":("(?:[^"\\]|\\.){0,300}"),"ts":"([^"]*)"\}\}$/y;

/**
 * A recording of mcporter, a message a line, with where it went in a member that mcporter adds:
 *
 *     {"jsonrpc":"2.0","method":"$transport/start","_meta":{"dir":"lifecycle","server":"linear","ts":"2026-08-08T20:08:11.310Z"}}
 *     {"jsonrpc":"2.0","id":0,"method":"initialize","params":{…},"_meta":{"dir":"send","server":"linear","ts":"…"}}
 *
 * A member `_meta` of the message itself is overwritten; the new one then stands where that was.
 */
export const mcporter: ForeignKind = {
  tool: 'mcporter',
  name: 'a recording of mcporter',
  form: 'lines',
  servers: true,
  recognizes: ({ text }) => META.test(text),
  read(out) {
    out.assume('text', ANEW);
    const started = new Set<string>();
    let latest = {};
    const add = (text: string, dir: unknown, conn: string, ts: unknown): void => {
      const way = dir === 'send' ? 'c2s' : 's2c';
      const place = { at: timeOf(ts), conn, dir: way } as const;
      latest = { at: place.at, conn };
      if (!addMessages(out, text, place)) out.add({ ...place, type: 'invalid', text, why: NO_MESSAGE });
    };
    return {
      take(line, isWhole) {
        if (line.trim() === '') return;
        LAST_WHOLE.lastIndex = line.lastIndexOf(LAST);
        const [tail = '', way, name = '', time] = LAST_WHOLE.exec(line) ?? [];
        const of = parse(name);
        if (typeof of === 'string') return add(`${line.slice(0, -tail.length)}}`, way, of, time);
        const value = parse(line);
        const meta = isObject(value) ? value['_meta'] : undefined;
        if (!isObject(value) || !isObject(meta) || !('dir' in meta)) {
          const dir = line.includes('"dir":"send"') ? 'c2s' : 's2c';
          return out.add({ ...latest, type: 'invalid', dir, text: line, why: isWhole ? NO_LINE : TORN });
        }
        const { dir, server, ts } = meta;
        const conn = `${server}`;
        if (dir === 'lifecycle') {
          const isStart = value['method'] === '$transport/start';
          const restarts = isStart && started.has(conn) ? ({ restarts: true } as const) : {};
          if (isStart) started.add(conn);
          latest = { ...timed(timeOf(ts)), conn };
          out.add({ ...latest, ...restarts, type: 'life', event: isStart ? 'spawn' : 'close' });
          // Whose end it was is not said.
          if (!isStart) out.add({ ...latest, type: 'life', event: 'exit' });
          return;
        }
        out.assume('bodies', REPLACED, conn);
        add(withoutMember(line, '_meta'), dir, conn, ts);
      },
      end() {},
    };
  },
};

const ANEW =
  'mcporter serializes messages itself: numbers and repeated members may differ from those of the wire';
const REPLACED = 'a message had a member "_meta", which mcporter replaced with its own: it is left out';
const NO_LINE = 'this is not a line of mcporter';
const NO_MESSAGE = 'this is not a message';
const TORN = 'the log ends within this line';
