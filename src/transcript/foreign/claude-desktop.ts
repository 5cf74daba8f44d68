import type { Direction } from '../../spec/envelope.ts';
import { type ConnectionEnd, createEnding } from './claude-desktop-ending.ts';
import type { ForeignKind, LogOutput, LogReader } from './kind.ts';
import { addMessages } from './messages.ts';
import { ownLine } from './own.ts';

/** A name may hold brackets: `a [1]`. It is bounded, as is all that is looked for in long lines. */
const NAME = String.raw`((?:[^[\]]|\[[^[\]]{0,99}\]){0,300})`;
const LEVEL = '(error|warn|info|http|verbose|debug|silly)';
const TIME = String.raw`^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)`;

/**
 * `mcp-server-notes.log`; what the server wrote to stderr stands bare in between:
 *
 *     2025-03-10T17:03:18.764Z [notes] [info] Message from client: {"method":"initialize",…}
 *     notes-mcp 1.4.0 listening on stdio
 */
const SERVER_LINE = new RegExp(String.raw`${TIME} \[${NAME}\] \[${LEVEL}\] `);
/**
 * `mcp.log`, of all servers, the other way round; in 2024 without a name:
 *
 *     2025-03-12T17:53:14.656Z [info] [notes] Message from client: {…}
 *     2024-11-28T09:27:43.719Z [info] Attempting to connect to MCP server sqlite...
 */
const MAIN_LINE = new RegExp(String.raw`${TIME} \[${LEVEL}\](?: \[${NAME}\])? `);

/** What no other program says, nor a server on stderr: by one such line a log, and the name of a server, is known. */
const SURE =
  /^(?:Message from (?:client|server): |Initializing server\.\.\.|Server started and connected success|Using (?:MCP server command: |built-in Node\.js for MCP server)|(?:Client|Server) transport closed|Shutting down server\.\.\.|Server disconnected\. For troubl|Attempting to connect to MCP server |Connected to MCP server |Error in MCP connection to server |MCP server .* disconnected\. For troubl)/;
/** Whatever comes now is of a new process. */
const STARTS = /^Initializing server\.\.\.$/;
const MESSAGE = /^Message from (client|server): /;
/** A server that is named within the sentence. */
const NAMED = /\bMCP (?:connection to )?server (\S.*?)(?:\.\.\.|!|:| disconnected)/;
/** How far into a sentence it names one. */
const FAR = 300;

/** All there is of a message since the middle of 2026: `method="tools/call" id=2 params`, `id=2 result(1 blocks)`. */
const STUB = /^(?:method="|id=)/;
/** Follows each line since the middle of 2025. */
const TAIL = ' { metadata: undefined }';
/** What such a line ends with, where it is not the tail: more about an error, on this line or the next ones. */
const endsAsOwn = (said: string): boolean =>
  OPENS.test(said) || (said.endsWith(' }') && said.includes(' { metadata: '));
/** Long messages lack their middle. */
const CUT = /\.\.\.\[\d+ chars truncated\]\.\.\./;
const CUT_ENDS = ' chars truncated]...';
/**
 * What Node prints as an object goes on over lines, and so do errors with their stack:
 *
 *     2026-03-10T15:18:27.752Z [notes] [error] spawn npx ENOENT {
 *       metadata: {
 *         stack: 'Error: spawn npx ENOENT\n' +
 *       }
 *     }
 */
const OPENS = /[[{]$/;
const GOES_ON = /^(?:\s|[\]}]|$)/;
const STACK = /^\s+at /;

/** One line, taken apart. */
interface Line {
  readonly at: number;
  readonly name: string | undefined;
  readonly level: string;
  readonly said: string;
}

function lineOf(line: string, form: 'server' | 'main'): Line | undefined {
  const found = (form === 'server' ? SERVER_LINE : MAIN_LINE).exec(line);
  if (found === null) return undefined;
  const [head, time = '', one = '', other] = found;
  const [name, level] = form === 'server' ? [one, other ?? ''] : [other, one];
  return { at: Date.parse(time), name, level, said: line.slice(head.length) };
}

/** Which of the two logs a line is of; undefined where it may be neither. */
function formOf(line: string): 'server' | 'main' | undefined {
  const forms = ['server', 'main'] as const;
  return forms.find((form) => SURE.test(lineOf(line, form)?.said ?? ''));
}

/** The logs of Claude Desktop. */
export const claudeDesktop: ForeignKind = {
  tool: 'claude-desktop',
  name: 'a log of Claude Desktop',
  form: 'lines',
  servers: true,
  recognizes: ({ file, lines }) =>
    lines.some((line) => formOf(line) !== undefined) ||
    (/^mcp-server-.*\.log$/.test(file) && lines.some((line) => SERVER_LINE.test(line))),
  read(out) {
    // Which log it is, and of which server, is said by the first line that is sure.
    let held: string[] = [];
    let reader: LogReader | undefined;
    const begin = (form: 'server' | 'main'): LogReader => {
      reader = form === 'server' ? readServerLog(out, nameIn(held)) : readMainLog(out);
      for (const line of held.slice(0, -1)) reader.take(line, true);
      return reader;
    };
    return {
      take(line, isWhole) {
        if (reader !== undefined) return reader.take(line, isWhole);
        held.push(line);
        const form = formOf(line);
        if (form === undefined) return;
        begin(form).take(line, isWhole);
        held = [];
      },
      end() {
        const last = held.at(-1);
        if (reader === undefined && last !== undefined) begin('server').take(last, true);
        reader?.end();
      },
    };
  },
};

/** The name that the last of the lines gives, or else the first that gives one. */
function nameIn(lines: readonly string[]): string | undefined {
  for (const line of [lines.at(-1) ?? '', ...lines]) {
    const { name } = lineOf(line, 'server') ?? {};
    if (name !== undefined) return name;
  }
  return undefined;
}

function readServerLog(out: LogOutput, first: string | undefined): LogReader {
  /** Others are what a server writes to stderr in the same form. */
  const names = new Set([first]);
  let conn = first;
  let at: number | undefined;
  let goesOn: RegExp | undefined;
  let hasTails = false;
  const ending = createEnding(out);
  const isOwn = ({ name, said }: Line, isWhole: boolean): boolean =>
    SURE.test(said) || (names.has(name) && (!hasTails || !isWhole || said.endsWith(TAIL) || endsAsOwn(said)));
  return {
    take(text, isWhole) {
      const line = lineOf(text, 'server');
      if (line !== undefined && isOwn(line, isWhole)) {
        names.add(line.name);
        hasTails ||= line.said.endsWith(TAIL);
        ({ at } = line);
        conn = line.name;
        takeSaid({ out, ending }, line, conn, isWhole);
        goesOn = OPENS.test(line.said) ? GOES_ON : line.level === 'error' ? STACK : undefined;
      } else if (goesOn?.test(text) === true) {
        out.add({ at, conn, type: 'own', text });
        if (/^[\]}]/.test(text) && !OPENS.test(text)) goesOn = undefined;
      } else {
        goesOn = undefined;
        out.assume(
          'time',
          'what the server wrote to stderr has no time in the log: it is given that of the line before',
        );
        out.add({ at, conn, type: 'stderr', text });
      }
    },
    end: ending.end,
  };
}

function readMainLog(out: LogOutput): LogReader {
  let conn: string | undefined;
  let at: number | undefined;
  const ending = createEnding(out);
  return {
    take(text, isWhole) {
      const line = lineOf(text, 'main');
      if (line !== undefined) {
        ({ at } = line);
        conn = line.name ?? NAMED.exec(line.said.slice(0, FAR))?.[1] ?? conn;
        takeSaid({ out, ending }, line, conn, isWhole);
      } else {
        out.add({ at, conn, type: 'own', text });
      }
    },
    end: ending.end,
  };
}

/** Takes what a line says of a server: a message, or what happened. */
function takeSaid(
  { out, ending }: { readonly out: LogOutput; readonly ending: ConnectionEnd },
  { at, level, said }: Line,
  conn: string | undefined,
  isWhole: boolean,
): void {
  const text = withoutTail(said, isWhole);
  const [marker = '', sender] = MESSAGE.exec(text) ?? [];
  if (sender === undefined) {
    if (STARTS.test(text)) {
      ending.starts(conn);
      out.add({ at, conn, restarts: true, type: 'life', event: 'spawn' });
    } else ending.said(text, { at, conn });
    out.add({ at, conn, ...ownLine(level, text) });
    return;
  }
  const dir: Direction = sender === 'client' ? 'c2s' : 's2c';
  const body = text.slice(marker.length);
  const place = { at, conn, dir };
  const lacking = lackingIn(body);
  if (lacking !== undefined) {
    out.assume('bodies', lacking.assumed, conn);
    out.add({ ...place, type: 'invalid', text: body, why: lacking.why });
  } else if (!addMessages(out, body, place)) {
    const why = isWhole ? 'this is not a message' : 'the log ends within this line';
    out.add({ ...place, type: 'invalid', text: body, why });
  }
}

/** What is said of a message that is not there, or not as a whole. */
function lackingIn(body: string): typeof STUBS | undefined {
  if (STUB.test(body)) return STUBS;
  return body.includes(CUT_ENDS) && CUT.test(body) ? MIDDLE : undefined;
}

const STUBS = {
  assumed:
    'the log has the methods and ids of messages, not their bodies, as newer ones of Claude Desktop do; with mcp-loupe tap they are recorded',
  why: 'the log has the method or the id of this message alone, not its body',
};
const MIDDLE = {
  assumed: 'the log leaves out the middle of long messages: these are shown as text, not as messages',
  why: 'the log leaves out the middle of this message',
};

/** A line that is torn may end within its tail. */
function withoutTail(text: string, isWhole: boolean): string {
  if (text.endsWith(TAIL)) return text.slice(0, -TAIL.length);
  const start = isWhole ? -1 : text.lastIndexOf('} {') + 1;
  return start > 0 && TAIL.startsWith(text.slice(start)) ? text.slice(0, start) : text;
}
