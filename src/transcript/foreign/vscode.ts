import { parse } from '../../json/parse.ts';
import type { Direction } from '../../spec/envelope.ts';
import type { ForeignKind, LifeItem } from './kind.ts';
import { createLocalTime } from './local-time.ts';
import { mcpRemote } from './mcp-remote.ts';
import { addMessages } from './messages.ts';
import { ownLine } from './own.ts';
import { NO_ZONE } from './when.ts';

/** `2026-07-24 02:03:14.089 [debug] `; in what people post, without the time or the level. */
const BEGINS =
  /^(?:(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) )?(?:\[(trace|debug|info|warning|error|critical)\] )?/;
/** `[editor -> server] {…}`; until April 2025 `[Client Says] {…}`. */
const MESSAGE = /^\[(editor -> server|server -> editor|Client Says|Server Says)\] /;
/** Each line for itself. */
const STDERR = '[server stderr] ';
/** What the server wrote to stdout, as JSON writes a text: `Failed to parse message: "Loading…"`. */
const UNREADABLE = 'Failed to parse message: ';
/** `Starting server crm`, then `Starting server from LocalProcess extension host`. */
const STARTS = /^Starting server (?!from .* extension host$)(.+)$/;

/** All but these is in the language of the person. */
const isSure = (said: string): boolean =>
  MESSAGE.test(said) ||
  said.startsWith(STDERR) ||
  /^(?:Connection state: \w|Starting server from )/.test(said);

/** The output of a server in VS Code, a channel or file for each. */
export const vscode: ForeignKind = {
  tool: 'vscode',
  name: 'a log of VS Code',
  form: 'lines',
  recognizes: (head) =>
    head.lines.some((line) => {
      const [begins = ''] = BEGINS.exec(line) ?? [];
      return begins === '' ? MESSAGE.test(line) : isSure(line.slice(begins.length));
      // Where it has no messages of its own, what mcp-remote says of them is all there is.
    }) && !mcpRemote.recognizes(head),
  read(out) {
    const times = createLocalTime();
    let at: number | undefined;
    let conn: string | undefined;
    let hasMessages = false;
    let hasTimes = false;
    return {
      take(line, isWhole) {
        const [begins = '', day, time = '', level = 'info'] = BEGINS.exec(line) ?? [];
        // What begins with neither, or without the time that others have, is more of the line before.
        const isMore = hasTimes ? day === undefined : begins === '' && !MESSAGE.test(line);
        if (isMore) return out.add({ at, conn, type: 'own', text: line });
        const said = line.slice(begins.length);
        if (day !== undefined) {
          hasTimes = true;
          at = times.of(day, time) ?? at;
          out.assume('zone', NO_ZONE);
        }
        const [marker = '', way] = MESSAGE.exec(said) ?? [];
        if (way === undefined) {
          if (said.startsWith(STDERR))
            return out.add({ at, conn, type: 'stderr', text: said.slice(STDERR.length) });
          const unreadable = said.startsWith(UNREADABLE) ? parse(said.slice(UNREADABLE.length)) : undefined;
          if (typeof unreadable === 'string')
            return out.add({ at, conn, type: 'invalid', dir: 's2c', text: unreadable, why: NO_JSON });
          const [, name] = STARTS.exec(said) ?? [];
          conn = name ?? conn;
          if (name !== undefined) out.add({ at, conn, restarts: true, type: 'life', event: 'spawn' });
          for (const life of endingOf(said)) out.add({ at, conn, ...life });
          return out.add({ at, conn, ...ownLine(level, said) });
        }
        hasMessages = true;
        if (day === undefined) out.assume('time', 'the log has no times');
        const dir: Direction = /^[eC]/.test(way) ? 'c2s' : 's2c';
        const text = said.slice(marker.length);
        if (!addMessages(out, text, { at, conn, dir }))
          out.add({ at, conn, type: 'invalid', dir, text, why: isWhole ? NO_MESSAGE : TORN });
      },
      end() {
        if (!hasMessages) out.assume('frames', NO_MESSAGES);
      },
    };
  },
};

/**
 * `Connection state: Stopped`, or where it was the server that ended `Connection state: Error Process exited with code 1`; who
 * stopped it is said in the language of the person alone.
 */
function endingOf(said: string): readonly LifeItem[] {
  const [, state, problem = ''] = /^Connection state: (Stopped|Error)(?: (.*))?$/.exec(said) ?? [];
  if (state === undefined) return [];
  const exit = { type: 'life', event: 'exit' } as const;
  if (state === 'Stopped') return [{ type: 'life', event: 'close' }, exit];
  const [, code] = /^Process exited with code (\d+)/.exec(problem) ?? [];
  if (code !== undefined) return [{ ...exit, code: Number(code) }];
  return [{ ...exit, detail: `the connection failed: ${problem === '' ? 'VS Code says no more' : problem}` }];
}

const NO_JSON = 'VS Code could not read this as JSON';
const NO_MESSAGE = 'this is not a message';
const TORN = 'the log ends within this line';
const NO_MESSAGES =
  'the log holds no messages: VS Code writes them at the log level debug; with mcp-loupe tap they are recorded';
