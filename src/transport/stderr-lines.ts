import { StringDecoder } from 'node:string_decoder';

/** Characters in the longest line that is not cut. */
const LIMIT = 64 * 1024;

/** Text for people, as lines. */
export interface StderrLines {
  push(chunk: Buffer): void;
  /** A line has begun and was not passed on yet. */
  waiting(): boolean;
  /** The program has been silent for long: passes on the incomplete line, perhaps a prompt. */
  giveUp(): void;
  /** The program is done: passes on what is left. */
  end(): void;
}

/**
 * Splits stderr into lines at LF, CR LF and CR alone (a progress bar that overwrites itself becomes lines; CR at
 * the beginning of a line, where many of them put it, overwrites nothing). A longer line is cut after every `limit`
 * characters; nothing visible is lost.
 */
export function createStderrLines(emit: (line: string) => void, limit = LIMIT): StderrLines {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  /** The previous chunk ended in the CR of a line, so an LF that comes now belongs to it. */
  let wasCr = false;
  /** The beginning of this line was passed on. */
  let isCut = false;

  function take(text: string): void {
    if (text === '') return;
    const fresh = wasCr && text.startsWith('\n') ? text.slice(1) : text;
    wasCr = false;
    let from = 0;
    for (const { 0: end, index } of fresh.matchAll(/\r\n|\n|\r/g)) {
      const line = rest + fresh.slice(from, index);
      const overwrites = line !== '' || isCut;
      if (end !== '\r' || overwrites) cut(line);
      from = index + end.length;
      wasCr = end === '\r' && overwrites && from === fresh.length;
      isCut = false;
      rest = '';
    }
    rest += fresh.slice(from);
    if (rest.length > limit) giveUp();
  }

  function cut(line: string): void {
    if (line === '' && !isCut) emit('');
    for (let from = 0; from < line.length; from += limit) emit(line.slice(from, from + limit));
  }

  function giveUp(): void {
    isCut ||= rest !== '';
    if (rest !== '') cut(rest);
    rest = '';
  }

  return {
    push: (chunk) => take(decoder.write(chunk)),
    waiting: () => rest !== '',
    giveUp,
    end() {
      take(decoder.end());
      giveUp();
    },
  };
}
