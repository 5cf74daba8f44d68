import type { SentLine } from '../connection/ports.ts';
import type { Capture, LifeEvent } from '../session/frame.ts';
import type { Redactor } from '../session/redaction/redaction.ts';
import type { LiveTarget } from '../session/target.ts';
import { createHeader, type Header } from '../transcript/header.ts';
import { createRecorder } from '../transcript/record.ts';
import type { HostClock } from './clock.ts';
import { createFiling } from './filing.ts';
import { createSession } from './session.ts';
import type { TapTranscript } from './tap-queue.ts';
import type { Traces, TracesOptions } from './traces.ts';

/** What is recorded between a client and its server, neither of which is ours. */
export interface TappedOptions {
  readonly target: LiveTarget;
  /** This program. */
  readonly tool: Header['tool'];
  /** What the client calls itself, as far as that is known before it has said anything. */
  readonly client: string;
  /** Absolute. */
  readonly path: string;
  readonly overwrite: boolean;
  readonly redactor: Redactor;
  /** False writes secrets to the file as they are. */
  readonly redact: boolean;
  readonly clock: HostClock;
  /** Unique for each recording. */
  readonly id: string;
  /** Bytes of the longest line that is taken whole. */
  readonly lineLimit: number;
  /** Called once, with a sentence, when the file takes no more. */
  readonly onStop: (why: string) => void;
  /** Sends what is asked as spans; where it is absent, nobody reads the session here. */
  readonly traces?: (session: TracesOptions['session']) => Pick<Traces, 'settle'>;
}

/** A transcript of what passes, with what is wrong on either side. */
export interface Tapped extends TapTranscript {
  readonly path: string;
  /** Files what has crossed, in the order in which it did; `conn` tells several clients apart, `sent` is said of what we sent. */
  accept(capture: Capture, conn?: number, sent?: SentLine): void;
  /** Files what has happened to the connection. */
  life(event: LifeEvent, more?: Omit<Extract<Capture, { type: 'life' }>, 'type' | 'at' | 'event'>): void;
  /** Writes what is left, and closes the file. */
  close(): void;
}

/** Characters of text kept in memory for traces, beside the transcript. */
const WINDOW = 1_000_000;

/**
 * Begins a transcript. Resolves when what judges messages is loaded; rejects with a `RecordError` when the file cannot
 * be written.
 *
 * Unless traces are sent, nobody reads the session here: its lines are in the file alone, and of the state only what is
 * needed to judge the next one.
 */
export async function openTapped(options: TappedOptions): Promise<Tapped> {
  const { target, clock, redactor, onStop, traces } = options;
  const started = clock.wall();
  const header = createHeader({
    id: options.id,
    started: new Date(started),
    tool: options.tool,
    target,
    client: { name: options.client, version: '', capabilities: {} },
    lineLimit: options.lineLimit,
    redactor: options.redact ? redactor : undefined,
  });
  const recorder = createRecorder({
    path: options.path,
    overwrite: options.overwrite,
    header,
    redactor: options.redact ? redactor : undefined,
    schedule: clock.soon,
    onStop,
  });
  const session = createSession({
    ...{ target, redactor, clock },
    window: traces === undefined ? 0 : WINDOW,
    source: traces && recorder.source,
    // What takes memory and time is done by whoever reads the file.
    checks: { spec: false, sdk: false },
    report: (finding, { entry }) => filing.report(finding, entry),
    whenQuiet: () => () => {},
  });
  const { store } = session;
  const filing = createFiling(
    traces === undefined ? { ...session, file: store.dispatch } : session,
    recorder,
    clock,
  );
  await Promise.all([session.judge('both'), session.prepare()]);
  const sender = traces?.({ log: session.log, started, mask: redactor.mask, state: store.state });
  // Each server that takes the place of another one begins a session of the connection.
  let during = -1;
  const file = (capture: Capture, conn: number, sent?: SentLine): void =>
    void filing.accept(capture, Math.max(during, 0), sent, { conn, t: filing.now() });
  const life: Tapped['life'] = (event, more) => {
    if (event === 'spawn') during += 1;
    file({ type: 'life', event, at: new Date(clock.wall()).toISOString(), ...more }, 1);
  };
  return {
    path: recorder.path,
    accept(capture, conn = 1, sent) {
      file(capture, conn, sent);
      if (capture.type !== 'frame' || capture.dir !== 's2c') return;
      // The handshake is over once its answer is there.
      const { phase, step } = store.stateWithoutCounts();
      if (phase === 'connecting' && step === 'listing') life('ready');
    },
    life,
    unrecorded: (detail) => life('unrecorded', { detail }),
    close() {
      sender?.settle();
      session.checkQueue.end();
      filing.flush();
      recorder.close();
    },
  };
}
