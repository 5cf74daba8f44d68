import { createParser } from 'eventsource-parser';
import type { EventFields } from '../session/frame.ts';

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
