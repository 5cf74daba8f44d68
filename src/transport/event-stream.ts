import { createParser } from 'eventsource-parser';
import type { Capture, EventFields } from '../session/frame.ts';
import type { Finding } from '../spec/finding.ts';
import { badMessage, type Message, readMessages } from './body.ts';
import type { Exchange, HttpResponse } from './fetch.ts';
import type { Hold } from './sluice.ts';

/** Part of an event stream: an event with its data, or a comment or a retry time by itself. */
export interface StreamEvent {
  readonly fields: EventFields;
  /** The lines of data joined by LF. */
  readonly data?: string;
  /** Lines that are not fields of an event, joined by LF; clients ignore them. */
  readonly stray?: string;
  /** The stream ended before the empty line that ends the event. */
  readonly cut?: true;
  /** Bytes since the previous event were not UTF-8. */
  readonly isBadUtf8?: true;
  /** The event had more than so many characters, and was dropped. */
  readonly tooLong?: number;
}

/** Bytes in, events out ("Server-sent events" of the HTML standard, 9.2.6). */
export interface EventStream {
  push(chunk: Buffer): void;
  /** The stream is over: passes on an event that lacks its end, as `cut`. */
  end(): void;
}

/** Characters in the longest event that is read. */
const LIMIT = 256 * 1024 * 1024;
/** Characters of stray lines that are kept together; each line costs so many beside its text. */
const STRAYS = 1024 * 1024;
const LINE = 16;

export function createEventStream(emit: (event: StreamEvent) => void, limit = LIMIT): EventStream {
  const decoder = new TextDecoder();
  let wasCr = false;
  let isEnding = false;
  let isBadUtf8 = false;
  let strays: string[] = [];
  let straySize = 0;
  /** The rest of an event that was dropped follows. */
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

  /** The parser holds a CR back, since LF may follow: so it gets that LF at once, and not the one that comes. */
  const feed = (text: string): void => {
    const fresh = wasCr && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') wasCr = text.endsWith('\r');
    parser.feed(wasCr && fresh.endsWith('\r') ? `${fresh}\n` : fresh);
  };

  return {
    push(chunk) {
      const text = decoder.decode(chunk, { stream: true });
      // The replacement character itself may be sent; replaced bytes differ from it.
      if (text.includes('\uFFFD') && !chunk.includes('\uFFFD')) isBadUtf8 = true;
      feed(text);
      // It may be the last for long: lines that end like JSON do not wait for the next event.
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
  /** The last event id, from which the stream can be resumed. */
  readonly lastId?: string;
  /** ms to wait before that, as the server asked, with a minimum. */
  readonly retry?: number;
  /** Events with data or an id. */
  readonly events: number;
  /** Why it broke off; absent when it ended properly. */
  readonly broken?: string;
}

/** The least ms before a stream is opened again. */
const SOONEST = 100;

/**
 * Reads the event stream in a response to its end, and emits its events as they come, each followed by the messages in
 * its data. The caller reports the end of the exchange.
 *
 * @param check gets each event first; its findings are added to the event
 * @param hold is called before more is read
 */
export async function readEvents(
  { x, isOver }: Pick<Exchange, 'x' | 'isOver'>,
  response: Pick<HttpResponse, 'read'>,
  emit: (capture: Capture) => void,
  check: (event: StreamEvent) => readonly Finding[] = () => [],
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
    // An event that is cut because we closed the connection is not the fault of the server.
    const isOurs = event.cut === true && isOver();
    for (const capture of eventCaptures(event, x, check(event), isOurs)) emit(capture);
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
 * How an event is recorded: its fields, if it has any, then its messages. Clients ignore events with other names and
 * lines that are not fields; a message in them is reported, and used.
 */
export function eventCaptures(
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

/** The messages in lines some of which are not data. */
const framesOf = (text: string, x: number): readonly Message[] =>
  (readMessages(text, { dir: 's2c', x }) ?? []).filter(({ type }) => type === 'frame');

const badUtf8At = (data: string): string =>
  `invalid UTF-8 in an event, character ${data.indexOf('\uFFFD') + 1} of its data`;

/** The messages in an event; of one that is cut, or has another name, only valid ones. */
function messagesOf(data: string, name: string, x: number, isCut: boolean): readonly Message[] {
  const place = { dir: 's2c', x } as const;
  const found = readMessages(data, place);
  if (name !== 'message' || isCut) return found?.some(({ type }) => type === 'frame') ? found : [];
  return found ?? [badMessage(data, place, 'the data of an event is not JSON')];
}
