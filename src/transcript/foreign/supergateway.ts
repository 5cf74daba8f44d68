import { parse } from '../../json/parse.ts';
import { spanAt } from '../../json/reader.ts';
import { isObject } from '../../json/shape.ts';
import type { Direction } from '../../spec/envelope.ts';
import { readInspected } from './inspected.ts';
import type { ForeignKind, LifeItem, LogItem, LogOutput } from './kind.ts';
import { type Messages, messagesIn } from './messages.ts';
import { behind, LONGEST_LEAD } from './spread.ts';
import { momentIn, momentOf, NO_TIME, NO_ZONE } from './when.ts';

/**
 * [supergateway] SSE → Child (session 450b…): {"jsonrpc":"2.0","id":1,"method":"ping"}
 * {"time":"2026-11-02T07:00:00.011Z","level":"info","msg":"SSE → Child (session 450b…): {\"jsonrpc\":\"2.0\",…}"}
 */
const OWN = '[supergateway] ';

/** What is said of a message, and what follows: its JSON, or an object as `console.log` writes it. At first `SSE -> Child`. */
const MESSAGE =
  /^(?:Response|(Child|SSE|StreamableHttp|WebSocket|Stdio|Streamable HTTP) (?:→|->) (Child|SSE|StreamableHttp|WebSocket|Stdio|Streamable HTTP)(?: \(([^)]*)\))?):(?: (.*))?$/s;
const STDERR = /^(?:Child stderr:|\[child stderr\]) /;
const NO_JSON = /^Child (?:non-JSON|produced non-JSON line): /;

/** What no other program says. */
const isSure = (said: string): boolean => MESSAGE.test(said) || STDERR.test(said);

/** Said of a request that is held back until the gateway has made a session for it; it is said again then, as `(original)`. */
const HELD_BACK = 'Non-initialize message detected, sending auto-initialize request first';
const STATELESS = 'Running stateless server';

/** The output of supergateway, as text or as JSON. */
export const supergateway: ForeignKind = {
  tool: 'supergateway',
  name: 'a log of supergateway',
  form: 'lines',
  recognizes: ({ lines }) => lines.some((line) => line.includes(OWN) || isSure(lineOf(line)?.said ?? '')),
  read(out) {
    const gateway = createGateway(out);
    let lead = '';
    /** When it is known, what looks like the other is of the server. */
    let form: 'text' | 'json' | undefined;
    const more = (line: string): string => behind(line, lead) ?? line;
    const takeText = (line: string): void => {
      const isMore = form === 'json' || (gateway.isOpen() && /^\s/.test(more(line)));
      const start = isMore ? -1 : line.indexOf(OWN);
      if (start < 0) gateway.goesOn(more(line));
      else {
        form = 'text';
        lead = line.slice(0, Math.min(start, LONGEST_LEAD));
        gateway.said(line.slice(start + OWN.length), stampOf(out, momentIn(lead)));
      }
    };
    return {
      take(line) {
        const json = form === 'text' ? undefined : lineOf(line);
        if (json === undefined) takeText(line);
        else {
          if (isSure(json.said)) form = 'json';
          gateway.said(json.said, stampOf(out, json.moment), json.data);
        }
      },
      end: gateway.end,
    };
  },
};

/** A line of the log in JSON. */
function lineOf(line: string) {
  const start = line.indexOf('{"time"');
  const json = start < 0 ? '' : line.slice(start);
  const value = json === '' ? undefined : parse(json);
  if (!isObject(value) || typeof value['msg'] !== 'string' || !('level' in value)) return undefined;
  const { data } = value;
  const span = data === undefined || typeof data === 'string' ? undefined : spanAt(json, '/data');
  const text = span === undefined ? data : json.slice(span.start, span.end);
  return {
    said: value['msg'],
    moment: momentOf(value),
    ...(typeof text === 'string' ? { data: text } : {}),
  };
}

interface Stamp {
  readonly at?: number;
}

function stampOf(out: LogOutput, moment: ReturnType<typeof momentIn>): Stamp {
  if (moment === undefined) return {};
  if (!moment.hasZone) out.assume('zone', NO_ZONE);
  return { at: moment.at };
}

/** Makes items of what the gateway said. */
function createGateway(out: LogOutput) {
  const sessions = createSessions(out);
  let stamp: Stamp = {};
  /** What goes on in lines that say nothing of themselves. */
  let open: 'stderr' | 'own' = 'own';
  let spread:
    | {
        readonly dir: Direction | undefined;
        readonly label: string | undefined;
        readonly heading: string;
        lines: string[];
      }
    | undefined;
  const held = createHeld(out);
  const own = (text: string): void => {
    for (const item of ownLines(text, sessions.open())) out.add({ ...stamp, ...item });
  };
  const stderr = (text: string): void => {
    for (const line of filled(text)) out.add({ ...stamp, type: 'stderr', text: line });
  };
  const itemsOf = (messages: Messages, dir: Direction | undefined, label: string | undefined): LogItem[] => {
    if (stamp.at === undefined) out.assume('time', NO_TIME);
    return messages.map((message) => {
      const conn = sessions.of(message.message, dir, label);
      return {
        ...stamp,
        ...(conn === undefined ? {} : { conn }),
        type: 'message',
        ...(dir === undefined ? {} : { dir }),
        ...message,
      };
    });
  };
  /** The object is over, or is cut off by the next thing: it is read where nothing of it is left out. */
  const close = (): void => {
    if (spread === undefined) return;
    const { lines, dir, label, heading } = spread;
    spread = undefined;
    const messages = inspectedIn(lines.join('\n'));
    if (messages === undefined) {
      out.assume('bodies', CUT);
      for (const line of (heading + lines.join('\n')).split('\n')) own(line);
      return;
    }
    out.assume('text', ANEW);
    for (const item of itemsOf(messages, dir, label)) out.add(item);
  };

  function message(said: string, data: string | undefined): boolean {
    const [all, from, to, label, text = data] = MESSAGE.exec(said) ?? [];
    if (all === undefined || text === undefined) return false;
    const dir = directionOf(from, to);
    const messages = messagesIn(text);
    if (messages === undefined) {
      if (!/^[{[]/.test(text)) return false;
      if (/^\[?\{"/.test(text)) {
        out.add({ ...stamp, type: 'invalid', dir: dir ?? 's2c', text, why: TORN });
        return true;
      }
      spread = { dir, label, lines: [text], heading: said.slice(0, said.length - text.length) };
      if (isClosed(text)) close();
      return true;
    }
    if (data !== undefined) out.assume('text', ANEW);
    const items = itemsOf(messages, dir, label);
    if (to === 'Child' && label === undefined) held.take(said, items);
    else for (const item of items) out.add(item);
    return true;
  }

  return {
    /** Takes what a line says, behind its mark. */
    said(said: string, when: Stamp, data?: string): void {
      close();
      own(held.after(said));
      stamp = when;
      open = 'own';
      if (STDERR.test(said)) {
        open = 'stderr';
        stderr(said.replace(STDERR, ''));
      } else if (NO_JSON.test(said))
        out.add({ ...stamp, type: 'invalid', dir: 's2c', text: said.replace(NO_JSON, ''), why: NOT_JSON });
      else if (!message(said, data)) own(data === undefined ? said : `${said} ${data}`);
    },
    /** An object goes on: its lines are indented. */
    isOpen: () => spread !== undefined,
    /** Takes a line that belongs to the one before. */
    goesOn(line: string): void {
      if (spread !== undefined) {
        spread.lines.push(line);
        if (isClosed(line) || spread.lines.length > MOST) close();
      } else if (open === 'stderr') stderr(line);
      else own(line);
    },
    end(): void {
      close();
      held.release();
    },
  };
}

/** Lines of an object, and requests without an answer, that are kept. */
const MOST = 100_000;

/** The lines that are not empty. */
const filled = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

function inspectedIn(text: string): Messages | undefined {
  const inspected = readInspected(text);
  return inspected && messagesIn(JSON.stringify(inspected.value));
}

/** Keeps what went to a server without sessions until it is known whether it is held back: then it is said again. */
function createHeld(out: LogOutput) {
  let isStateless = false;
  let kept: { readonly said: string; readonly items: readonly LogItem[] } | undefined;
  const release = (): void => {
    for (const item of kept?.items ?? []) out.add(item);
    kept = undefined;
  };
  return {
    take(said: string, items: readonly LogItem[]): void {
      kept = { said, items };
      if (!isStateless) release();
    },
    /** The next thing was said: the text of what was held back, or nothing. */
    after(said: string): string {
      const text = said === HELD_BACK ? (kept?.said ?? '') : '';
      if (text !== '') kept = undefined;
      isStateless ||= said === STATELESS || said === HELD_BACK;
      release();
      return text;
    },
    release,
  };
}

/** Whether a line ends an object: the brackets within it are indented. */
const isClosed = (line: string): boolean =>
  /^[}\]]/.test(line) || (/^[{[]/.test(line) && /[}\]]$/.test(line.trimEnd()));

/** What comes of a client over stdio is said to go to it as well, where it is no request. */
function directionOf(from: string | undefined, to: string | undefined): Direction | undefined {
  if (to === 'Child' || from === 'Stdio') return 'c2s';
  return to === 'Stdio' ? undefined : 's2c';
}

/** Finds the session of what the server says: the gateway names that of the client alone. */
function createSessions(out: LogOutput) {
  const asked = new Map<unknown, string[]>();
  let last: string | undefined;
  let opened = 0;
  const named = new Set<string>();
  return {
    /** Those that had messages. */
    open: (): readonly string[] => [...named],
    of(message: unknown, dir: Direction | undefined, label: string | undefined): string | undefined {
      if (!isObject(message)) return undefined;
      const { id, method } = message;
      const session = /^session (.*)$/.exec(label ?? '')?.[1];
      if (method === 'initialize') opened += 1;
      if (session !== undefined) {
        last = session;
        named.add(session);
      }
      if (opened > 1) out.assume('session', last === undefined ? NO_SESSION : NO_SESSION_OF_ANSWERS);
      if (session !== undefined) {
        if (id !== undefined && method !== undefined) queue(id).push(session);
        return session;
      }
      if (dir === 'c2s' || method !== undefined || id === undefined) return last;
      const waiting = asked.get(id);
      const first = waiting?.shift() ?? last;
      if (waiting?.length === 0) asked.delete(id);
      return first;
    },
  };

  function queue(id: unknown): string[] {
    const waiting = asked.get(id) ?? [];
    asked.set(id, waiting);
    if (asked.size > MOST) asked.delete(asked.keys().next().value);
    return waiting;
  }
}

/** A line of the gateway itself, and what it says of the end of a server. */
const ownLines = (text: string, sessions: readonly string[]): readonly LogItem[] =>
  text.trim() === '' ? [] : [...endingIn(text, sessions), { type: 'own', text }];

/**
 * `Child exited: code=1, signal=null`; of whom is not said where each session has a process. The gateway itself ends one with SIGTERM.
 */
function endingIn(said: string, sessions: readonly string[]): readonly (LifeItem & { conn?: string })[] {
  const [, number, name] = /^Child exited: code=(\d+|null), signal=(\w+)/.exec(said) ?? [];
  if (number === undefined || name === undefined || sessions.length > 1) return [];
  const [conn] = sessions;
  const place = { type: 'life', ...(conn === undefined ? {} : { conn }) } as const;
  const code = number === 'null' ? {} : { code: Number(number) };
  const exit = { ...place, event: 'exit', ...code, ...(name === 'null' ? {} : { signal: name }) } as const;
  return name === 'SIGTERM' || number === '143' ? [{ ...place, event: 'close' }, exit] : [exit];
}

const NOT_JSON = 'the server wrote this, and it is not JSON';
const TORN = 'this is not a message: the log ends within it, or it was cut';
const CUT =
  'the log has messages as objects of JavaScript, cut below a depth: their bodies are shown as text';
const ANEW = 'messages of the server were written again by the gateway: their text is not exact';
const NO_SESSION = 'the log does not tell sessions apart: one is taken to begin with each initialize';
const NO_SESSION_OF_ANSWERS =
  'the log does not say of which session a message of the server is: that is told by the request it answers';
