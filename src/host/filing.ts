import type { SentLine } from '../connection/ports.ts';
import type { Capture, Entry } from '../session/frame.ts';
import type { Accepted } from '../session/intake.ts';
import type { Finding } from '../spec/finding.ts';
import type { Recorder } from '../transcript/record.ts';
import type { HostClock } from './clock.ts';
import type { Host } from './host.ts';
import type { HostSession } from './session.ts';

/** ms after which findings that came too often get a line together. */
const FOLD = 1_000;

/** Where and when a capture came in, if that is another connection than the first, and not just now. */
interface Arrival {
  readonly conn: number;
  /** ms since the start. */
  readonly t: number;
}

/** Gives what is captured its number, and files it in the session and in its recording. */
export interface Filing {
  /** ms since the start. */
  now(): number;
  /** Files a finding as a line of its own. */
  report(finding: Finding, about: Entry): void;
  /** Files the findings that had no line so far, as they were too many. */
  flush(): void;
  /** Files what a transport captured during that session of the connection, and what is wrong with it. */
  accept(capture: Capture, during: number, sent?: SentLine, arrival?: Arrival): Accepted;
  /** Files a person's remark or mark on the line with that number. */
  note(at: number, said: Parameters<Host['note']>[1]): void;
}

/** Begins to number lines; without a recorder they are in the session alone. */
export function createFiling(session: HostSession, recorder: Recorder | undefined, clock: HostClock): Filing {
  const { store, checkQueue, throttle } = session;
  const origin = clock.now();
  let nextSeq = 1;
  let stopFolding: (() => void) | undefined;

  const now = (): number => Math.round((clock.now() - origin) * 1000) / 1000;
  const number = (during: number, arrival?: Arrival) => ({
    ...{ seq: nextSeq++, t: arrival?.t ?? now(), conn: arrival?.conn ?? 1 },
    session: during,
  });
  const file = (accepted: Accepted): void => session.file(accepted, recorder?.write(accepted.entry));
  const report = (finding: Finding, about: Entry, count?: number): void =>
    file(found(finding, about, number(about.session, { conn: about.conn, t: now() }), count));

  const takeIn = (capture: Capture, numbered: ReturnType<typeof number>, sent?: SentLine): Accepted => {
    if (capture.type === 'frame') {
      // Written out, so that millions of frames share one shape: a spread of two objects makes one for each.
      const { message, findings, ...rest } = capture;
      const { seq, t, conn } = numbered;
      const by = sent?.by;
      const entry = { seq, t, conn, session: numbered.session, ...rest, ...(by === undefined ? {} : { by }) };
      return session.accept(entry, message, findings, sent?.asked);
    }
    if (capture.type === 'invalid' || capture.type === 'http') {
      const { findings, ...rest } = capture;
      return session.accept({ ...numbered, ...rest }, undefined, findings);
    }
    return session.accept({ ...numbered, ...capture }, undefined);
  };

  const flush = (): void => {
    stopFolding?.();
    stopFolding = undefined;
    for (const { finding, last, count } of throttle.take()) report(finding, last, count);
  };

  return {
    now,
    report,
    flush,
    accept(capture, during, sent, arrival) {
      const accepted = takeIn(capture, number(during, arrival), sent);
      file(accepted);
      for (const finding of accepted.findings) {
        if (throttle.passes(finding, accepted.entry)) report(finding, accepted.entry);
        else stopFolding ??= clock.later(FOLD, flush);
      }
      if (capture.type === 'frame') checkQueue.add(accepted, capture.message);
      return accepted;
    },
    note: (at, said) =>
      file({ entry: { ...number(store.state().session), type: 'note', at, ...said }, findings: [] }),
  };
}

/** A finding as a line of its own, after the line it is about. */
function found(
  { rule, path, message, side }: Finding,
  { seq: at }: Entry,
  numbered: Omit<Entry & { type: 'finding' }, 'type' | 'at' | 'rule' | 'message'>,
  count?: number,
): Accepted {
  return {
    entry: {
      ...{ ...numbered, type: 'finding', at, rule, message },
      ...(path === undefined ? {} : { path }),
      ...(side === undefined ? {} : { side }),
      ...(count === undefined ? {} : { count }),
    },
    findings: [],
  };
}
