import type { SessionState } from '../session/state.ts';
import { counted } from '../text/measure.ts';
import { reason } from '../text/reason.ts';
import type { Clock } from '../time/clock.ts';
import type { ExportedSession, ExportInput } from '../transcript/export/exported.ts';
import { jsonText, resourceSpans, spanAt } from '../transcript/export/otlp.ts';
import type { Collector, Delivery } from './collector.ts';

/** Sends the requests of a session as spans while it runs. */
export interface Traces {
  /** What a person should know of it, in sentences. */
  remarks(): readonly string[];
  /** Makes spans of what has ended so far, before the texts of it are closed. */
  settle(): void;
  /** Sends what is left, requests without an answer as well, in so many ms at most: as long as one request may take. */
  end(most?: number): Promise<void>;
}

/** What traces are made of. */
export interface TracesOptions {
  readonly session: Pick<ExportedSession, 'log' | 'started' | 'mask' | 'name'> & { state(): SessionState };
  readonly program: ExportInput['program'];
  readonly collector: Collector;
  readonly clock: Clock;
  /** Takes, once, why spans do not arrive, and at the end how many were lost. */
  readonly tell: (remark: string) => void;
}

/** ms between two looks at what came. */
const TICK = 1_000;
/** Lines that are looked at in one turn, and ms until the next where there are more. */
const SLICE = 1_000;
const SOON = 20;
/** Spans that are sent at once, and characters of them beside the last. */
const BATCH = 256;
const BATCH_LENGTH = 4_000_000;
/**
 * Requests that wait for their answer, spans that wait for being sent, and characters of those: what is more is lost.
 */
const MOST = 10_000;
const MOST_LENGTH = 32_000_000;
/** ms: for one request, which is also for all of it at the end, and before spans are sent again, at first and at most. */
const TIMEOUT = 10_000;
const RETRY = 1_000;
const LONGEST_RETRY = 60_000;

type Later = Extract<Delivery, { readonly kind: 'later' }>;

/** The requests of a session, which become spans when they have ended. */
function createSpans({ session }: TracesOptions) {
  const { log } = session;
  const open = new Set<number>();
  const spans: string[] = [];
  let length = 0;
  let place = 0;
  let lost = 0;
  const add = (exported: ExportedSession, seq: number): void => {
    const span = spans.length < MOST && length < MOST_LENGTH ? spanText(exported, seq) : undefined;
    if (span === undefined) lost += 1;
    else {
      spans.push(span);
      length += span.length;
    }
  };
  return {
    /** How many wait for being sent. */
    left: () => spans.length,
    lost: () => lost,
    /** The next that are sent. */
    take(): readonly string[] {
      let count = 0;
      let taken = 0;
      for (; count < Math.min(BATCH, spans.length) && taken < BATCH_LENGTH; count += 1)
        taken += spans[count]?.length ?? 0;
      length -= taken;
      return spans.splice(0, count);
    },
    /** Gives up those that wait. */
    clear(): void {
      lost += spans.length;
      spans.length = 0;
    },
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
        add(exported, seq);
      }
    },
  };
}

/** A span as it is sent; undefined where none can be made: a trace must never be what ends a session. */
function spanText(session: ExportedSession, seq: number): string | undefined {
  try {
    const span = spanAt(session, seq);
    return span && jsonText(span);
  } catch {
    return undefined;
  }
}

/**
 * Begins to send. Nothing is done when a line comes: the log is looked at every second.
 *
 *   log ─▶ open ─(ended)─▶ spans ─▶ batch ─▶ collector
 *                                    ▲  └─(later)─┘
 */
export function startTraces(options: TracesOptions): Traces {
  const { collector, clock, tell } = options;
  const spans = createSpans(options);
  let refused = 0;
  /** Spans that may have arrived, although nobody says so. */
  let uncertain = 0;
  let batch: readonly string[] = [];
  let sending: Promise<Delivery> | undefined;
  let retry = RETRY;
  let notBefore = 0;
  let isSaid = false;
  /** What is wrong now. */
  let trouble: string | undefined;
  let stop = (): void => {};
  let ending: Promise<void> | undefined;

  const left = (): number => batch.length + spans.left();
  const lost = (): readonly string[] => lostOf(refused + spans.lost(), uncertain, collector);
  for (const remark of collector.remarks) tell(remark);
  const say = (why: string): void => {
    trouble = `traces do not arrive at ${collector.name}: ${why}`;
    if (!isSaid) tell(trouble);
    isSaid = true;
  };
  /** Sends a batch; `isAgain` tells whether it is sent again after such an answer. */
  const send = async (timeout: number, isAgain: (reply: Later) => boolean): Promise<Delivery> => {
    if (batch.length === 0) batch = spans.take();
    const reply = await deliver(options, batch, timeout);
    if (reply.kind === 'later') {
      say(isAgain(reply) ? `${reply.why}; they are sent again` : reply.why);
      notBefore = clock.now() + Math.min(reply.wait ?? retry, LONGEST_RETRY);
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
    sending = send(TIMEOUT, () => ending === undefined);
    void sending.then(() => {
      sending = undefined;
      clock.soon(pump);
    });
  };
  const tick = (): void => {
    spans.look(SLICE);
    pump();
    stop = clock.later(spans.isBehind() ? SOON : TICK, tick);
  };
  stop = clock.later(TICK, tick);

  const end = async (most: number): Promise<void> => {
    stop();
    spans.look(Number.POSITIVE_INFINITY, true);
    const until = clock.now() + most;
    const rest = (): number => until - clock.now();
    // It is there, and will be in time.
    const isAgain = ({ isThere, wait = RETRY }: Later): boolean => isThere && wait < rest();
    let reply = sending && (await Promise.race([sending, passed(clock, most)]));
    let mayHaveArrived = sending !== undefined && reply === undefined;
    while (!mayHaveArrived && left() > 0) {
      if (reply?.kind === 'later') {
        mayHaveArrived = reply.mayHaveArrived === true;
        if (!isAgain(reply)) break;
        await passed(clock, reply.wait ?? RETRY);
      }
      if (rest() <= 0) break;
      reply = await send(rest(), isAgain);
    }
    if (mayHaveArrived) uncertain = batch.length;
    else refused += batch.length;
    batch = [];
    spans.clear();
    for (const remark of lost()) tell(remark);
  };
  return {
    remarks: () => [...collector.remarks, ...(trouble === undefined ? [] : [trouble]), ...lost()],
    settle: () => spans.look(Number.POSITIVE_INFINITY),
    end(most = TIMEOUT) {
      ending ??= end(most);
      return ending;
    },
  };
}

/** Sends spans. What goes wrong on the way is nothing that sending them again would mend. */
async function deliver(options: TracesOptions, spans: readonly string[], timeout: number): Promise<Delivery> {
  try {
    return await options.collector.send(bodyOf(options, spans), timeout);
  } catch (error) {
    return { kind: 'refused', why: reason(error) };
  }
}

/** Spans as they stand in a request. */
function bodyOf({ session, program }: TracesOptions, spans: readonly string[]): string {
  const about = jsonText({
    resourceSpans: [resourceSpans({ ...session, state: session.state() }, program, [])],
  });
  const at = about.lastIndexOf('[]') + 1;
  return about.slice(0, at) + spans.join(',') + about.slice(at);
}

const lostOf = (lost: number, uncertain: number, { name }: Collector): readonly string[] => [
  ...(lost === 0 ? [] : [`${counted(lost, 'span')} did not reach ${name}`]),
  ...(uncertain === 0
    ? []
    : [`${name} did not answer in time: ${counted(uncertain, 'span')} may have arrived, or not`]),
];

const passed = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.later(ms, resolve));
