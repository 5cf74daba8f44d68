import { readHead } from '../disk/file.ts';
import { reason } from '../text/reason.ts';
import { HEAD } from './foreign/kind.ts';
import type { LogFile } from './foreign/log-file.ts';
import { openTranscript, type Transcript } from './read.ts';
import { TranscriptError } from './read-header.ts';

/**
 * Opens what was written of a session: a transcript, or a log of another program as if it were one. Rejects with a
 * {@link TranscriptError} that names the file.
 *
 * @param name what is said in place of the path, which is that of a copy
 */
export async function openWritten(path: string, name?: string): Promise<Transcript> {
  const open = async (): Promise<Transcript> => {
    const head = headOf(path);
    if (isOurs(head)) return openTranscript(path);
    const { openLog, transcriptOf } = await import('./foreign/opening.ts');
    return transcriptOf(await openLog({ path, head }));
  };
  return called(name, await open().catch((error) => tell(error, path, name)));
}

/** The message of an error names the copy as a person knows it. */
function tell(error: unknown, path: string | undefined, name: string | undefined): never {
  if (error instanceof TranscriptError && path !== undefined && name !== undefined)
    error.message = error.message.replace(path, name);
  throw error;
}

const called = (name: string | undefined, transcript: Transcript): Transcript =>
  name === undefined ? transcript : { ...transcript, name };

/** Whether it can be told by now what a file is, which is still written. */
export async function isKnown(path: string): Promise<boolean> {
  const head = headOf(path);
  if (isOurs(head) || head.length === HEAD) return true;
  const { kindOf } = await import('./foreign/kinds.ts');
  return kindOf('', head.toString('utf8')) !== undefined;
}

/**
 * Opens several. Logs that go on in each other become one session, and one that holds several servers becomes several. Rejects as
 * {@link openWritten} does, with none left open.
 */
export async function openAllWritten(
  paths: readonly string[],
  name?: string,
): Promise<readonly Transcript[]> {
  const opened: { close(): void }[] = [];
  const kept = <One extends { close(): void }>(one: One): One => {
    opened.push(one);
    return one;
  };
  try {
    const files = paths.map((path) => ({ path, head: headOf(path) }));
    const ours = files.filter(({ head }) => isOurs(head));
    const transcripts = ours.map(({ path }) => kept(openTranscript(path)));
    if (ours.length === files.length) return transcripts.map((one) => called(name, one));
    const { openLog, sessionsOf, transcriptOf } = await import('./foreign/opening.ts');
    const logs: LogFile[] = [];
    for (const file of files) if (!ours.includes(file)) logs.push(kept(await openLog(file)));
    const sessions = (await sessionsOf(logs)).map((log) => kept(transcriptOf(log)));
    const all = [...transcripts, ...sessions];
    all.sort((one, other) => paths.indexOf(one.path) - paths.indexOf(other.path));
    return all.map((one) => called(name, one));
  } catch (error) {
    for (const one of opened) one.close();
    return tell(error, paths[0], name);
  }
}

/** Opens logs of other programs as one log, in which what is not of the same server is told apart as connections. */
export async function openAsOne(paths: readonly string[]): Promise<LogFile> {
  const { allJoined, openLog } = await import('./foreign/opening.ts');
  const logs: LogFile[] = [];
  try {
    for (const path of paths) {
      const head = headOf(path);
      if (isOurs(head)) throw new TranscriptError(`${path} is a transcript already`);
      logs.push(await openLog({ path, head }));
    }
    return allJoined(logs);
  } catch (error) {
    for (const log of logs) log.close();
    throw error;
  }
}

/** Whether a file means to be a transcript: what is wrong with it is then said as of one. */
function isOurs(head: Buffer): boolean {
  const end = head.indexOf(10);
  return head.toString('utf8', 0, end < 0 ? head.length : end).includes('"mcp-transcript"');
}

function headOf(path: string): Buffer {
  try {
    return readHead(path, HEAD);
  } catch (error) {
    throw new TranscriptError(`cannot open ${path}: ${reason(error)}`, { cause: error });
  }
}
