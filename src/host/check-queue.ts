import type { Accepted } from '../session/intake.ts';
import type { SessionState } from '../session/state.ts';
import {
  type Checks,
  loadThorough,
  notChecked,
  type ThoroughCheck,
  type ThoroughContext,
} from '../spec/check/thorough.ts';
import type { Finding } from '../spec/finding.ts';
import { isDiscovery, opensConnection } from '../spec/methods.ts';
import { type Revision, revisionFor } from '../spec/revision.ts';
import type { Announced } from '../spec/shapes/capabilities.ts';
import type { HostClock } from './clock.ts';

export const ALL_CHECKS: Checks = { spec: true, sdk: true };

/** What the queue of checks needs from its host. */
export interface CheckQueuePorts {
  readonly checks: Checks;
  readonly clock: Pick<HostClock, 'now' | 'soon'>;
  readonly state: () => SessionState;
  /** Takes each finding, with the frame that it is about. */
  readonly report: (finding: Finding, accepted: Accepted) => void;
  /** Delays the first check: calls back when the start is over. Returns how to cancel that. */
  readonly whenQuiet: (task: () => void) => () => void;
}

/**
 * Checks frames against the specification and the SDK when there is time, in wire order.
 *
 *   add ─▶ waiting ─▶ (schemas loaded once) ─▶ a few ms of work each turn of the event loop ─▶ report
 *
 * Of similar frames (same direction, kind and method) at most {@link PER_SECOND} a second are checked, by the time they
 * crossed the wire, so that a flood costs nothing and a recording leads to the same findings.
 */
export interface CheckQueue {
  /** Loads the schemas now. */
  prepare(): void;
  /** Queues a frame that we did not send; anything else is ignored. `message` is its parsed text. */
  add(accepted: Accepted, message: unknown): void;
  /**
   * Checks the queued frames: the first {@link AT_LEAST} however slow the machine is, the others for about `limit` ms;
   * loading the schemas takes additional time.
   */
  finish(limit: number): Promise<void>;
  /** Drops the queue; nothing more is reported. */
  end(): void;
}

const PER_SECOND = 20;
/** How many kinds of frames are counted at a time, and how many frames are queued. */
const KINDS = 1_000;
const WAITING = 1_000;
/** ms of work in one turn of the event loop. */
const SLICE = 4;
const AT_LEAST = 50;

/** A queued frame, with what was known when it came. */
interface Job {
  readonly accepted: Accepted;
  readonly message: unknown;
  readonly context: ThoroughContext;
}

export function createCheckQueue({ checks, clock, state, report, whenQuiet }: CheckQueuePorts): CheckQueue {
  const waiting: Job[] = [];
  const isOften = createLimit();
  let loading: Promise<void> | undefined;
  let check: ThoroughCheck = () => [];
  let cancelStart: (() => void) | undefined;
  let scheduled = false;
  let ended = false;

  const load = (): Promise<void> => {
    cancelStart?.();
    loading ??= loadThorough(checks).then(
      (loaded) => {
        check = loaded;
      },
      (error: unknown) => {
        const [first] = waiting;
        if (first !== undefined && !ended) report(notChecked(error), first.accepted);
      },
    );
    return loading;
  };

  const work = (limit: number, least: number): void => {
    const end = clock.now() + limit;
    let done = 0;
    for (; done < waiting.length && (done < least || clock.now() < end); done += 1) {
      const job = waiting[done];
      if (job !== undefined)
        for (const finding of check(job.message, job.context))
          report(job.context.dir === 'c2s' ? { ...finding, side: 'client' } : finding, job.accepted);
    }
    waiting.splice(0, done);
  };

  const schedule = (): void => {
    if (scheduled || waiting.length === 0) return;
    scheduled = true;
    clock.soon(() => {
      scheduled = false;
      work(SLICE, 1);
      schedule();
    });
  };

  return {
    prepare() {
      if (checks.spec || checks.sdk) void load().then(schedule);
    },
    add(accepted, message) {
      const { entry, envelope } = accepted;
      if (ended || entry.type !== 'frame' || envelope === undefined) return;
      // Our own messages are right, or wrong on purpose; those of a tapped client are not ours.
      if (entry.dir === 'c2s' && entry.by !== undefined) return;
      if (!(checks.spec || checks.sdk) || waiting.length >= WAITING) return;
      if (isNoDiscovery(accepted)) return;
      if (accepted.late && opensConnection(accepted.request?.method)) return;
      const method = 'method' in envelope ? envelope.method : accepted.request?.method;
      if (isOften(`${entry.dir} ${envelope.kind} ${method ?? ''}`, entry.t)) return;
      const now = state();
      const request = envelope.kind === 'request' ? undefined : accepted.request;
      const context: ThoroughContext = {
        text: entry.msg,
        dir: entry.dir,
        revision: revisionOf(now, method),
        announced: announcedIn(now),
        reported: accepted.findings,
        ...(request === undefined ? {} : { request }),
        ...(entry.line === undefined ? {} : { line: entry.n }),
      };
      waiting.push({ accepted, message, context });
      if (loading === undefined) cancelStart ??= whenQuiet(() => void load().then(schedule));
      else void loading.then(schedule);
    },
    async finish(limit) {
      if (waiting.length === 0) return;
      await load();
      work(limit, AT_LEAST);
      schedule();
    },
    end() {
      ended = true;
      waiting.length = 0;
      cancelStart?.();
    },
  };
}

/** An older server that answers an unknown method with a result, which is not to be judged by the modern era. */
const isNoDiscovery = ({ envelope, request }: Accepted): boolean =>
  request?.method === 'server/discover' && envelope?.kind === 'result' && !isDiscovery(envelope.result);

/** The revision to judge a message by; a handshake belongs to its own era, whatever it negotiates. */
function revisionOf(
  { era, negotiated, requestedVersion }: SessionState,
  method: string | undefined,
): Revision {
  const isModern = method === 'server/discover' || (era === 'modern' && method !== 'initialize');
  return revisionFor(
    negotiated ?? (requestedVersion === '' ? undefined : requestedVersion),
    isModern ? 'modern' : 'legacy',
  );
}

/** What both sides have announced; before the handshake nothing counts as missing. */
function announcedIn({ capabilities: { client, server } }: SessionState): Announced {
  return server === undefined ? {} : { c2s: client, s2c: server };
}

/** Decides whether a frame is one too many of its kind in its second; `t` is in ms. */
function createLimit(): (kind: string, t: number) => boolean {
  const kinds = new Map<string, { readonly second: number; count: number }>();
  return (kind, t) => {
    const second = Math.floor(t / 1_000);
    const known = kinds.get(kind);
    if (known?.second === second) {
      known.count += 1;
      return known.count > PER_SECOND;
    }
    if (kinds.size >= KINDS) kinds.clear();
    kinds.set(kind, { second, count: 1 });
    return false;
  };
}
