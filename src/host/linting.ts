import { DEEPEST, depthOf } from '../json/parse.ts';
import type { FrameEntry } from '../session/frame.ts';
import type { Accepted } from '../session/intake.ts';
import type { SessionState } from '../session/state.ts';
import type { inspectExactness } from '../spec/check/exact.ts';
import { isDiscovery } from '../spec/check/modern.ts';
import type { SdkVerdict } from '../spec/check/sdk-verdict.ts';
import type { lint as Lint } from '../spec/check/shapes.ts';
import type { inspectToolNames } from '../spec/check/tool-names.ts';
import type { Finding } from '../spec/finding.ts';
import { opensConnection } from '../spec/methods.ts';
import { LEGACY, type Revision, revisionFor } from '../spec/revision.ts';
import type { Announced } from '../spec/shapes/capabilities.ts';
import type { HostClock } from './clock.ts';

/** What frames are held against, beside what inspections find on entry. */
export interface Checks {
  /** The negotiated revision of the specification. */
  readonly lint: boolean;
  /** The schemas of the official SDK. */
  readonly sdk: boolean;
}

export const ALL_CHECKS: Checks = { lint: true, sdk: true };

/** What linting needs of its host. */
export interface LintingWorld {
  readonly checks: Checks;
  readonly clock: Pick<HostClock, 'now' | 'soon'>;
  readonly state: () => SessionState;
  /** Takes each finding, with the frame it is about. */
  readonly tell: (finding: Finding, accepted: Accepted) => void;
  /** Puts the first check off: calls back when the start is over, which must not wait for it. Returns the way out. */
  readonly whenQuiet: (task: () => void) => () => void;
}

/**
 * Holds frames against the specification and the SDK when there is time, in wire order.
 *
 *   add ─▶ waiting ─▶ (schemas loaded once) ─▶ a few ms of work each turn of the event loop ─▶ tell
 *
 * Of frames that are alike (same direction, kind and method) at most {@link PER_SECOND} a second are looked at, by
 * the time they crossed the wire, so that a flood costs nothing and a recording comes to the same findings.
 */
export interface Linting {
  /** Loads the schemas now rather than when it is quiet. */
  prepare(): void;
  /** Lets a frame be checked that others sent; all else is passed over. `message` is what its text parses to. */
  add(accepted: Accepted, message: unknown): void;
  /**
   * Checks what waits: the first {@link AT_LEAST} frames however slow the machine is, the others for about `limit` ms;
   * to load the schemas takes time of its own.
   */
  finish(limit: number): Promise<void>;
  /** Forgets what waits; nothing is told any more. */
  end(): void;
}

const PER_SECOND = 20;
/** Levels beyond which the parser of some client refuses a text: .NET has 64, Rust's serde 128, Python about 1,000. */
const DEEPEST_READ = 64;
/** Kinds of frames that are counted at a time, and frames that wait. */
const KINDS = 1_000;
const WAITING = 1_000;
/** ms of work in one turn of the event loop. */
const SLICE = 4;
const AT_LEAST = 50;

/** A frame that waits, with what was known when it came. */
interface Job {
  readonly accepted: Accepted;
  readonly entry: FrameEntry;
  readonly message: unknown;
  readonly revision: Revision;
  readonly announced: Announced;
}

interface Judges {
  readonly exact?: typeof inspectExactness;
  readonly lint?: typeof Lint;
  readonly names?: typeof inspectToolNames;
  readonly sdk?: SdkVerdict;
}

export function createLinting({ checks, clock, state, tell, whenQuiet }: LintingWorld): Linting {
  const waiting: Job[] = [];
  const isOften = createLimit();
  let loading: Promise<void> | undefined;
  let judges: Judges = {};
  let cancelStart: (() => void) | undefined;
  let scheduled = false;
  let ended = false;

  const load = (): Promise<void> => {
    cancelStart?.();
    loading ??= loadJudges(checks).then(
      (loaded) => {
        judges = loaded;
      },
      (error: unknown) => {
        const [first] = waiting;
        if (first !== undefined && !ended) tell(fault(error), first.accepted);
      },
    );
    return loading;
  };

  const work = (limit: number, least: number): void => {
    const end = clock.now() + limit;
    let done = 0;
    for (; done < waiting.length && (done < least || clock.now() < end); done += 1) {
      const job = waiting[done];
      if (job !== undefined) for (const finding of judge(job, judges)) tell(finding, job.accepted);
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
      if (checks.lint || checks.sdk) void load().then(schedule);
    },
    add(accepted, message) {
      const { entry, envelope } = accepted;
      if (ended || entry.type !== 'frame' || envelope === undefined) return;
      // What this program sends is right, or wrong on purpose; what a tapped client sends is not ours.
      if (entry.dir === 'c2s' && entry.by !== undefined) return;
      if (!(checks.lint || checks.sdk) || waiting.length >= WAITING) return;
      if (isNoDiscovery(accepted)) return;
      if (accepted.late && opensConnection(accepted.request?.method)) return;
      const method = 'method' in envelope ? envelope.method : accepted.request?.method;
      if (isOften(`${entry.dir} ${envelope.kind} ${method ?? ''}`, entry.t)) return;
      const now = state();
      waiting.push({
        accepted,
        entry,
        message,
        revision: revisionOf(now, method),
        announced: announcedIn(now),
      });
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

/** An older server that answers what it does not know with a result: nothing of the modern era is to be found in that. */
const isNoDiscovery = ({ envelope, request }: Accepted): boolean =>
  request?.method === 'server/discover' && envelope?.kind === 'result' && !isDiscovery(envelope.result);

async function loadJudges({ lint, sdk }: Checks): Promise<Judges> {
  const [table, exact, names, verdict] = await Promise.all([
    lint ? import('../spec/check/shapes.ts') : undefined,
    lint ? import('../spec/check/exact.ts') : undefined,
    lint ? import('../spec/check/tool-names.ts') : undefined,
    sdk ? import('../spec/check/sdk-verdict.ts').then(({ loadSdkVerdict }) => loadSdkVerdict()) : undefined,
  ]);
  return {
    ...(table === undefined ? {} : { lint: table.lint }),
    ...(exact === undefined ? {} : { exact: exact.inspectExactness }),
    ...(names === undefined ? {} : { names: names.inspectToolNames }),
    ...(verdict === undefined ? {} : { sdk: verdict }),
  };
}

/** What there is to tell of one frame. Whatever a message does to it, the others go on, and the fault is told. */
function judge(
  { accepted, entry, message, revision, announced }: Job,
  { exact, lint, names, sdk }: Judges,
): readonly Finding[] {
  const request = accepted.envelope?.kind === 'request' ? undefined : accepted.request;
  const { dir } = entry;
  const inspected = accepted.findings;
  const about = request === undefined ? {} : { request };
  const depth = depthOf(entry.msg);
  const tellsDepth = exact !== undefined && depth > DEEPEST_READ;
  if (depth > DEEPEST) return tellsDepth ? [deep(depth, '; it was not held against the specification')] : [];
  try {
    const found = [
      ...(tellsDepth ? [deep(depth)] : []),
      ...(exact?.(entry.msg, message) ?? []),
      ...(request?.method === 'tools/list' ? (names?.(message) ?? []) : []),
      ...(lint?.(message, { dir, revision, announced, inspected, ...about }) ?? []),
    ];
    // The SDK's schemas are those of the legacy revisions.
    if (sdk === undefined || revision > LEGACY.until) return found;
    const line = entry.line === undefined ? {} : { line: entry.n };
    const refused = sdk(message, { ...about, ...line });
    return refused === undefined ? found : [...found, refused];
  } catch (error) {
    return [fault(error)];
  }
}

const deep = (depth: number, more = ''): Finding => ({
  rule: 'lint/deep',
  message: `the message is nested ${depth} levels deep${more}`,
});

function fault(error: unknown): Finding {
  const why = error instanceof Error ? error.message : String(error);
  return { rule: 'loupe/fault', message: `not held against the specification: ${why}` };
}

/** The revision to judge a message by; a handshake is of its own era whatever it settles on. */
function revisionOf({ era, negotiated, asked }: SessionState, method: string | undefined): Revision {
  const isModern = method === 'server/discover' || (era === 'modern' && method !== 'initialize');
  return revisionFor(negotiated ?? (asked === '' ? undefined : asked), isModern ? 'modern' : 'legacy');
}

/** What both sides have announced; nothing is missed before the handshake. */
function announcedIn({ capabilities: { client, server } }: SessionState): Announced {
  return server === undefined ? {} : { c2s: client, s2c: server };
}

/** Tells of a frame whether it is one too many of its kind in its second; `t` is in ms. */
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
