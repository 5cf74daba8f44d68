import type { Entry, FindingEntry, FrameEntry, NoteEntry } from '../session/frame.ts';
import type { Accepted } from '../session/intake.ts';
import { createRedactor } from '../session/redaction/redactor.ts';
import type { RecordedTarget } from '../session/target.ts';
import type { Checks } from '../spec/check/thorough.ts';
import type { Finding } from '../spec/finding.ts';
import { quoteShell } from '../text/quote.ts';
import { reason } from '../text/reason.ts';
import type { Header } from '../transcript/header.ts';
import type { Notebook } from '../transcript/notes.ts';
import { openTranscript, type ReadEntry } from '../transcript/read.ts';
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

/** Characters of text kept in memory; the rest is read from the file again. */
const WINDOW = 2_000_000;

/**
 * Opens a recording: the very same intake and fold as a live session, fed from the file. Returns once the header
 * is read; the lines come in the background. Rejects with a `TranscriptError` when it is not a recording.
 */
export async function openRecorded(
  path: string,
  clock: Pick<HostClock, 'soon' | 'now'>,
  checks: Checks = ALL_CHECKS,
): Promise<RecordedHost> {
  const transcript = openTranscript(path);
  const { header } = transcript;
  const redactor = createRedactor();
  const session = createSession({
    target: targetOf(header, path),
    redactor,
    window: WINDOW,
    source: transcript.source,
    checks,
    clock,
    report: (finding, accepted) => additions.late(finding, accepted),
    // Each batch is checked as soon as it is read.
    whenQuiet: () => () => {},
  });
  const additions = createAdditions(session);
  await Promise.all([session.judge('both'), session.prepare()]);
  const { store, log, checkQueue, throttle } = session;
  const remarks: string[] = [];
  let newest = 0;
  let closed = false;
  let read: number | undefined = 0;

  const take = ({ entry, message, place }: ReadEntry): void => {
    newest = entry.t;
    additions.read(entry);
    const accepted = session.accept(entry, message);
    session.file(accepted, place);
    const findings = accepted.findings.filter((finding) => throttle.passes(finding, entry));
    throttle.take();
    additions.found(accepted, findings);
    checkQueue.add(accepted, message);
  };

  const readAll = async (): Promise<void> => {
    try {
      for await (const batch of transcript.batches()) {
        if (closed) return;
        for (const one of batch.entries) take(one);
        remarks.push(...batch.notes);
        read = batch.read / transcript.size;
        await checkQueue.finish(Number.POSITIVE_INFINITY);
      }
    } catch (error) {
      remarks.push(`reading stopped: ${error instanceof Error ? error.message : String(error)}`);
    }
    additions.end();
    read = undefined;
    // What is remarked about the file belongs to no line.
    store.touch();
  };
  const whole = readAll();
  const keep = createNoteKeeper(path, header);

  return {
    store,
    log,
    whole,
    checked: () => whole,
    started: Date.parse(header.started),
    now: () => newest,
    mask: redactor.mask,
    remarks: () => remarks,
    reading: () => read,
    recording: () => undefined,
    async note(at, said) {
      // It gets the number after the last line, which has to be known.
      await whole;
      const during = store.state().session;
      const entry = {
        seq: log.length,
        t: newest,
        conn: 1,
        session: during,
        type: 'note',
        at,
        ...said,
      } as const;
      const why = await keep(entry);
      if (why === undefined) session.file({ entry, findings: [] });
      return why;
    },
    async close() {
      if (closed) return;
      closed = true;
      checkQueue.end();
      transcript.close();
    },
  };
}

/**
 * The findings of today that a recording lacks, as an older version wrote it: added to the log and to the state,
 * without a line of their own.
 */
function createAdditions({ store, log }: HostSession) {
  let open: { readonly accepted: Accepted; readonly recorded: Set<string> } | undefined;
  const late: { readonly finding: Finding; readonly accepted: Accepted }[] = [];
  const recordedLate = new Set<string>();

  const add = (finding: Finding, accepted: Accepted): void => {
    if (isAboutHidden(finding, accepted)) return;
    const { seq, t, conn, session } = accepted.entry;
    store.dispatch({ entry: { seq, t, conn, session, type: 'finding', at: seq, ...finding }, findings: [] });
    log.attach(seq, finding);
  };

  const settle = (): void => {
    if (open === undefined) return;
    const { accepted, recorded } = open;
    open = undefined;
    for (const finding of accepted.findings) if (!recorded.has(finding.rule)) add(finding, accepted);
  };

  return {
    /** A line is read, perhaps a finding that was recorded. */
    read(entry: Entry): void {
      if (entry.type === 'finding' && isLate(entry.rule)) recordedLate.add(`${entry.at} ${entry.rule}`);
      if (entry.type === 'finding' && open?.accepted.entry.seq === entry.at) open.recorded.add(entry.rule);
      else settle();
    },
    /** What intake found in a line; if it was recorded, it follows the line at once. */
    found(accepted: Accepted, findings: readonly Finding[]): void {
      if (findings.length > 0) open = { accepted: { ...accepted, findings }, recorded: new Set() };
    },
    /** What the thorough checks found; if it was recorded, it follows anywhere after its frame. */
    late: (finding: Finding, accepted: Accepted): void => void late.push({ finding, accepted }),
    /** The whole file was read. */
    end(): void {
      settle();
      for (const { finding, accepted } of late) {
        if (!recordedLate.has(`${accepted.entry.seq} ${finding.rule}`)) add(finding, accepted);
      }
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

/** Whether a rule is one of those that the thorough checks report. */
const isLate = (rule: string): boolean => /^(?:lint|sdk)\//.test(rule);

/** A value that was hidden in the file can no longer be judged. */
function isAboutHidden({ path }: Finding, { entry }: Accepted): boolean {
  const hidden = (entry as FrameEntry | FindingEntry).redacted ?? [];
  return (
    path !== undefined &&
    hidden.some(
      (pointer) => path === pointer || path.startsWith(`${pointer}/`) || pointer.startsWith(`${path}/`),
    )
  );
}

function targetOf({ target }: Header, path: string): RecordedTarget {
  const { command, url } = target;
  const of = url ?? quoteShell(command ?? []);
  return { transport: 'recorded', path, of, ...(command === undefined ? {} : { command }) };
}
