import type { SessionState } from '../session/state.ts';
import { counted } from '../text/measure.ts';
import type { Clock } from '../time/clock.ts';
import type { ExportedSession, ExportInput } from '../transcript/export/exported.ts';
import { resourceSpans, spanAt } from '../transcript/export/otlp.ts';
import type { Collector, Delivery } from './collector.ts';

/** Sends the requests of a session as spans while it runs. */
export interface Traces {
  /** What a person should know of it, in sentences. */
  remarks(): readonly string[];
  /** Makes spans of what has ended so far, before the texts of it are closed. */
  settle(): void;
  /** Sends what is left, requests without an answer as well, for a moment at most. */
  end(): Promise<void>;
}

/** What traces are made of. */
export interface TracesOptions {
  readonly session: Pick<ExportedSession, 'log' | 'started' | 'mask' | 'name'> & { state(): SessionState };
  readonly program: ExportInput['program'];
  readonly collector: Collector;
  readonly clock: Clock;
  /** Told once why spans do not arrive, and at the end how many were lost. */
  readonly tell: (remark: string) => void;
}

/** ms between two looks at what came. */
const TICK = 1_000;
/** Lines that are looked at in one turn, and ms until the next where there are more. */
const SLICE = 1_000;
const SOON = 20;
/** Spans that are sent at once. */
const BATCH = 256;
/** Requests that wait for their answer, and spans that wait for being sent; what is more is lost. */
const MOST = 10_000;
/** ms: for one request, for all of it at the end, and before spans are sent again, at first and at most. */
const TIMEOUT = 10_000;
const LAST = 2_000;
const RETRY = 1_000;
const LONGEST_RETRY = 60_000;

/** The requests of a session, which become spans when they have ended. */
function createSpans({ session }: TracesOptions) {
  const { log } = session;
  const open = new Set<number>();
  const spans: string[] = [];
  let place = 0;
  let lost = 0;
  return {
    /** Those that wait for being sent. */
    spans,
    lost: () => lost,
    isBehind: () => place < log.traffic.length,
    /** Takes so many new lines, and makes spans of what has ended, or of all. */
    look(lines: number, isLast = false): void {
      const until = Math.min(log.traffic.length, place + lines);
      for (; place < until; place += 1) {
        const seq = log.traffic.at(place);
        if (log.row(seq)?.kind !== 'request') continue;
        if (open.size < MOST) open.add(seq);
        else lost += 1;
      }
      const exported = { ...session, state: session.state(), lines: [] };
      for (const seq of open) {
        if (!isLast && log.row(seq)?.ended === undefined) continue;
        open.delete(seq);
        const span = spans.length < MOST ? spanAt(exported, seq) : undefined;
        if (span === undefined) lost += 1;
        else spans.push(JSON.stringify(span));
      }
    },
  };
}

/**
 * Begins to send. Nothing is done when a line comes: the log is looked at every second.
 *
 *   log ─▶ open ─(ended)─▶ spans ─▶ batch ─▶ collector
 *                                    ▲  └─(later)─┘
 */
export function startTraces(options: TracesOptions): Traces {
  const { collector, clock, tell } = options;
  const { spans, look, isBehind, lost: missed } = createSpans(options);
  let refused = 0;
  let batch: readonly string[] = [];
  let sending: Promise<Delivery> | undefined;
  let retry = RETRY;
  let notBefore = 0;
  let isTold = false;
  /** What is wrong now. */
  let trouble: string | undefined;
  let stop = (): void => {};
  let ending: Promise<void> | undefined;

  const left = (): number => batch.length + spans.length;
  const say = (why: string): void => {
    trouble = `traces do not arrive at ${collector.name}: ${why}`;
    if (!isTold) tell(trouble);
    isTold = true;
  };
  const send = async (timeout: number): Promise<Delivery> => {
    if (batch.length === 0) batch = spans.splice(0, BATCH);
    const reply = await collector.send(bodyOf(options, batch), timeout);
    if (reply.kind === 'later') {
      say(`${reply.why}; they are sent again`);
      notBefore = clock.now() + (reply.wait ?? retry);
      retry = Math.min(2 * retry, LONGEST_RETRY);
      return reply;
    }
    trouble = undefined;
    if (reply.kind === 'refused') {
      refused += batch.length;
      say(reply.why);
    } else if (reply.remark !== undefined) say(reply.remark);
    retry = RETRY;
    batch = [];
    return reply;
  };
  const pump = (): void => {
    if (ending !== undefined || sending !== undefined || left() === 0 || clock.now() < notBefore) return;
    sending = send(TIMEOUT);
    void sending.then(() => {
      sending = undefined;
      clock.soon(pump);
    });
  };
  const tick = (): void => {
    look(SLICE);
    pump();
    stop = clock.later(isBehind() ? SOON : TICK, tick);
  };
  stop = clock.later(TICK, tick);

  const end = async (): Promise<void> => {
    stop();
    look(Number.POSITIVE_INFINITY, true);
    const until = clock.now() + LAST;
    const rest = (): number => until - clock.now();
    if (sending !== undefined) await Promise.race([sending, passed(clock, LAST)]);
    while (sending === undefined && left() > 0 && rest() > 0) {
      const reply = await send(rest());
      if (reply.kind !== 'later') continue;
      // Nobody is there, or will be in time.
      if (!reply.isThere || (reply.wait ?? RETRY) > rest()) break;
      await passed(clock, reply.wait ?? RETRY);
    }
    refused += left();
    batch = [];
    spans.length = 0;
    const lost = lostOf(refused + missed(), collector);
    if (lost !== undefined) tell(lost);
  };
  return {
    remarks: () => [trouble, lostOf(refused + missed(), collector)].filter((remark) => remark !== undefined),
    settle: () => look(Number.POSITIVE_INFINITY),
    end() {
      ending ??= end();
      return ending;
    },
  };
}

/** Spans as they stand in a request. */
function bodyOf({ session, program }: TracesOptions, spans: readonly string[]): string {
  const about = JSON.stringify({
    resourceSpans: [resourceSpans({ ...session, state: session.state() }, program, [])],
  });
  const at = about.lastIndexOf('[]') + 1;
  return about.slice(0, at) + spans.join(',') + about.slice(at);
}

const lostOf = (lost: number, { name }: Collector): string | undefined =>
  lost === 0 ? undefined : `${counted(lost, 'span')} did not reach ${name}`;

const passed = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.later(ms, resolve));
