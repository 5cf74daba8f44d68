import { type Connection, createConnection } from '../connection/connection.ts';
import type { ConnectionOptions } from '../connection/options.ts';
import type { Inbound, SentLine } from '../connection/ports.ts';
import { createOften } from '../session/findings.ts';
import type { Capture, Entry } from '../session/frame.ts';
import { type Accepted, createIntake } from '../session/intake.ts';
import { inputSchemaOf } from '../session/lists.ts';
import { createLog } from '../session/log/log.ts';
import { createStreamWatch } from '../session/redaction/private-keys.ts';
import type { Redactor } from '../session/redaction/redaction.ts';
import { initialState } from '../session/reduce.ts';
import { createStore } from '../session/store.ts';
import type { LiveTarget } from '../session/target.ts';
import type { Checks } from '../spec/check/thorough.ts';
import type { Finding } from '../spec/finding.ts';
import { createHeader } from '../transcript/header.ts';
import { createRecorder, type Recorder } from '../transcript/record.ts';
import type { RemoteDeps } from '../transport/remote.ts';
import { createStdioTransport } from '../transport/stdio.ts';
import { type Authorization, type AuthorizationChoice, createAuthorization } from './authorization.ts';
import type { HostClock } from './clock.ts';
import type { Host } from './host.ts';
import { createLink, type LinkPorts } from './link.ts';
import { ALL_CHECKS, createLinting } from './linting.ts';
import { createStructuredCheck } from './structured.ts';

/** What a live session is made of. */
export interface LiveOptions {
  readonly target: LiveTarget;
  readonly connection: ConnectionOptions;
  /** Where to record; nothing is recorded without it. */
  readonly record?: { readonly path: string; readonly overwrite: boolean };
  /** How authorization is got where the server wants it; it is not, without. */
  readonly authorization?: AuthorizationChoice | undefined;
  /** `redactorFor` of session/redaction/redactor.ts: what finds secrets is loaded beside the start. */
  readonly redactorFor: (target: LiveTarget) => Redactor;
  /** False writes secrets to the file as they are. */
  readonly redact: boolean;
  /** What frames are held against; everything, when nothing is said. */
  readonly checks?: Checks;
  /** True gets the checks ready while the server starts, for a script that waits for them at its end. */
  readonly checksFirst?: boolean;
  readonly clock: HostClock;
  /** Unique for each recording. */
  readonly id: string;
}

/** A host that can act. */
export interface LiveHost extends Host {
  readonly connection: Connection;
}

/** Characters of text kept in memory beside the transcript, and without one. */
const WINDOW = 6_000_000;
const WINDOW_ALONE = 128_000_000;
/** Bytes of the longest line that is taken whole. */
const LINE_LIMIT = 256 * 1024 * 1024;
/** ms from the first frame until frames are held against the specification: the start has better things to do. */
const START = 300;
/** ms after which findings that came too often are told together. */
const FOLD = 1_000;
/** ms that a session's end waits for it. */
const LAST_CHECKS = 50;

/**
 * Puts a live session together; nothing is started before `connection.connect()`. Throws a `RecordError` when the
 * recording cannot be begun.
 */
export function openLive(options: LiveOptions): LiveHost {
  const { target, clock } = options;
  const started = clock.wall();
  const origin = clock.now();
  const redactor = options.redactorFor(target);
  const watch = createStreamWatch(redactor);
  const recorder =
    options.record === undefined ? undefined : startRecorder(options, options.record, started, redactor);
  const store = createStore(initialState(target), clock.soon);
  const log = createLog(recorder === undefined ? WINDOW_ALONE : WINDOW, recorder?.source);
  const structured = createStructuredCheck();
  const intake = createIntake(store.facts, structured.check);
  let nextSeq = 1;
  let ended: Promise<void> | undefined;

  const now = (): number => Math.round((clock.now() - origin) * 1000) / 1000;

  const file = (accepted: Accepted): void => {
    watch(accepted.entry);
    log.add(accepted, recorder?.write(accepted.entry));
    store.dispatch(accepted);
  };

  const tell = (finding: Finding, about: Entry, count?: number): void =>
    file(found(finding, about, number(about.session), count));

  const often = createOften();
  let stopFolding: (() => void) | undefined;
  const tellFolded = (): void => {
    stopFolding?.();
    stopFolding = undefined;
    for (const { finding, last, count } of often.take()) tell(finding, last, count);
  };

  const number = (session: number) => ({ seq: nextSeq++, t: now(), conn: 1, session });

  const linting = createLinting({
    checks: options.checks ?? ALL_CHECKS,
    clock,
    state: store.facts,
    tell: (finding, { entry }) => tell(finding, entry),
    whenQuiet: (task) => clock.later(START, task),
  });

  const accept = (capture: Capture, session: number, sent?: SentLine): Accepted => {
    const accepted = takeIn(capture, number(session), sent);
    file(accepted);
    for (const finding of accepted.findings) {
      if (often.passes(finding, accepted.entry)) tell(finding, accepted.entry);
      else stopFolding ??= clock.later(FOLD, tellFolded);
    }
    if (capture.type === 'frame') linting.add(accepted, capture.message);
    return accepted;
  };

  const takeIn = (capture: Capture, numbered: ReturnType<typeof number>, sent?: SentLine): Accepted => {
    if (capture.type === 'frame') {
      // Written out, so that millions of frames share one shape: a spread of two objects makes one for each.
      const { message, findings, ...rest } = capture;
      const { seq, t, conn } = numbered;
      const by = sent?.by;
      const entry = { seq, t, conn, session: numbered.session, ...rest, ...(by === undefined ? {} : { by }) };
      return intake.accept(entry, message, findings, sent?.asked);
    }
    if (capture.type === 'invalid' || capture.type === 'http') {
      const { findings, ...rest } = capture;
      return intake.accept({ ...numbered, ...rest }, undefined, findings);
    }
    return intake.accept({ ...numbered, ...capture }, undefined);
  };

  let exchanges = 0;
  const nextExchange = (): number => ++exchanges;
  const authorization = createAuthorization(target, options.authorization, {
    ...{ wall: clock.wall, later: clock.later, nextExchange, learn: redactor.learn },
    emit: (capture) => void accept(capture, store.facts().session),
    hold: (held) => connection.hold('authorization', held),
  });
  const link = createLink({
    make: opener(options, {
      nextExchange,
      authorization,
      inputSchema: (tool) => inputSchemaOf(store.facts().lists, tool),
    }),
    file: accept,
    inbound: () => connection,
    wall: clock.wall,
  });
  const connection: Connection & Inbound = createConnection(
    { ...clock, state: store.facts, life: link.life, prepare: structured.load, link },
    options.connection,
  );

  // Its first entry tells that the server has been started, which leaves this process with nothing to do for a while.
  if (options.checksFirst === true) {
    const unsubscribe = store.subscribe(() => {
      unsubscribe();
      linting.prepare();
    });
  }

  const close = async (): Promise<void> => {
    await Promise.all([connection.close(), linting.finish(LAST_CHECKS)]);
    await linting.finish(LAST_CHECKS);
    linting.end();
    tellFolded();
    recorder?.close();
  };

  return {
    store,
    log,
    connection,
    ...(authorization === undefined ? {} : { authorization }),
    started,
    now,
    mask: redactor.mask,
    remarks: () => [],
    async note(at, said) {
      file({ entry: { ...number(store.state().session), type: 'note', at, ...said }, findings: [] });
      return recorder?.stopped();
    },
    recording() {
      if (recorder === undefined) return undefined;
      const stopped = recorder.stopped();
      return { path: recorder.path, ...(stopped === undefined ? {} : { stopped }) };
    },
    checked: () => linting.finish(LAST_CHECKS),
    close() {
      ended ??= close();
      return ended;
    },
  };
}

/** Opens the transport for a target; what speaks HTTP is loaded when it is needed. */
function opener(
  { target, clock, connection }: LiveOptions,
  {
    nextExchange,
    inputSchema,
    authorization,
  }: Pick<RemoteDeps, 'nextExchange' | 'inputSchema'> & {
    readonly authorization: Authorization | undefined;
  },
): LinkPorts['make'] {
  if (target.transport === 'stdio') {
    return (clean) => createStdioTransport(target, { wall: clock.wall, limit: LINE_LIMIT, clean });
  }
  const { now, wall, later } = clock;
  const { connectTimeout, retryCalls } = connection;
  return async () => {
    const { createRemoteTransport } = await import('./remote.ts');
    const authorizer = await authorization?.begin();
    const deps = { now, wall, later, nextExchange, connectTimeout, retryCalls, inputSchema };
    return createRemoteTransport(target, deps, authorizer);
  };
}

/** A finding as a line of its own, after the line it is about. */
function found(
  { rule, path, message }: Finding,
  { seq: at }: Entry,
  numbered: Omit<Entry & { type: 'finding' }, 'type' | 'at' | 'rule' | 'message'>,
  count?: number,
): Accepted {
  return {
    entry: {
      ...{ ...numbered, type: 'finding', at, rule, message },
      ...(path === undefined ? {} : { path }),
      ...(count === undefined ? {} : { count }),
    },
    findings: [],
  };
}

function startRecorder(
  { target, connection, clock, redact, id }: LiveOptions,
  record: NonNullable<LiveOptions['record']>,
  started: number,
  redactor: Redactor,
): Recorder {
  const hide = redact ? redactor : undefined;
  const { client, answerer } = connection;
  const header = createHeader({
    id,
    started: new Date(started),
    tool: client,
    target,
    client: { ...client, capabilities: answerer.capabilities() },
    lineLimit: LINE_LIMIT,
    redactor: hide,
  });
  return createRecorder({ ...record, header, redactor: hide, schedule: clock.soon });
}
