import { parse } from '../../json/parse.ts';
import { isObject } from '../../json/shape.ts';
import { wholeElements } from './document.ts';
import type { ForeignKind, LogHead, LogOutput } from './kind.ts';
import { ownLine } from './own.ts';

const TOOL = 'claude-code';
const NAME = 'a log of Claude Code';

/** An entry has these members alone: what happened in one of the first two, when, and in which session and folder. */
const MEMBERS = new Set(['debug', 'error', 'timestamp', 'sessionId', 'cwd']);
/** What it says where there is no session: other programs have such members, too. */
const SURE =
  /^(?:Server stderr: |Starting connection |Successfully connected |Connection (?:established|failed|attempt)|Calling MCP tool: |STDIO connection |HTTP connection )/;
/** What the server wrote, perhaps several lines at once. It is no failure, although it stands as an `error`. */
const STDERR = /^Server stderr: ?/;

/** One entry, taken apart. */
interface Happened {
  readonly at: number;
  readonly level: string;
  readonly said: string;
  readonly isSure: boolean;
}

function happened(entry: unknown): Happened | undefined {
  if (!isObject(entry)) return undefined;
  const { debug, error, timestamp, sessionId } = entry;
  const said = debug ?? error;
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  if (typeof said !== 'string' || Number.isNaN(at)) return undefined;
  const isSure =
    Object.keys(entry).every((name) => MEMBERS.has(name)) &&
    (typeof sessionId === 'string' || SURE.test(said));
  return { at, level: debug === undefined ? 'error' : 'debug', said, isSure };
}

function take(out: LogOutput, { at, level, said }: Happened): void {
  if (STDERR.test(said)) {
    const text = said.replace(STDERR, '').replace(/\r?\n$/, '');
    for (const line of text.split(/\r?\n/)) out.add({ at, type: 'stderr', text: line });
  } else out.add({ at, ...ownLine(level, said) });
}

/**
 * `mcp-logs-NAME/2026-08-11T06-19-12-114Z.jsonl`:
 *
 *     {"debug":"Calling MCP tool: find_symbol","timestamp":"2026-08-11T06:20:12.814Z","sessionId":"a3d9…","cwd":"/home/u/p"}
 *     {"error":"Server stderr: INFO Starting","timestamp":"2026-08-11T06:19:23.467Z","sessionId":"a3d9…","cwd":"/home/u/p"}
 */
export const claudeCode: ForeignKind = {
  tool: TOOL,
  name: NAME,
  form: 'lines',
  recognizes: ({ lines }) => {
    const first = lines.filter((line) => line.trim() !== '').slice(0, 5);
    return first.some((line) => line.startsWith('{"') && happened(parse(line))?.isSure === true);
  },
  read(out) {
    out.assume('frames', NO_MESSAGES);
    return {
      take(line) {
        const entry = happened(parse(line));
        if (entry !== undefined) take(out, entry);
        else if (line.trim() !== '') out.add({ type: 'own', text: line });
      },
      end() {},
    };
  },
};

/** Until the end of 2025 the same entries in one array, in a `.txt` or `.json` file. */
export const claudeCodeArray: ForeignKind = {
  tool: TOOL,
  name: NAME,
  form: 'document',
  recognizes: ({ text }) =>
    /^\s*\[\s*\{\s*"(?:debug|error)"/.test(text) &&
    wholeElements(text)
      .texts.slice(0, 5)
      .some((entry) => happened(parse(entry))?.isSure === true),
  read(out) {
    out.assume('frames', NO_MESSAGES);
    return {
      take(text) {
        // One that is still written to, or was torn, lacks its end.
        const { texts, torn } = wholeElements(text);
        for (const entry of torn === undefined ? texts : [...texts, torn]) {
          const one = happened(parse(entry));
          if (one !== undefined) take(out, one);
          else
            out.add({
              type: 'own',
              text: entry.replace(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? ' ' : blanks)),
            });
        }
      },
      end() {},
    };
  },
};

/**
 * What `claude --debug` writes, of all servers among other things:
 *
 *     2026-01-12T09:19:33.356Z [ERROR] MCP server "context7" Server stderr: Context7 running on stdio
 *     2026-10-03T04:25:49.474Z [DEBUG] MCP server "notes": Starting connection with timeout of 30000ms
 */
const DEBUG_LINE = /^(?:(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) )?\[(DEBUG|INFO|WARN|ERROR)\] /;
const OF_SERVER = /^MCP server "(.*?)":? /;

export const claudeCodeDebug: ForeignKind = {
  tool: TOOL,
  name: NAME,
  form: 'lines',
  recognizes: ({ lines }: LogHead) =>
    lines.some((line) => {
      const [begins] = DEBUG_LINE.exec(line) ?? [];
      return begins !== undefined && OF_SERVER.test(line.slice(begins.length));
    }),
  read(out) {
    out.assume('frames', NO_MESSAGES);
    let at: number | undefined;
    let conn: string | undefined;
    return {
      take(line) {
        const [begins = '', time, level = 'DEBUG'] = DEBUG_LINE.exec(line) ?? [];
        const [server = '', name] = OF_SERVER.exec(line.slice(begins.length)) ?? [];
        if (time !== undefined) at = Date.parse(time);
        if (begins !== '') conn = name;
        const said = line.slice(begins.length + server.length);
        if (STDERR.test(said)) out.add({ at, conn, type: 'stderr', text: said.replace(STDERR, '') });
        else out.add({ at, conn, ...ownLine(level, said) });
      },
      end() {},
    };
  },
};

const NO_MESSAGES =
  'the log holds no messages: Claude Code does not write them; with mcp-loupe tap they are recorded';
