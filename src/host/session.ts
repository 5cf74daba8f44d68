import { createFindingThrottle, type FindingThrottle } from '../session/finding-throttle.ts';
import type { Writable } from '../session/frame.ts';
import { type Accepted, createIntake, type Intake, type Judges } from '../session/intake.ts';
import { type ByteRange, createLog, type EntrySource, type LogWriter } from '../session/log/log.ts';
import { createStreamWatch } from '../session/redaction/private-keys.ts';
import type { Redactor } from '../session/redaction/redaction.ts';
import { initialState } from '../session/reduce.ts';
import { createStore, type StoreWriter } from '../session/store.ts';
import type { Target } from '../session/target.ts';
import { type CheckQueue, type CheckQueuePorts, createCheckQueue } from './check-queue.ts';

/**
 * One session, put together once: everything that a line goes through, whether it was just captured or is read again.
 *
 *   numbered entry ─▶ accept ─▶ (recorder) ─▶ file: log, state ─▶ check queue, when there is time
 */
export interface HostSession extends Intake {
  readonly store: StoreWriter;
  readonly log: LogWriter;
  /** The thorough checks. */
  readonly checkQueue: CheckQueue;
  /** Which findings are too many of their kind to have a line each. */
  readonly throttle: FindingThrottle;
  /**
   * Loads what judges messages; has to be done before the first one of the server arrives. `both`: what a client sends that
   * is not this program is judged as well.
   */
  judge(sides?: 'server' | 'both'): Promise<void>;
  /** Loads what holds structured content against its schema; has to be done before the first result arrives. */
  prepare(): Promise<void>;
  /** Adds an accepted line to the log and to the state; `place` is where it is in the transcript. */
  file(accepted: Accepted, place?: ByteRange): void;
}

/** What a session is made of. */
export interface SessionParts extends Omit<CheckQueuePorts, 'state'> {
  readonly target: Target;
  readonly redactor: Redactor;
  /** Characters of text that are kept in memory. */
  readonly window: number;
  /** Where older lines are read back from. */
  readonly source: EntrySource | undefined;
}

/** A session without a line. */
export function createSession(parts: SessionParts): HostSession {
  const { target, redactor, window, source, checks, clock, report, whenQuiet } = parts;
  const store = createStore(initialState(target), clock.soon);
  const log = createLog(window, source);
  // Loaded later to keep startup fast.
  const judges: Writable<Judges> = { check: unloaded, readPage: unloaded, validate: unloaded };
  const intake = createIntake(store.stateWithoutCounts, judges);
  const watch = createStreamWatch(redactor);
  return {
    store,
    log,
    checkQueue: createCheckQueue({ checks, clock, state: store.stateWithoutCounts, report, whenQuiet }),
    throttle: createFindingThrottle(),
    async judge(sides = 'server') {
      const [{ check }, { readPage }, client] = await Promise.all([
        import('../spec/check.ts'),
        import('../spec/check/list.ts'),
        sides === 'both' ? loadClientJudge() : undefined,
      ]);
      judges.check = check;
      judges.readPage = readPage;
      if (client !== undefined) judges.client = client;
    },
    async prepare() {
      const { createSchemaCheck } = await import('./check.ts');
      judges.validate = createSchemaCheck();
    },
    accept(entry, message, framing, asked) {
      watch(entry);
      return intake.accept(entry, message, framing, asked);
    },
    file(accepted, place) {
      log.add(accepted, place);
      store.dispatch(accepted);
    },
  };
}

async function loadClientJudge(): Promise<Judges['client']> {
  const [{ checkClient: check }, { checkGet }, { createClientWatch: createWatch }] = await Promise.all([
    import('../spec/check/client.ts'),
    import('../spec/check/client-http.ts'),
    import('../session/client-watch.ts'),
  ]);
  return { check, checkGet, createWatch };
}

const unloaded = (): never => {
  throw new Error('a message or its structured content came before what judges it was loaded');
};
