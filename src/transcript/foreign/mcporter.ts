import { parse } from '../../json/parse.ts';
import { withoutMember } from '../../json/parts.ts';
import { isObject } from '../../json/shape.ts';
import type { ForeignKind } from './kind.ts';
import { messagesIn } from './messages.ts';
import { timed, timeOf } from './time.ts';

const META = /"_meta":\{"dir":"(?:send|recv|lifecycle)","server":"/;
/** What mcporter puts behind the last member of a message. */
const LAST = /,"_meta":\{"dir":"(?:send|recv|lifecycle)","server":"(?:[^"\\]|\\.)*","ts":"[^"]*"\}\}$/;

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
    const started = new Set<string>();
    let latest = {};
    return {
      take(line, isWhole) {
        if (line.trim() === '') return;
        const value = parse(line);
        const meta = isObject(value) ? value['_meta'] : undefined;
        if (!isObject(value) || !isObject(meta) || !('dir' in meta)) {
          const dir = line.includes('"dir":"send"') ? 'c2s' : 's2c';
          return out.add({ ...latest, type: 'invalid', dir, text: line, why: isWhole ? NO_LINE : TORN });
        }
        const { dir, server, ts } = meta;
        const place = { ...timed(timeOf(ts)), conn: `${server}` };
        latest = place;
        if (dir === 'lifecycle') {
          const isStart = value['method'] === '$transport/start';
          const restarts = isStart && started.has(place.conn) ? ({ restarts: true } as const) : {};
          if (isStart) started.add(place.conn);
          return out.add({ ...place, ...restarts, type: 'life', event: isStart ? 'spawn' : 'close' });
        }
        out.assume(
          'text',
          'mcporter serializes messages itself: numbers and repeated members may differ from those of the wire',
        );
        const isLast = LAST.test(line);
        if (!isLast)
          out.assume(
            'bodies',
            'a message had a member "_meta", which mcporter replaced with its own: it is left out',
          );
        const text = isLast ? line.replace(LAST, '}') : withoutMember(line, '_meta');
        const { _meta: _, ...message } = value;
        const way = dir === 'send' ? 'c2s' : 's2c';
        const messages = messagesIn(text, message);
        for (const one of messages ?? []) out.add({ ...place, type: 'message', dir: way, ...one });
        if (messages === undefined) out.add({ ...place, type: 'invalid', dir: way, text, why: NO_MESSAGE });
      },
      end() {},
    };
  },
};

const NO_LINE = 'this is not a line of mcporter';
const NO_MESSAGE = 'this is not a message';
const TORN = 'the log ends within this line';
