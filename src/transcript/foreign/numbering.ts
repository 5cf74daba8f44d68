import { exitDetail } from '../../session/error-line.ts';
import type { Entry, FrameEntry, LifeEntry, Writable } from '../../session/frame.ts';
import { createMatcher, type Matcher } from '../../session/match.ts';
import { classify, type Envelope } from '../../spec/envelope.ts';
import type { ReadEntry } from '../read.ts';
import { createDirections, type Directions } from './direction.ts';
import { type LogItem, type LogOutput, subjectOf } from './kind.ts';

/** Makes numbered entries of what a log holds, as if its messages had been recorded by this program. */
export interface Numbering {
  /** The entries of the next thing: itself, and a finding for each assumption that was made by then. */
  take(item: LogItem): readonly Omit<ReadEntry, 'place'>[];
  /** Takes what was assumed; of each subject the first counts. */
  assume: LogOutput['assume'];
  /** What is left to say when all is read: the assumptions about a log without any line. */
  end(): readonly Omit<ReadEntry, 'place'>[];
}

/** One server, process or client of a log. */
interface Connection {
  readonly number: number;
  session: number;
  /** The log says when it began. */
  isStarted: boolean;
  /** Its session has messages. */
  isUsed: boolean;
  /** Its session has an `initialize`, which was not refused; another one is that of a new session. */
  isBegun: boolean;
  /** Something was answered in its session. */
  isAnswered: boolean;
  /** It is told that messages are missing. */
  isPartial: boolean;
  /** What the server wrote last, by which it is told why it ended. */
  stderr: string[];
  matcher: Matcher;
  directions: Directions;
}

/** The id of the rule by which everything is reported that was assumed. */
const ASSUMED = 'foreign/assumed';
/** The id of the rule by which it is reported that a client refused an answer. */
const REFUSED = 'foreign/refused';

/**
 * @param started when the transcript begins, in ms since 1970; it begins with the first time that comes where that is not known
 * @param tool the program that wrote the log
 */
export function createNumbering(started: number | undefined, tool: string): Numbering {
  let begins = started;
  const isAnnounced = ANNOUNCED.has(tool);
  const connections = new Map<string, Connection>();
  let count = 0;
  const said = new Set<string>();
  let untold: string[] = [];
  let last = 0;
  let time = 0;

  const next = (): number => ++last;
  const tell = (conn: number, session: number, refused?: string): Omit<ReadEntry, 'place'>[] => {
    const at = last;
    const found = (rule: string, message: string) => ({
      entry: { type: 'finding', seq: next(), t: time, conn, session, at, rule, message } as const,
    });
    const told = untold.map((message) => found(ASSUMED, message));
    untold = [];
    return refused === undefined ? told : [...told, found(REFUSED, refused)];
  };
  const assume: Numbering['assume'] = (about, sentence, conn) => {
    if (!said.has(subjectOf(about, conn))) untold.push(sentence);
    said.add(subjectOf(about, conn));
  };

  return {
    take(item) {
      const { at, conn: label = '', restarts } = item;
      const connection = connectionOf(label, item.type === 'message');
      if (at !== undefined) {
        begins ??= at;
        // Parts of a ms, which some logs have, are no more exact than µs.
        time = Math.max(0, Math.round((at - begins) * 1000) / 1000);
      }
      const { message, refused } = item.type === 'message' ? item : {};
      const envelope = item.type === 'message' ? classify(message) : undefined;
      const opens = envelope?.kind === 'request' && envelope.method === 'initialize';
      if ((restarts === true && connection.isUsed) || (opens && connection.isBegun)) restart(connection);
      if (opens) connection.isBegun = true;
      // A handshake that HTTP refused is tried again in the same session.
      if (item.type === 'http' && (item.status ?? 0) >= 400 && !connection.isAnswered)
        connection.isBegun = false;
      if (envelope?.kind === 'result') connection.isAnswered = true;
      const isCut = isMiddle(item, envelope, connection, isAnnounced);
      if (isCut && isAnnounced && !lacksBodies(said, label)) assume('session', MIDDLE);
      const lacks = !connection.isPartial && (isCut || lacksBodies(said, label));
      const gap = lacks ? [lacking(connection, next(), time, begins)] : NOTHING;
      if (envelope !== undefined) connection.isUsed = true;
      const numbered = { seq: next(), t: time, conn: connection.number, session: connection.session };
      const entry = entryOf(item, envelope, numbered, connection);
      const made = item.type === 'message' ? { entry, message } : { entry };
      if (untold.length === 0 && refused === undefined && gap.length === 0) return [made];
      return [...gap, made, ...tell(numbered.conn, numbered.session, refused)];
    },
    assume,
    end: () => tell(1, 0),
  };

  /** Lines that name no connection are of the first connection, be they before or after it begins. */
  function connectionOf(label: string, isMessage: boolean): Connection {
    const known = connections.get(label);
    if (known !== undefined) return known;
    const [first] = connections.values();
    const isOfFirst =
      label === '' ? !isMessage : count === 1 && connections.has('') && first?.isUsed === false;
    const connection = first !== undefined && isOfFirst ? first : begun(++count);
    connections.set(label, connection);
    return connection;
  }

  function entryOf(
    item: LogItem,
    envelope: Envelope | undefined,
    numbered: Pick<Entry, 'seq' | 't' | 'conn' | 'session'>,
    connection: Connection,
  ): Entry {
    switch (item.type) {
      case 'message':
        return frameOf(item, envelope, numbered, connection);
      case 'invalid': {
        const { type, text, why, pre = '' } = item;
        const dir = item.dir ?? connection.directions.around(pre) ?? 's2c';
        return { type, ...numbered, dir, n: Buffer.byteLength(text), text, why };
      }
      case 'stderr':
        connection.stderr.push(item.text);
        if (connection.stderr.length > STDERR) connection.stderr.shift();
        return { type: 'stderr', ...numbered, text: item.text };
      case 'own':
        return { type: 'stderr', ...numbered, from: tool, text: item.text };
      case 'life':
        return lifeOf(item, { ...numbered, at: new Date((begins ?? 0) + time).toISOString() }, connection);
      case 'http': {
        const { at: _, conn: __, restarts: ___, ...line } = item;
        return { ...line, ...numbered };
      }
    }
  }
}

/** Lines of stderr among which the reason of an end is looked for. */
const STDERR = 40;

function lifeOf(
  item: Extract<LogItem, { type: 'life' }>,
  numbered: Pick<LifeEntry, 'seq' | 't' | 'conn' | 'session' | 'at'>,
  { matcher, stderr }: Connection,
): LifeEntry {
  const { restarts: _, ...line } = item;
  const entry = { ...line, ...numbered };
  matcher.life(entry);
  return item.event === 'exit' ? withReason(entry, stderr) : entry;
}

/** The end of a server, with what its stderr says of it; who was ended has no reason of its own. */
function withReason(entry: LifeEntry, stderr: readonly string[]): LifeEntry {
  const { code, signal, detail } = entry;
  const isOwn = (code !== undefined && code !== 0) || signal !== undefined || detail !== undefined;
  const said = isOwn ? exitDetail(entry, stderr) : undefined;
  if (said === undefined) return entry;
  return { ...entry, detail: detail === undefined ? said : `${detail}; ${said}` };
}

const NOTHING: readonly never[] = [];
const LACKING = 'messages are missing from the log: what depends on them is not judged';

/** Whether the log lacks bodies, of all or of one connection. */
const lacksBodies = (said: ReadonlySet<string>, label: string): boolean =>
  said.has('bodies') || said.has(subjectOf('bodies', label));

/** Says of a connection that messages are missing: nobody is to be blamed for that. */
function lacking(connection: Connection, seq: number, t: number, begins = 0): Omit<ReadEntry, 'place'> {
  connection.isPartial = true;
  const { number: conn, session } = connection;
  const at = new Date(begins + t).toISOString();
  return { entry: { type: 'life', seq, t, conn, session, at, event: 'unrecorded', detail: LACKING } };
}

/** What a client may send first. */
const FIRST: ReadonlySet<string> = new Set(['initialize', 'server/discover', 'ping']);
/** How what a client says of itself with each request begins, where there is no handshake. */
const OF_CLIENT = '"io.modelcontextprotocol/';
const MIDDLE =
  'the log begins in the middle of a session: what was before is not known, and nobody is blamed for it';

/** Programs that log when a session begins. */
const ANNOUNCED: ReadonlySet<string> = new Set(['claude-desktop', 'vscode', 'mcporter']);

/**
 * Whether the first message of a connection has something before it: an answer always, and what a client sends after its
 * handshake where the beginning would have been logged.
 */
function isMiddle(
  item: LogItem,
  envelope: Envelope | undefined,
  connection: Connection,
  isAnnounced: boolean,
): boolean {
  if (item.type === 'life') connection.isStarted = true;
  if (item.type !== 'message' || connection.isUsed || connection.session > 0) return false;
  switch (envelope?.kind) {
    case 'result':
    case 'error':
      return true;
    case 'request':
    case 'notification': {
      const isLater = !FIRST.has(envelope.method) && !item.text.includes(OF_CLIENT);
      return isLater && item.dir === 'c2s' && isAnnounced && !connection.isStarted;
    }
    default:
      return false;
  }
}

const begun = (number: number): Connection => ({
  number,
  session: 0,
  isStarted: false,
  isUsed: false,
  isBegun: false,
  isAnswered: false,
  isPartial: false,
  stderr: [],
  matcher: createMatcher(),
  directions: createDirections(),
});

function restart(connection: Connection): void {
  connection.session += 1;
  connection.isUsed = false;
  connection.isBegun = false;
  connection.isAnswered = false;
  connection.stderr = [];
  connection.matcher = createMatcher();
  connection.directions = createDirections();
}

/** By hand, for there are millions of them. */
function frameOf(
  item: Extract<LogItem, { type: 'message' }>,
  envelope: Envelope | undefined,
  numbered: Pick<Entry, 'seq' | 't' | 'conn' | 'session'>,
  { matcher, directions }: Connection,
): FrameEntry {
  const { text, pre = '', post = '', part, x } = item;
  const { seq, t, conn, session } = numbered;
  const said = envelope ?? { kind: 'none', why: '' };
  const dir = directions.of(said, item.dir, pre + post);
  const match = matcher.match(x === undefined ? { dir, seq, t } : { dir, seq, t, x }, said);
  const entry: Writable<FrameEntry> = {
    type: 'frame',
    seq,
    t,
    conn,
    session,
    dir,
    n: Buffer.byteLength(text),
    msg: text,
  };
  if (match.re !== undefined) entry.re = match.re;
  if (item.ms !== undefined) entry.ms = item.ms;
  else if (item.at !== undefined && match.ms !== undefined) entry.ms = Math.round(match.ms * 1000) / 1000;
  if (x !== undefined) entry.x = x;
  if (pre !== '') entry.pre = pre;
  if (post !== '') entry.post = post;
  if (part !== undefined) entry.part = part;
  return entry;
}
