import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of a recording, as far as stories look at it. */
export interface Line {
  readonly type: string;
  readonly dir?: string;
  /** The message's JSON text. */
  readonly msg?: string;
}

/** The path of the only recording in a home folder (see `Terminal.home`). */
export function recordingIn(home: string): string {
  const folder = join(home, 'state', 'mcp-loupe', 'recordings');
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
  if (name === undefined || others.length > 0) throw new Error(`not one recording in ${folder}`);
  return join(folder, name);
}

/** The lines of that recording, as far as they are written. */
export function recordedIn(home: string): readonly Line[] {
  // Behind the last line break is nothing, or a line that is being written.
  const lines = readFileSync(recordingIn(home), 'utf8').split('\n').slice(0, -1);
  return lines.map(lineOf);
}

/** The messages of one direction that have a text in them. */
export function sentWith(home: string, text: string, dir = 'c2s'): readonly string[] {
  return recordedIn(home).flatMap((line) => (line.dir === dir && line.msg?.includes(text) ? [line.msg] : []));
}

/** `msg` is the last member of a line and stands there verbatim, see docs/transcript.md. */
function lineOf(line: string): Line {
  const at = line.indexOf(',"msg":');
  const { type, dir } = JSON.parse(line) as Line;
  return { type, ...(dir === undefined ? {} : { dir }), ...(at < 0 ? {} : { msg: line.slice(at + 7, -1) }) };
}
