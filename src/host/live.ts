import { type Connection, createConnection } from '../connection/connection.ts';
import type { ConnectionOptions, Inbound } from '../connection/ports.ts';
import { inputSchemaOf } from '../session/lists.ts';
import type { Redactor } from '../session/redaction/redaction.ts';
import type { LiveTarget } from '../session/target.ts';
import type { Checks } from '../spec/check/thorough.ts';
import { createHeader } from '../transcript/header.ts';
import { createRecorder, type Recorder } from '../transcript/record.ts';
import type { RemoteDeps } from '../transport/remote.ts';
import { createStdioTransport } from '../transport/stdio.ts';
import { type AuthorizationChoice, type AuthorizationControl, createAuthorization } from './authorization.ts';
import { ALL_CHECKS } from './check-queue.ts';
import type { HostClock } from './clock.ts';
import { createFiling, type Filing } from './filing.ts';
import type { ConnectedAs, Host } from './host.ts';
import { createLink, type LinkPorts } from './link.ts';
import { createSession, type HostSession } from './session.ts';

/** What a live session is made of. */
export interface LiveOptions {
  readonly target: LiveTarget;
  readonly connection: ConnectionOptions;
  /** Whom it connects as, where that is another client, and this program, as recordings name it. */
  readonly as?: ConnectedAs & { readonly tool: ConnectionOptions['client'] };
  /** Where to record; nothing is recorded without it. */
  readonly record?: { readonly path: string; readonly overwrite: boolean };
  /** How authorization is obtained where the server wants it; without this it is not. */
  readonly authorization?: AuthorizationChoice | undefined;
  /** `redactorFor` of session/redaction/redactor.ts: what finds secrets is loaded while the server starts. */
  readonly redactorFor: (target: LiveTarget) => Redactor;
  /** False writes secrets to the file as they are. */
  readonly redact: boolean;
  /** What frames are held against; by default everything. */
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
/** ms from the first frame until frames are held against the specification, which a start must not wait for. */
const START = 300;
/** ms that the end of a session waits for these checks. */
const LAST_CHECKS = 50;

/**
 * Puts a live session together; nothing is started before `connection.connect()`. Throws a `RecordError` when the
 * recording cannot be begun.
 */
export function openLive(options: LiveOptions): LiveHost {
  const { target, clock } = options;
  const started = clock.wall();
  const redactor = options.redactorFor(target);
  const recorder = startRecorder(options, started, redactor);
  const session = createSession({
    target,
    redactor,
    window: recorder === undefined ? WINDOW_ALONE : WINDOW,
    source: recorder?.source,
    checks: options.checks ?? ALL_CHECKS,
    clock,
    report: (finding, { entry }) => filing.report(finding, entry),
    whenQuiet: (task) => clock.later(START, task),
  });
  const { store, log, checkQueue } = session;
  const filing = createFiling(session, recorder, clock);
  const { connection, authorization } = connectionOf(options, session, filing, redactor);
  // Its first entry says that the server has been started, which leaves this process with nothing to do for a while.
  if (options.checksFirst === true) {
    const unsubscribe = store.subscribe(() => {
      unsubscribe();
      checkQueue.prepare();
    });
  }

  const close = async (): Promise<void> => {
    await Promise.all([connection.close(), checkQueue.finish(LAST_CHECKS)]);
    await checkQueue.finish(LAST_CHECKS);
    checkQueue.end();
    filing.flush();
    recorder?.close();
  };
  let closing: Promise<void> | undefined;

  return {
    store,
    log,
    connection,
    ...(options.as === undefined ? {} : { as: options.as }),
    ...(authorization === undefined ? {} : { authorization }),
    started,
    now: filing.now,
    mask: redactor.mask,
    learn: redactor.learn,
    remarks: () => [],
    async note(at, said) {
      filing.note(at, said);
      return recorder?.stopped();
    },
    recording() {
      if (recorder === undefined) return undefined;
      const stopped = recorder.stopped();
      return { path: recorder.path, ...(stopped === undefined ? {} : { stopped }) };
    },
    checked: () => checkQueue.finish(LAST_CHECKS),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** The connection of a session, with the way to authorization that its transports take. */
function connectionOf(
  options: LiveOptions,
  { store, judge, prepare }: HostSession,
  { accept }: Filing,
  { learn }: Redactor,
) {
  const { target, clock } = options;
  const { wall, later } = clock;
  let exchanges = 0;
  const nextExchange = (): number => ++exchanges;
  const authorization = createAuthorization(target, options.authorization, {
    ...{ wall, later, nextExchange, learn },
    emit: (capture) => void accept(capture, store.stateWithoutCounts().session),
    hold: (held) => connection.hold('authorization', held),
  });
  const inputSchema = (tool: string) => inputSchemaOf(store.stateWithoutCounts().lists, tool);
  const link = createLink({
    make: opener(options, { nextExchange, authorization, inputSchema, judge }),
    file: accept,
    inbound: () => connection,
    wall,
  });
  const connection: Connection & Inbound = createConnection(
    { ...clock, state: store.stateWithoutCounts, life: link.life, prepare, link },
    options.connection,
  );
  return { connection, authorization };
}

/** Opens the transport for a target; what speaks HTTP is loaded when it is needed. */
function opener(
  { target, clock, connection }: LiveOptions,
  {
    nextExchange,
    inputSchema,
    authorization,
    judge,
  }: Pick<RemoteDeps, 'nextExchange' | 'inputSchema'> & {
    readonly authorization: AuthorizationControl | undefined;
    readonly judge: HostSession['judge'];
  },
): LinkPorts['make'] {
  if (target.transport === 'stdio') {
    return (clean) =>
      createStdioTransport(target, { wall: clock.wall, limit: LINE_LIMIT, clean, ready: judge });
  }
  const { now, wall, later } = clock;
  const { connectTimeout, retryCalls } = connection;
  return async () => {
    const [{ createRemoteTransport }] = await Promise.all([import('./remote.ts'), judge()]);
    const authorizer = await authorization?.begin();
    const deps = { now, wall, later, nextExchange, connectTimeout, retryCalls, inputSchema };
    return createRemoteTransport(target, deps, authorizer);
  };
}

function startRecorder(
  { target, connection, as, clock, redact, id, record }: LiveOptions,
  started: number,
  redactor: Redactor,
): Recorder | undefined {
  if (record === undefined) return undefined;
  const hide = redact ? redactor : undefined;
  const { client, answerer } = connection;
  const header = createHeader({
    id,
    started: new Date(started),
    tool: as?.tool ?? client,
    target,
    client: { name: client.name, version: client.version, capabilities: answerer.capabilities() },
    lineLimit: LINE_LIMIT,
    redactor: hide,
  });
  return createRecorder({ ...record, header, redactor: hide, schedule: clock.soon });
}
