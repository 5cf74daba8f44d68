import { createParser } from 'eventsource-parser';
import type { Capture, EventFields } from '../session/frame.ts';
import type { Finding } from '../spec/finding.ts';
import { badMessage, type Message, messagesIn } from './body.ts';
import type { Exchange, HttpResponse } from './fetch.ts';
import type { Hold } from './sluice.ts';

/** What came in an event stream: an event with its data, or a comment or a retry time by itself. */
export interface StreamEvent {
  readonly fields: EventFields;
  /** The lines of data joined by LF. */
  readonly data?: string;
  /** Lines that are no field of an event, joined by LF; clients ignore them. */
  readonly stray?: string;
  /** The stream ended before the empty line that ends the event. */
  readonly cut?: true;
  /** Bytes that came since the event before were no UTF-8. */
  readonly isBadUtf8?: true;
  /** The event had more characters than are taken, and was dropped. */
  readonly tooLong?: number;
}

/** Bytes in, events out ("Server-sent events" of the HTML standard, 9.2.6). */
export interface EventStream {
  push(chunk: Buffer): void;
  /** The stream is over: hands over an event that lacks its end, as `cut`. */
  end(): void;
}

/** Characters in the longest event that is taken. */
const LIMIT = 256 * 1024 * 1024;
/** Characters of lines that are no field and wait for more; each costs so many beside its text. */
const STRAYS = 1024 * 1024;
const LINE = 16;

export function createEventStream(emit: (event: StreamEvent) => void, limit = LIMIT): EventStream {
  const decoder = new TextDecoder();
  let wasCr = false;
  let isEnding = false;
  let isBadUtf8 = false;
  let strays: string[] = [];
  let straySize = 0;
  /** What comes is the rest of an event that was dropped. */
  let isDropping = false;

  const takeStrays = (): Pick<StreamEvent, 'stray'> => {
    if (strays.length === 0) return {};
    const stray = strays.join('\n');
    strays = [];
    straySize = 0;
    return { stray };
  };
  const flushStrays = (): void => {
    if (strays.length > 0) emit({ fields: {}, ...takeStrays() });
  };

  const parser = createParser({
    onEvent({ id, event, data }) {
      const fields = { ...(id === undefined ? {} : { id }), ...(event === undefined ? {} : { event }) };
      const isBad = isBadUtf8 && data.includes('\uFFFD');
      if (isBad) isBadUtf8 = false;
      const marks = {
        ...(isEnding ? { cut: true as const } : {}),
        ...(isBad ? { isBadUtf8: true as const } : {}),
      };
      isDropping = false;
      emit({ fields, data, ...takeStrays(), ...marks });
    },
    onRetry: (retry) => emit({ fields: { retry } }),
    onComment: (comment) => emit({ fields: { comment } }),
    maxBufferSize: limit,
    onError({ type, line }) {
      if (type === 'unknown-field' && line !== undefined && !isDropping) {
        strays.push(line);
        straySize += line.length + LINE;
        if (straySize > STRAYS) flushStrays();
      }
      if (type !== 'max-buffer-size-exceeded') return;
      parser.reset();
      isDropping = true;
      emit({ fields: {}, tooLong: limit });
    },
  });

  /** The parser keeps a CR back, since LF may follow: so it gets that LF at once, and not the one that comes. */
  const feed = (text: string): void => {
    const fresh = wasCr && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') wasCr = text.endsWith('\r');
    parser.feed(wasCr && fresh.endsWith('\r') ? `${fresh}\n` : fresh);
  };

  return {
    push(chunk) {
      const text = decoder.decode(chunk, { stream: true });
      // The character itself may be sent; what was replaced by it has other bytes.
      if (text.includes('\uFFFD') && !chunk.includes('\uFFFD')) isBadUtf8 = true;
      feed(text);
      // It may be all that comes for long: the end of JSON is not waited with for the event that follows.
      if (/[}\]]\s*$/.test(strays.at(-1) ?? '') && /[\r\n]$/.test(text)) flushStrays();
    },
    end() {
      feed(decoder.decode());
      isEnding = true;
      parser.feed('\n\n');
      flushStrays();
    },
  };
}

/** How an event stream ended. */
export interface StreamEnd {
  /** The id of the last event that had one: where it can be resumed. */
  readonly lastId?: string;
  /** ms to wait before that, as the server asked; some, even where it asks for none. */
  readonly retry?: number;
  /** Events with data or an id. */
  readonly events: number;
  /** Why it broke off; nothing when it ended as HTTP has it. */
  readonly broken?: string;
}

/** ms before a stream is asked for again at the least: not a thousand times a second. */
const SOONEST = 100;

/**
 * Reads the event stream in a response to its end, and hands over its events as they come, each followed by the
 * messages in its data. The end of the exchange is for the caller to tell.
 *
 * @param inspect is told each event first; what it finds stands at it
 * @param hold is asked before more is read
 */
export async function readEvents(
  { x, isOver }: Pick<Exchange, 'x' | 'isOver'>,
  response: Pick<HttpResponse, 'read'>,
  emit: (capture: Capture) => void,
  inspect: (event: StreamEvent) => readonly Finding[] = () => [],
  hold?: Hold,
): Promise<StreamEnd> {
  let end: Omit<StreamEnd, 'broken'> = { events: 0 };
  const stream = createEventStream((event) => {
    const { id, retry } = event.fields;
    const counts = event.data !== undefined || id !== undefined ? 1 : 0;
    end = {
      ...end,
      events: end.events + counts,
      ...(id === undefined ? {} : { lastId: id }),
      ...(retry === undefined ? {} : { retry: Math.max(retry, SOONEST) }),
    };
    // What is half there when we hang up is nothing that the server does wrong.
    const isOurs = event.cut === true && isOver();
    for (const capture of eventCaptures(event, x, inspect(event), isOurs)) emit(capture);
  });
  try {
    await response.read(stream.push, hold);
    stream.end();
    return end;
  } catch (error) {
    stream.end();
    return { ...end, broken: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * What an event is recorded as: its fields, where it has any, then its messages. An event with a name of its own is
 * none that a client looks into, and so are lines that are no field; one that holds a message is told, and used.
 */
function eventCaptures(
  { fields, data, stray, cut, tooLong, isBadUtf8 }: StreamEvent,
  x: number,
  found: readonly Finding[],
  isOurs: boolean,
): readonly Capture[] {
  const finding = cut &&
    !isOurs && {
      rule: 'http/cut-event',
      message: 'the stream ended in the middle of this event; clients that obey the standard drop it',
    };
  const name = fields.event ?? 'message';
  const own = data === undefined || data.trim() === '' ? [] : messagesOf(data, name, x, cut === true);
  const whole = stray === undefined ? data : data === undefined ? stray : `${data}\n${stray}`;
  const strayed = stray === undefined ? [] : framesOf(whole ?? '', x);
  const messages = strayed.length > own.filter(({ type }) => type === 'frame').length ? strayed : own;
  const isForeign = name !== 'message' && name !== 'endpoint' && messages.length > 0;
  const findings = [
    ...found,
    ...(tooLong === undefined
      ? []
      : [{ rule: 'http/too-long', message: `an event of more than ${tooLong} characters was dropped` }]),
    ...(finding ? [finding] : []),
    ...(isBadUtf8 ? [{ rule: 'http/utf8', message: badUtf8At(data ?? '') }] : []),
    ...(messages === strayed && stray !== undefined
      ? [{ rule: 'http/not-json', message: `a message in lines without "data:", which clients ignore` }]
      : []),
    ...(isForeign
      ? [{ rule: 'http/event-name', message: `a message in an event named "${name}", which clients ignore` }]
      : []),
  ];
  const isBody = whole !== undefined && whole !== '' && messages.length === 0;
  if (Object.keys(fields).length === 0 && findings.length === 0 && messages.length > 0) return messages;
  return [
    {
      ...{ type: 'http', x, phase: 'event', event: fields },
      ...(isBody ? { body: whole } : {}),
      ...(findings.length > 0 ? { findings } : {}),
    },
    ...messages,
  ];
}

/** The messages in lines of which some are no data. */
const framesOf = (text: string, x: number): readonly Message[] =>
  (messagesIn(text, { dir: 's2c', x }) ?? []).filter(({ type }) => type === 'frame');

const badUtf8At = (data: string): string =>
  `invalid UTF-8 in an event, character ${data.indexOf('\uFFFD') + 1} of its data`;

/** Of an event that is cut, or has a name of its own, only what is a message. */
function messagesOf(data: string, name: string, x: number, isCut: boolean): readonly Message[] {
  const place = { dir: 's2c', x } as const;
  const found = messagesIn(data, place);
  if (name !== 'message' || isCut) return found?.some(({ type }) => type === 'frame') ? found : [];
  return found ?? [badMessage(data, place, 'the data of an event is not JSON')];
}
