import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from '../../session/frame.ts';
import type { ByteRange, EntrySource } from '../../session/log/log.ts';
import { reason } from '../../text/reason.ts';
import type { Header } from '../header.ts';
import { TranscriptError } from '../read-header.ts';
import { createRecorder } from '../record.ts';

/** A log of another program as a transcript, as far as it was read: from it older lines are read back. */
export interface Copy {
  /** Throws a {@link TranscriptError} where there is no room for it. */
  write(entry: Entry): ByteRange;
  readonly source: EntrySource;
  close(): void;
}

/**
 * Begins a copy in a folder of its own that nobody else can read. Where the system allows it, it has no name from the start and is
 * gone with this process, however that ends; elsewhere it is removed when it is closed.
 */
export function createCopy(header: Header): Copy {
  const folder = folderFor();
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const recorder = createRecorder({ path: join(folder, 'log.mcp.jsonl'), header, schedule: () => {} });
    return {
      write(entry) {
        const place = recorder.write(entry);
        if (place === undefined) throw noRoom(recorder.stopped() ?? 'it was closed');
        return place;
      },
      source: recorder.source,
      close() {
        recorder.close();
        if (IS_HELD) remove();
      },
    };
  } finally {
    if (!IS_HELD) remove();
  }
}

/** An open file cannot be removed there. */
const IS_HELD = process.platform === 'win32';

function folderFor(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'mcp-loupe-'));
  } catch (error) {
    throw noRoom(reason(error));
  }
}

const noRoom = (why: string): TranscriptError =>
  new TranscriptError(
    `a copy of it has to be kept in ${tmpdir()} while it is open: ${why}; set TMPDIR to a folder with room`,
  );
