import { readHead } from '../disk/file.ts';
import { reason } from '../text/reason.ts';
import { HEAD } from './foreign/kind.ts';
import type { LogFile } from './foreign/log-file.ts';
import { openTranscript, type Transcript } from './read.ts';
import { TranscriptError } from './read-header.ts';

/**
 * Opens what was written of a session: a transcript, or a log of another program as if it were one. Rejects with a
 * {@link TranscriptError} that names the file, also for a log of several servers.
 */
export async function openWritten(path: string): Promise<Transcript> {
  const [one, ...others] = await openAllWritten([path]);
  if (one !== undefined && others.length === 0) return one;
  for (const other of [one, ...others]) other?.close();
  const names = [one, ...others].map((of) => of?.log?.server);
  throw new TranscriptError(
    `${path} holds several servers (${names.join(', ')}): take one out first, mcp-loupe export FILE --server NAME --to transcript -o OUT`,
  );
}

/** The message of an error names the copy as a person knows it. */
function tell(error: unknown, path: string | undefined, name: string | undefined): never {
  if (error instanceof TranscriptError && path !== undefined && name !== undefined)
    error.message = error.message.replace(path, name);
  throw error;
}

const called = (name: string | undefined, transcript: Transcript): Transcript =>
  name === undefined ? transcript : { ...transcript, name };

/** Whether it can be told by now what a file is, which is still written; a document can be read once it is whole. */
export async function isKnown(path: string): Promise<boolean> {
  const head = headOf(path);
  if (isOurs(head)) return true;
  const form = (await kindIn(path, head))?.form;
  return form === undefined ? head.length === HEAD : form === 'lines';
}

/** Whether a file is a log of another program. */
export async function isLog(path: string): Promise<boolean> {
  return (await kindIn(path, headOf(path))) !== undefined;
}

async function kindIn(path: string, head: Buffer) {
  const { recognized } = await import('./foreign/log-file.ts');
  return recognized(path, head).kind;
}

/**
 * Opens several. Logs that go on in each other become one session, and one that holds several servers becomes several. Rejects as
 * {@link openWritten} does, with none left open.
 *
 * @param name what is said in place of the path, which is that of a copy
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

/**
 * Opens logs of other programs as one log, in which what is not of the same server is told apart as connections.
 *
 * @param servers the names of those that are meant; all where there are none
 */
export async function openAsOne(paths: readonly string[], servers: readonly string[]): Promise<LogFile> {
  const { allJoined, openLog, serversIn } = await import('./foreign/opening.ts');
  const logs: LogFile[] = [];
  try {
    for (const path of paths) {
      const head = headOf(path);
      if (isOurs(head)) throw new TranscriptError(`${path} is a transcript already`);
      logs.push(await openLog({ path, head }));
    }
    return servers.length === 0 ? allJoined(logs) : await serversIn(logs, servers);
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
