import type { Entry } from './frame.ts';
import { createKeyWatch, type KeyWatch } from './key-block.ts';
import type { Redactor } from './redaction.ts';

/** A text that comes in pieces, each an entry of its own. */
interface Stream {
  readonly key: KeyWatch;
  /** The end of the pieces before. */
  end: string;
}

/** How much of a piece counts for what began in it and goes on in the next. */
const END = 512;

/**
 * Makes known to the redactor what is secret only because of what came before it: the lines of a private key, and the
 * parts of a value that a pause or a line break has split. It is to be told of every entry before that is shown or
 * written.
 */
export function createStreamWatch(redactor: Redactor): (entry: Entry) => void {
  const streams = { stderr: newStream(), stdout: newStream(), log: newStream() };

  const take = (stream: Stream, text: string): void => {
    const lines = stream.key.next(text);
    if (lines.length > 0) redactor.learnWords(lines);
    redactor.learnSplit(stream.end, text);
    stream.end = (stream.end + text).slice(-END);
  };

  return (entry) => {
    if (entry.type === 'stderr') take(streams.stderr, entry.text);
    else if (entry.type === 'invalid' && entry.text !== undefined) take(streams.stdout, entry.text);
    else if (entry.type === 'frame' && entry.dir === 's2c') {
      const { key } = streams.log;
      if (!key.isOpen() && !entry.msg.includes('PRIVATE KEY')) return;
      const text = logged(entry.msg);
      if (text !== undefined) redactor.learnWords(key.next(text));
    }
  };
}

const newStream = (): Stream => ({ key: createKeyWatch(), end: '' });

/** What a log message says (server/utilities/logging): its data where that is a text, or the text in it. */
function logged(json: string): string | undefined {
  const { method, params } = JSON.parse(json) as { method?: unknown; params?: { data?: unknown } };
  if (method !== 'notifications/message') return undefined;
  const data = params?.data;
  if (typeof data !== 'object' || data === null) return typeof data === 'string' ? data : undefined;
  const { message, msg, text, line } = data as Readonly<Record<string, unknown>>;
  return [message, msg, text, line, ...Object.values(data)].find((value) => typeof value === 'string');
}
