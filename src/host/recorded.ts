import type { LifeEntry, NoteEntry } from '../session/frame.ts';
import { createRedactor } from '../session/redaction/redactor.ts';
import type { Following, RecordedTarget } from '../session/target.ts';
import type { Checks } from '../spec/check/thorough.ts';
import { quoteShell } from '../text/quote.ts';
import { reason } from '../text/reason.ts';
import type { Growing } from '../transcript/growing.ts';
import type { Header } from '../transcript/header.ts';
import type { Notebook } from '../transcript/notes.ts';
import type { ReadEntry, Transcript } from '../transcript/read.ts';
import { openWritten } from '../transcript/written.ts';
import { type Additions, createAdditions } from './additions.ts';
import { ALL_CHECKS } from './check-queue.ts';
import type { HostClock } from './clock.ts';
import type { Host } from './host.ts';
import { createSession, type HostSession } from './session.ts';

/** A reopened recording. */
export interface RecordedHost extends Host {
  readonly connection?: never;
  /** Resolves when the whole file has been read; never rejects: errors are in `remarks`. */
  readonly whole: Promise<void>;
}

/** What is known of a recording that is still written, beside the file. */
export interface Followed extends Following {
  /** Whether its writer is there; undefined where nobody tells. */
  readonly writes: () => boolean | undefined;
  /** What it is called in place of the path, which is that of a copy. */
  readonly name?: string;
  /** Told when lines were read; the next ones are read when it is done with them. */
  readonly taken?: () => Promise<void>;
}

const OF_PIPE = 'This note is kept only until you quit: what it is about came through a pipe.';
/** Characters of text kept in memory; the rest is read from the file again. */
const WINDOW = 2_000_000;
/** ms of silence after the end of a session, where nobody tells whether there will be more of it. */
const QUIET = 1_000;
/** ms in which whoever writes a recording has written what it found in a line. */
const BELATED = 1_000;

/**
 * Opens a recording, or a log of another program: the very same intake and fold as a live session, fed from the file. Returns once the header
 * is read; the lines come in the background. Rejects with a `TranscriptError` when it is neither.
 */
export async function openRecorded(
  path: string,
  clock: HostClock,
  checks: Checks = ALL_CHECKS,
): Promise<RecordedHost> {
  return readRecorded(await openWritten(path), clock, checks);
}

/**
 * Reads a recording that is open: what {@link openRecorded} does once it is.
 *
 * @param followed of one that is still written: it is read until its writer is gone
 */
export async function readRecorded(
  transcript: Transcript,
  clock: HostClock,
  checks: Checks = ALL_CHECKS,
  followed?: Followed,
): Promise<RecordedHost> {
  const { header, path } = transcript;
  // Nothing waits for it: what is masked here is read by people, and leaves in exports.
  const redactor = createRedactor([], { isThorough: true });
  const target = targetOf(transcript, transcript.name ?? path);
  const { client } = followed ?? {};
  const following = client === undefined ? {} : { client };
  const session = createSession({
    target: followed === undefined ? target : { ...target, following },
    redactor,
    window: WINDOW,
    source: transcript.source,
    checks,
    clock,
    report: (finding, accepted) => additions.late(finding, accepted),
    // Each batch is checked as soon as it is read.
    whenQuiet: () => () => {},
  });
  const additions = createAdditions(session, clock.now);
  await Promise.all([session.judge('both'), session.prepare()]);
  const { store, log, checkQueue } = session;
  const reading = startReading({ transcript, session, additions, target, clock, followed });
  const { whole, time, stop } = reading;
  // The copy of a pipe is gone in the end, and a note beside it would be of nothing.
  const keep = transcript.name === undefined ? createNoteKeeper(path, header) : async () => undefined;

  return {
    store,
    log,
    whole,
    checked: () => (followed === undefined ? whole : checkQueue.finish(LAST_CHECKS)),
    started: Date.parse(header.started),
    now: time.now,
    mask: redactor.mask,
    remarks: () => reading.remarks,
    reading: reading.share,
    recording: () => undefined,
    async note(at, said) {
      if (time.runs()) return 'Notes can be kept once the recording has ended: it is still being written.';
      // It gets the number after the last line, which has to be known.
      await whole;
      const during = store.state().session;
      const entry = {
        seq: log.length,
        t: time.now(),
        conn: 1,
        session: during,
        type: 'note',
        at,
        ...said,
      } as const;
      const why = await keep(entry);
      if (why !== undefined) return why;
      session.file({ entry, findings: [] });
      return transcript.name === undefined ? undefined : OF_PIPE;
    },
    async close() {
      if (!stop()) return;
      checkQueue.end();
      await (followed && whole);
      transcript.close();
    },
  };
}

/** What a recording is read with. */
interface ReadingParts {
  readonly transcript: Transcript;
  readonly session: HostSession;
  readonly additions: Additions;
  /** The target once nobody writes any more. */
  readonly target: RecordedTarget;
  readonly clock: HostClock;
  readonly followed: Followed | undefined;
}

/** Reads a recording in the background, and what is written to it meanwhile. */
function startReading({ transcript, session, additions, target, clock, followed }: ReadingParts) {
  const { store, checkQueue, throttle } = session;
  const remarks: string[] = [];
  const stopping = new AbortController();
  const time = createTime(clock, followed !== undefined);
  let isOver = false;
  let read: number | undefined = 0;

  const take = ({ entry, message, place }: ReadEntry): void => {
    time.came(entry.t);
    isOver = entry.type === 'life' ? isEnd(entry) : isOver && entry.type !== 'frame';
    if (additions.read(entry) && followed !== undefined) return;
    const accepted = session.accept(entry, message);
    session.file(accepted, place);
    const findings = accepted.findings.filter((finding) => throttle.passes(finding, entry));
    throttle.take();
    additions.found(accepted, findings);
    checkQueue.add(accepted, message);
  };
  const remark = (sentence: string): void => {
    remarks.push(sentence);
    store.touch();
  };
  const growing: Growing | undefined = followed && {
    ...{ clock, stop: stopping.signal, remark, isCopy: followed.name !== undefined },
    isOver: (quiet) => !(followed.writes() ?? !(isOver && quiet > QUIET)),
  };
  /** All there is was read. */
  const idle = (): void => {
    if (read !== undefined) time.caughtUp(transcript.written());
    additions.settle(BELATED);
    if (read !== undefined) store.touch();
    read = undefined;
  };

  const readAll = async (): Promise<void> => {
    try {
      for await (const batch of transcript.batches(growing)) {
        if (stopping.signal.aborted) return;
        for (const one of batch.entries) take(one);
        remarks.push(...batch.notes);
        if (read !== undefined) read = Math.min(1, batch.read / transcript.size);
        await checkQueue.finish(Number.POSITIVE_INFINITY);
        if (batch.isIdle) idle();
        else await followed?.taken?.();
      }
    } catch (error) {
      remarks.push(`reading stopped: ${error instanceof Error ? error.message : String(error)}`);
    }
    additions.settle(0);
    read = undefined;
    time.stop();
    // What is remarked about the file belongs to no line.
    store.retarget(target);
  };
  return {
    whole: readAll(),
    remarks,
    time,
    /** How much of it has been read; undefined once all of it has. */
    share: () => read,
    /** Reads no further; false where that is so already. */
    stop(): boolean {
      if (stopping.signal.aborted) return false;
      stopping.abort();
      return true;
    },
  };
}

/** ms that whoever waits for the checks of what has come so far waits at most. */
const LAST_CHECKS = 50;

/** After its client has left, the server of a tap goes on until it has ended. */
const isEnd = ({ event, side }: LifeEntry): boolean =>
  event === 'exit' || (event === 'close' && side === undefined);

/** The time in a recording: that of its newest line, from which on it runs while that is followed. */
function createTime({ wall }: Pick<HostClock, 'wall'>, runs: boolean) {
  let newest = 0;
  let since: number | undefined;
  let isRunning = runs;
  return {
    now: () => (isRunning && since !== undefined ? Math.max(newest, newest + wall() - since) : newest),
    runs: () => isRunning,
    came(t: number): void {
      newest = t;
      if (since !== undefined) since = wall();
    },
    /** All there was has been read, which was written at this time of day. */
    caughtUp(written: number): void {
      since = written;
    },
    stop(): void {
      isRunning = false;
    },
  };
}

/** Writes notes to disk; resolves with why a note could not be kept, in one sentence. */
function createNoteKeeper(path: string, header: Header): (note: NoteEntry) => Promise<string | undefined> {
  let notebook: Notebook | undefined;
  return async (note) => {
    try {
      notebook ??= await openNotebook(path, header);
      notebook.write(note);
      return undefined;
    } catch (error) {
      return `the note could not be kept: ${reason(error)}`;
    }
  };
}

async function openNotebook(path: string, header: Header): Promise<Notebook> {
  const [{ createNotebook }, { liveFiles }, { recordingsFolder }] = await Promise.all([
    import('../transcript/notes.ts'),
    import('../transcript/live.ts'),
    import('../transcript/place.ts'),
  ]);
  return createNotebook({ path, header, live: liveFiles(recordingsFolder()) });
}

function targetOf({ header, log }: Transcript, path: string): RecordedTarget {
  const { tool, target } = header;
  if (log !== undefined)
    return { transport: 'recorded', path, of: log.name, tool, log: { server: log.server } };
  const { command, url, cwd, given, headers } = target;
  return {
    ...{ transport: 'recorded', path, of: url ?? quoteShell(command ?? []), tool },
    ...(command === undefined ? {} : { command }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(given === undefined ? {} : { given }),
    ...(headers === undefined ? {} : { headers }),
  };
}
