import type { Capture } from '../session/frame.ts';
import type { Finding } from '../spec/finding.ts';
import { badMessage, type Message, messagesIn } from './body.ts';
import { createEventStream, type StreamEvent } from './event-stream.ts';
import type { Exchange, HttpResponse } from './fetch.ts';
import type { Hold } from './sluice.ts';

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
