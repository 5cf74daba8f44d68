import type { Direction } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';

/**
 * The life of what crosses the wire.
 *
 *   bytes ─▶ transport ─▶ Capture ─▶ host: number, match ─▶ Entry ─┬▶ recorder (a transcript line)
 *                          (exact text,                            ├▶ store (reduce → SessionState)
 *                           parsed once)                           └▶ connection (settles the request)
 *
 * A transport hands over a {@link Capture}; the host gives it a number, a time and its match and makes it
 * an {@link Entry}. An entry is one line of a transcript (docs/transcript.md), so a reopened file feeds the
 * very same reducer as a live server.
 */

/** Who caused a frame: a person, this program by itself, or the server. */
export type Origin = 'user' | 'auto' | 'server';

/** What every entry has. `seq` is its order over all types (the header is 0), `t` is ms since the start. */
interface Numbered {
  readonly seq: number;
  readonly t: number;
  /** One process or one HTTP client; ids are unique per connection and direction. */
  readonly conn: number;
  /** Counts the restarts within a connection. */
  readonly session: number;
  /** JSON pointers of what was replaced by the redaction; present only in what was read from a file. */
  readonly redacted?: readonly string[];
}

/** A JSON-RPC message exactly as it crossed the wire, with what surrounded it. */
export interface FrameEntry extends Numbered {
  readonly type: 'frame';
  readonly dir: Direction;
  /** Bytes of the physical line without its LF (of the whole line, for each part of a batch). */
  readonly n: number;
  /** The seq of the request that this response answers. */
  readonly re?: number;
  /** Latency of the answered request in ms. */
  readonly ms?: number;
  /** The HTTP exchange it came in. */
  readonly x?: number;
  readonly by?: Origin;
  readonly cut?: readonly string[];
  /** Text of the physical line before and after the message: a BOM, a log prefix, a CR. */
  readonly pre?: string;
  readonly post?: string;
  /** The physical line number, per direction, from 1. */
  readonly line?: number;
  /** `[i, n]`: its place, from 0, among the n messages on one line or in one batch. */
  readonly part?: readonly [number, number];
  /** How many physical lines the message was spread over. */
  readonly lines?: number;
  /** Base64 of the original bytes, when they are not valid UTF-8 or line breaks had to be replaced. */
  readonly raw?: string;
  /** The message's JSON text, to the character. */
  readonly msg: string;
}

/** Whether a frame came from a client that is not this program: every one of our own says who caused it. */
export const isAnothers = ({ dir, by }: Pick<FrameEntry, 'dir' | 'by'>): boolean =>
  dir === 'c2s' && by === undefined;

/** A line that holds no message. */
export interface InvalidEntry extends Numbered {
  readonly type: 'invalid';
  readonly dir: Direction;
  readonly n: number;
  /** The HTTP exchange it came in. */
  readonly x?: number;
  readonly line?: number;
  /** How many physical lines, where that is more than one: of junk that comes in masses, many are one entry. */
  readonly lines?: number;
  readonly text?: string;
  readonly base64?: string;
  /** One plain sentence. */
  readonly why: string;
}

/** One line of the server's stderr. */
export interface StderrEntry extends Numbered {
  readonly type: 'stderr';
  /** The program whose own line it is, where that is not the server: the one whose log was opened. */
  readonly from?: string;
  readonly text: string;
}

/**
 * What happened to the connection itself. `reconnect`: the connection to a remote server starts again, earlier requests are not answered
 * any more. `assumed`: an error without an id was taken for the answer to the only request that was open, or to the one
 * whose event stream it came in. `lost`: the HTTP exchange of a request ended without its answer. `throttled`: what the
 * server has us do again and again is spaced out from now on. `unrecorded`: messages are missing from here on, and what depends on them is not judged. `authorization`: a step of it (basic/authorization).
 */
export type LifeEvent =
  | 'spawn'
  | 'ready'
  | 'close'
  | 'exit'
  | 'reconnect'
  | 'timeout'
  | 'cancel'
  | 'assumed'
  | 'lost'
  | 'throttled'
  | 'unrecorded'
  | 'authorization';

/**
 * What happens in an authorization beside the exchanges of HTTP. `kept`: tokens of an earlier time are used. `remark`:
 * something is wrong with what is kept, or an answer came that is not taken. `wanted`: the server refused a request. `client`:
 * it was decided which client id we use. `asked`: a person is to open a page. `answered`: the person has been there.
 */
export type AuthorizationStep =
  | 'kept'
  | 'remark'
  | 'wanted'
  | 'client'
  | 'asked'
  | 'answered'
  | 'granted'
  | 'failed'
  | 'forgotten';

/** A step in the life of the connection; `at` is the wall clock in ISO 8601. */
export interface LifeEntry extends Numbered {
  readonly type: 'life';
  readonly at: string;
  readonly event: LifeEvent;
  /** `spawn`: the process id. */
  readonly pid?: number;
  /** `spawn`: it got only what a client would pass of the environment, and what was given by name. */
  readonly clean?: true;
  /** `exit`: how the process ended. */
  readonly code?: number;
  readonly signal?: string;
  /** `timeout`, `cancel`, `assumed` and `lost`: the seq of the request they end. */
  readonly re?: number;
  /**
   * `assumed`: the seq of the error without an id. `timeout`, `cancel`: that of the answer, where the request was still to
   * go on with input or as a task.
   */
  readonly answer?: number;
  /** `reconnect`: the transport it goes on with, where that is another one. */
  readonly transport?: string;
  /** `authorization`: what happened. */
  readonly step?: AuthorizationStep;
  /** `authorization`: the page that a person is to open. */
  readonly url?: string;
  /** `close`: whose end of the connection a tap saw end; absent where it is ours. */
  readonly side?: 'client';
  /** What else is worth saying, in one sentence. */
  readonly detail?: string;
}

/** A header of HTTP as it stood on the wire. */
export type HeaderLine = readonly [name: string, value: string];

/** The value of a header, the first where there are several; names are compared in any case (RFC 9110, 5.1). */
export const headerIn = (headers: readonly HeaderLine[], name: string): string | undefined =>
  headers.find(([own]) => own.toLowerCase() === name)?.[1];

/** The fields of an event of an event stream, its data aside ("Server-sent events" of the HTML standard, 9.2.6). */
export interface EventFields {
  readonly id?: string;
  readonly event?: string;
  /** ms. */
  readonly retry?: number;
  readonly comment?: string;
}

/**
 * What belongs to HTTP other than messages. An exchange is one request with everything that follows on it:
 *
 *   request ─▶ response ─▶ (event)… ─▶ end        the body was read to its end
 *      │  ▲        │           │
 *      │  └────────┘           └────▶ error       it broke off, or we closed it
 *      └──▶ error                                 a redirect that is followed starts again
 */
export interface HttpEntry extends Numbered {
  readonly type: 'http';
  /** The number of the exchange, from 1 for each connection. */
  readonly x: number;
  readonly phase: HttpPhase;
  /** `request`: what it is for, when that is authorization. */
  readonly for?: HttpPurpose;
  readonly method?: string;
  readonly url?: string;
  readonly status?: number;
  /** In order, with their duplicates. */
  readonly headers?: readonly HeaderLine[];
  readonly event?: EventFields;
  /** The body of a message, or the data of an event, where it is not a frame. */
  readonly body?: string;
  /** The same, when it is not text. */
  readonly base64?: string;
  /** `error`: why, in one sentence. */
  readonly detail?: string;
  /** `error`: the code of the system's error for which there was no response, e.g. `ECONNREFUSED`. */
  readonly code?: string;
}

/**
 * What an exchange does for authorization: `callback` is a request of the browser to us, all others are our own to the
 * server (`resource metadata`) and the authorization server.
 */
export type HttpPurpose =
  | 'resource metadata'
  | 'server metadata'
  | 'registration'
  | 'callback'
  | 'token'
  | 'refresh';

export type HttpPhase = 'request' | 'response' | 'event' | 'end' | 'error';

/** Something wrong on the wire, reported at the entry `at`. */
export interface FindingEntry extends Numbered {
  readonly type: 'finding';
  readonly at: number;
  readonly rule: string;
  /** A JSON pointer into the message, or nothing for the whole of it. */
  readonly path?: string;
  readonly message: string;
  /** Whose fault it is, where that is not the server's. */
  readonly side?: 'client';
  /** How many it stands for, where that is more than one: of those that come in masses, many are one entry. */
  readonly count?: number;
}

/** What the person wrote at an entry. */
export interface NoteEntry extends Numbered {
  readonly type: 'note';
  readonly at: number;
  readonly mark?: boolean;
  readonly text?: string;
}

/** One line of a transcript after the header. */
export type Entry =
  | FrameEntry
  | InvalidEntry
  | StderrEntry
  | HttpEntry
  | LifeEntry
  | FindingEntry
  | NoteEntry;

type WithoutHost<T> = T extends unknown
  ? Omit<T, 'seq' | 't' | 'conn' | 'session' | 'redacted' | 're' | 'ms' | 'by'>
  : never;

/**
 * What a transport hands to the host, in wire order. A frame carries its message parsed once (`message`),
 * so that it is not parsed again on the hot path; `findings` are those of the framing alone.
 */
export type Capture =
  | (WithoutHost<FrameEntry> & { readonly message: unknown; readonly findings?: readonly Finding[] })
  | (WithoutHost<InvalidEntry> & { readonly findings?: readonly Finding[] })
  | WithoutHost<StderrEntry>
  | (WithoutHost<HttpEntry> & { readonly findings?: readonly Finding[] })
  | (WithoutHost<LifeEntry> & { readonly re?: number });

/** The text of a line as rows show it. */
export function textOf(entry: Entry): string {
  switch (entry.type) {
    case 'frame':
      return entry.msg;
    case 'invalid':
      return entry.text ?? entry.base64 ?? '';
    case 'stderr':
      return entry.text;
    case 'http':
      return httpText(entry);
    case 'life':
      return entry.detail ?? (entry.side === undefined ? '' : LEFT);
    case 'finding':
      return entry.message;
    case 'note':
      return entry.text ?? '';
  }
}

/** What is said where a tap saw the client's end of the connection end. */
export const LEFT = 'the client left';

/** What a step in the life of the connection says, a line for each thing: the event first. */
export function lifeLines({ event, pid, code, signal, re, side, detail = '' }: LifeEntry): readonly string[] {
  const told = [
    `${event}${pid === undefined ? '' : `, process ${pid}`}`,
    side === undefined ? '' : LEFT,
    code === undefined ? '' : `exit code ${code}`,
    signal === undefined ? '' : `ended by ${signal}`,
    re === undefined ? '' : `request #${re}`,
    detail,
  ];
  return told.filter((text) => text !== '');
}

/** What a line of HTTP says, its headers aside. */
function httpText({ phase, method, url, status, event, body, base64, detail }: HttpEntry): string {
  const said = [phase, method, url, status, detail, ...Object.values(event ?? {}), body ?? base64];
  return said.filter((part) => part !== undefined).join(' ');
}

/** A thing while it is put together, member by member: where there are millions, spreads cost too much. */
export type Writable<T> = { -readonly [Member in keyof T]: T[Member] };

/** Why the exchanges of HTTP that were open at the end are over. */
export const WAS_CLOSED = 'the connection was closed';
