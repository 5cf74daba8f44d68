import type { ForeignKind } from './kind.ts';
import { createLocalTime } from './local-time.ts';
import { ownLine } from './own.ts';
import { NO_ZONE } from './when.ts';

/**
 * With the end of the server's name in 2025, without one later; in what people post, without the time:
 *
 *     2025-04-11 11:53:25.309 [info] r-ai: Handling CreateClient action
 *     2025-11-05 09:59:48.532 [info] Handling ListOfferings action, server stored: true
 *     2026-09-28 21:06:18.575 [info] [V2] Handling CreateClient action
 */
const BEGINS = /^(?:(\d{4}-\d\d-\d\d) )?(?:(\d\d:\d\d:\d\d\.\d{3}) )?\[(trace|debug|info|warning|error)\] /;
const SURE =
  /^(?:\[V\d.{0,20}?\] |.{0,40}?: ?)?(?:Handling \w+ action\b|getOrCreateClient for |Starting new \w+ process with command|(?:Successfully )?[Cc]onnected to \w+ server\b|(?:Storing|Reusing existing) \w+ client|CreateClient completed|Successfully called tool '|Calling tool '.*' with toolCallId|connection:\w+: conn=|(?:Creating|Connecting to|Error connecting to) (?:stdio|sse|SSE|streamableHttp) (?:server|transport)\b|list\w+: Found \d+ |Found \d+ tools, |Client (?:closed|error) for command|No server info found|Server not yet created, returning empty)/;

/** The log of Cursor about its servers. */
export const cursor: ForeignKind = {
  tool: 'cursor',
  name: 'a log of Cursor',
  form: 'lines',
  recognizes: ({ lines }) =>
    lines.some((line) => {
      const [begins] = BEGINS.exec(line) ?? [];
      return begins !== undefined && SURE.test(line.slice(begins.length));
    }),
  read(out) {
    const times = createLocalTime();
    let at: number | undefined;
    out.assume('frames', NO_MESSAGES);
    return {
      take(line) {
        const [begins = '', day, time = '', level = 'info'] = BEGINS.exec(line) ?? [];
        if (day !== undefined) {
          at = times.of(day, time) ?? at;
          out.assume('zone', NO_ZONE);
        }
        out.add({ at, ...ownLine(level, line.slice(begins.length)) });
      },
      end() {},
    };
  },
};

const NO_MESSAGES =
  'the log holds no messages: Cursor does not write them; with mcp-loupe tap they are recorded';
