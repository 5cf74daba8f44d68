import { createOften } from '../session/findings.ts';
import type { FindingEntry, FrameEntry } from '../session/frame.ts';
import { type Accepted, createIntake } from '../session/intake.ts';
import { createLog } from '../session/log/log.ts';
import { createStreamWatch } from '../session/redaction/private-keys.ts';
import { createRedactor } from '../session/redaction/redactor.ts';
import { initialState } from '../session/reduce.ts';
import { createStore } from '../session/store.ts';
import type { RecordedTarget } from '../session/target.ts';
import type { Checks } from '../spec/check/thorough.ts';
import type { Finding } from '../spec/finding.ts';
import { quoteShell } from '../text/quote.ts';
import { reason } from '../text/reason.ts';
import type { Header } from '../transcript/header.ts';
import type { Notebook } from '../transcript/notes.ts';
import { openTranscript, type ReadEntry } from '../transcript/read.ts';
import type { HostClock } from './clock.ts';
import type { Host } from './host.ts';
import { ALL_CHECKS, createLinting } from './linting.ts';
import { createStructuredCheck } from './structured.ts';

/** A reopened recording. */
export interface RecordedHost extends Host {
  readonly connection?: never;
  /** Resolves when the whole file has been read; never rejects, what could not be read is in `remarks`. */
  readonly whole: Promise<void>;
}

/** Characters of text kept in memory; the rest is read from the file again. */
const WINDOW = 2_000_000;

/**
 * Opens a recording: the very same intake and fold as a live session, fed from the file. Returns once the header
 * is read; the lines come in the background. Rejects with a `TranscriptError` when it is no recording.
 */
export async function openRecorded(
  path: string,
  clock: Pick<HostClock, 'soon' | 'now'>,
  checks: Checks = ALL_CHECKS,
): Promise<RecordedHost> {
  const structured = createStructuredCheck();
  await structured.load();
  const transcript = openTranscript(path);
  const store = createStore(initialState(targetOf(transcript.header, path)), clock.soon);
  const log = createLog(WINDOW, transcript.source);
  const intake = createIntake(store.facts, structured.check);
  const often = createOften();
  const redactor = createRedactor();
  const watch = createStreamWatch(redactor);
  const remarks: string[] = [];
  let newest = 0;
  let closed = false;
  let read: number | undefined = 0;
  let open: { readonly accepted: Accepted; readonly recorded: Set<string> } | undefined;

  /** What is found today beyond what was recorded is added without a line of its own. */
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

  /** Those of the specification were recorded when there was time, anywhere after their frame. */
  const late: { readonly finding: Finding; readonly accepted: Accepted }[] = [];
  const recordedLate = new Set<string>();
  const settleLate = (): void => {
    for (const { finding, accepted } of late.splice(0)) {
      if (!recordedLate.has(`${accepted.entry.seq} ${finding.rule}`)) add(finding, accepted);
    }
  };
  const linting = createLinting({
    checks,
    clock,
    state: store.facts,
    tell: (finding, accepted) => void late.push({ finding, accepted }),
    // Each batch is worked off as soon as it is read.
    whenQuiet: () => () => {},
  });

  const take = ({ entry, message, place }: ReadEntry): void => {
    newest = entry.t;
    watch(entry);
    if (entry.type === 'finding' && isLate(entry.rule)) recordedLate.add(`${entry.at} ${entry.rule}`);
    if (entry.type === 'finding' && open?.accepted.entry.seq === entry.at) open.recorded.add(entry.rule);
    else settle();
    const accepted = intake.accept(entry, message);
    log.add(accepted, place);
    store.dispatch(accepted);
    const findings = accepted.findings.filter((finding) => often.passes(finding, entry));
    often.take();
    if (findings.length > 0) open = { accepted: { ...accepted, findings }, recorded: new Set() };
    linting.add(accepted, message);
  };

  const readAll = async (): Promise<void> => {
    try {
      for await (const batch of transcript.batches()) {
        if (closed) return;
        for (const one of batch.entries) take(one);
        remarks.push(...batch.notes);
        read = batch.read / transcript.size;
        await linting.finish(Number.POSITIVE_INFINITY);
      }
    } catch (error) {
      remarks.push(`reading stopped: ${error instanceof Error ? error.message : String(error)}`);
    }
    settle();
    settleLate();
    read = undefined;
    // What is remarked of the file belongs to no line.
    store.touch();
  };

  const whole = readAll();
  let notebook: Notebook | undefined;

  /** Lines are numbered on behind the last one, which has to be known. */
  const note: RecordedHost['note'] = async (at, said) => {
    await whole;
    const { session } = store.state();
    const entry = { seq: log.length, t: newest, conn: 1, session, type: 'note', at, ...said } as const;
    try {
      notebook ??= await openNotebook(path, transcript.header);
      notebook.write(entry);
    } catch (error) {
      return `the note could not be kept: ${reason(error)}`;
    }
    const accepted = { entry, findings: [] };
    log.add(accepted);
    store.dispatch(accepted);
    return undefined;
  };

  return {
    store,
    log,
    whole,
    checked: () => whole,
    started: Date.parse(transcript.header.started),
    now: () => newest,
    mask: redactor.mask,
    note,
    remarks: () => remarks,
    reading: () => read,
    recording: () => undefined,
    async close() {
      if (closed) return;
      closed = true;
      linting.end();
      transcript.close();
    },
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

/** Whether a rule is one of those that {@link createLinting} tells of. */
const isLate = (rule: string): boolean => /^(?:lint|sdk)\//.test(rule);

/** A value that was hidden in the file cannot be judged any more. */
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
  return { transport: 'recorded', path, of: target.url ?? quoteShell(target.command ?? []) };
}
