import { readHead } from '../disk/file.ts';
import { reason } from '../text/reason.ts';
import { HEAD } from './foreign/kinds.ts';
import { openTranscript, type Transcript } from './read.ts';
import { TranscriptError } from './read-header.ts';

/**
 * Opens what was written of a session: a transcript, or a log of another program as if it were one. Rejects with a
 * {@link TranscriptError} that names the file.
 */
export async function openWritten(path: string): Promise<Transcript> {
  const head = headOf(path);
  if (isOurs(head)) return openTranscript(path);
  const { openLog } = await import('./foreign/opening.ts');
  return openLog(path, head);
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
