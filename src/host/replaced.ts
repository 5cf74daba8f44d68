import { PassThrough, type Readable, Writable } from 'node:stream';
import { createHandover, type Handover } from '../tap/handover.ts';
import { createLines, withBreak } from '../tap/lines.ts';
import { reason } from '../text/reason.ts';
import type { Clock } from '../time/clock.ts';
import type { End, RelayedServer } from '../transport/relay.ts';
import type { StdioRecorder } from './tapped-stdio.ts';
import type { TappedStream } from './tapped-streams.ts';

/** A server that was started. */
export interface StartedServer {
  readonly server: RelayedServer;
  readonly pid: number;
}

/** What a server that is replaced is made of. */
export interface ReplacedOptions {
  readonly first: RelayedServer;
  /** Starts the next one; rejects with a reason. */
  readonly start: () => Promise<StartedServer>;
  readonly recorder: Pick<StdioRecorder, 'passed' | 'happened'>;
  readonly clock: Clock;
  /** Tells the person who changes the server. */
  readonly say: (sentence: string) => void;
}

/** Servers of which one takes the place of the other, while what is before them stays. */
export interface ReplacedServer extends RelayedServer {
  /** What the server is made of has changed, for example this file: another one is started in its place. */
  change(file: string): void;
}

/** ms without another change until the server is replaced: builds write many files. */
const QUIET = 100;
/** ms for a server to end after its stdin has, and again after SIGTERM. */
const GRACE = 2_000;
/** ms that the streams of a server that has ended are waited for: other processes may hold them. */
const LINGER = 1_000;
/** ms for a new server to answer `initialize`. */
const HANDSHAKE = 30_000;
/** Bytes of the client that wait for the next server before no more are read. */
const MOST = 4 * 1024 * 1024;
/** The signals after which a server ends on purpose. */
const LEAVING: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];

interface State extends ReplacedOptions {
  readonly handover: Handover;
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
  readonly settle: (end: End) => void;
  current: RelayedServer | undefined;
  /** Resolves when the current one has ended, and all that it wrote has gone on. */
  gone: Promise<End>;
  /** We are ending it. */
  isEnding: boolean;
  /** The next one is due, or just being started. */
  isReplacing: boolean;
  /** The file for whose change it was replaced last. */
  cause: string;
  /** One that has changed since. */
  next: string | undefined;
  /** What is done about it, one after the other. */
  work: Promise<void>;
  /** Who waits until what has waited has gone on. */
  readonly full: (() => void)[];
  callOff: (() => void) | undefined;
  /** Calls off the wait for an answer to `initialize`. */
  inTime: (() => void) | undefined;
  /** How the last one has ended. */
  last: End;
  /** The client says nothing more. */
  isInputOver: boolean;
  /** The client wants all of it to end. */
  isLeaving: boolean;
  isOver: boolean;
}

/** Begins with a server that was just started. */
export function createReplaced(options: ReplacedOptions): ReplacedServer {
  let settle: (end: End) => void = () => {};
  const ended = new Promise<End>((resolve) => {
    settle = resolve;
  });
  const s: State = {
    ...options,
    handover: createHandover({
      toServer(line, own) {
        const stdin = s.current?.stdin;
        // Nothing of ours follows the end of what the client says.
        if (own && stdin?.writable !== true) return;
        record(s, own ? 'toServer' : 'stdin', line);
        stdin?.write(withBreak(line));
      },
      toClient(line, own) {
        if (own) record(s, 'toClient', line);
        s.stdout.write(withBreak(line));
      },
      unsent: (line) => record(s, 'stdin', line),
      say: options.say,
      ready: () => ready(s),
      refused: (why) => refused(s, why),
    }),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    settle,
    current: undefined,
    gone: new Promise(() => {}),
    isEnding: false,
    isReplacing: false,
    cause: '',
    next: undefined,
    work: Promise.resolve(),
    full: [],
    callOff: undefined,
    inTime: undefined,
    last: { code: 0 },
    isInputOver: false,
    isLeaving: false,
    isOver: false,
  };
  attach(s, options.first);
  for (const stream of [s.stdout, s.stderr]) stream.on('error', () => {});
  // The client reads no more: no server writes for it.
  s.stdout.on('close', () => s.current?.stdout.destroy());
  return {
    stdin: inputOf(s),
    stdout: s.stdout,
    stderr: s.stderr,
    ended,
    signal(name) {
      s.isLeaving ||= LEAVING.includes(name);
      if (s.current !== undefined) s.current.signal(name);
      else if (s.isLeaving) over(s, { signal: name });
    },
    // Each of them is taken leave of when it ends.
    goodbye() {},
    change(file) {
      s.next = file;
      s.callOff?.();
      s.callOff = s.clock.later(QUIET, () => inTurn(s, () => replace(s)));
    },
  };
}

const record = (s: State, stream: TappedStream, line: Buffer): Promise<void> | undefined =>
  s.recorder.passed(stream, withBreak(line));

/** When more may be written; nothing where that is now. */
const room = (to: Writable): Promise<unknown> | undefined =>
  to.writableNeedDrain && !to.destroyed
    ? new Promise((resolve) => to.once('drain', resolve).once('close', resolve))
    : undefined;

/** What the client writes: no faster than the server reads it. */
function inputOf(s: State): Writable {
  const lines = createLines((line) => s.handover.fromClient(line));
  return new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(chunk);
      const wait = s.handover.held() > MOST ? emptied(s) : s.current && room(s.current.stdin);
      if (wait === undefined) done();
      else void wait.then(() => done());
    },
    final(done) {
      const rest = lines.rest();
      if (rest.length > 0) s.handover.fromClient(rest);
      s.isInputOver = true;
      // What waits for the next server is answered first.
      if (!s.isEnding && !s.isReplacing && s.inTime === undefined) endInput(s);
      done();
    },
  });
}

/** The server hears that the client says nothing more; without one there is nothing to wait for. */
function endInput(s: State): void {
  if (s.current === undefined) over(s, s.last);
  else s.current.stdin.end();
}

/** Passes on what a server writes, and notices its end. */
function attach(s: State, server: RelayedServer): void {
  let looking: Promise<void> | undefined;
  const lines = createLines((line) => {
    looking = record(s, 'stdout', line);
    s.handover.fromServer(line);
  });
  flow(server.stdout, (chunk) => {
    lines.push(chunk);
    return room(s.stdout) ?? looking;
  });
  flow(server.stderr, (chunk) => {
    s.stderr.write(chunk);
    return room(s.stderr);
  });
  server.stdin.on('error', () => {});
  if (s.stdout.destroyed) server.stdout.destroy();
  s.current = server;
  s.gone = Promise.all([server.ended, closed(s, server)]).then(([end]) => {
    s.last = end;
    // Half a line is passed on if nothing follows it.
    const half = lines.rest();
    const isLast = !s.isEnding && isOverWith(s);
    if (half.length > 0) void s.recorder.passed('stdout', isLast ? half : withBreak(half));
    if (half.length > 0 && isLast) s.stdout.write(half);
    s.current = undefined;
    return end;
  });
  void s.gone.then((end) => {
    if (!s.isEnding) endedItself(s, end, server);
  });
}

/** Reads no more while what it returns is waited for. */
function flow(from: Readable, take: (chunk: Buffer) => Promise<unknown> | undefined): void {
  from.on('data', (chunk: Buffer) => {
    const wait = take(chunk);
    if (wait === undefined) return;
    from.pause();
    void wait.then(() => from.resume());
  });
}

/** Both streams of a server have ended, or it has and they are held by somebody else. */
async function closed(s: State, { stdout, stderr, ended }: RelayedServer): Promise<void> {
  const ends = [stdout, stderr].map(
    (stream) => new Promise((resolve) => stream.once('end', resolve).once('close', resolve)),
  );
  const lingered = ended.then(
    () => new Promise((resolve) => s.clock.later(LINGER, () => resolve(undefined))),
  );
  await Promise.race([Promise.all(ends), lingered]);
}

/** As without us, unless the client has something that the next server can go on with. */
function endedItself(s: State, end: End, server: RelayedServer): void {
  stopWaiting(s);
  server.goodbye();
  if (isOverWith(s)) {
    over(s, end);
    return;
  }
  told(s, end);
  down(s, `it has ended by itself (${'code' in end ? `exit code ${end.code}` : end.signal})`);
}

/** Nobody is there for whom another server could go on. */
const isOverWith = (s: State): boolean => s.isInputOver || s.isLeaving || !s.handover.isUsed();

const told = (s: State, end: End): void => s.recorder.happened((into) => into.exited(end));

/** There is no server until the next change. */
function down(s: State, why: string): void {
  s.handover.gone(why, false);
  goOn(s);
  s.say(`no server: ${why}; the next change starts it again`);
  if (s.isInputOver) over(s, s.last);
}

/** Does one thing after the other about the server. */
function inTurn(s: State, task: () => Promise<void>): void {
  s.work = s.work.then(task);
}

/** Ends the server and starts the next one, again if something changes meanwhile. */
async function replace(s: State): Promise<void> {
  while (s.next !== undefined && !s.isLeaving && !s.isOver) {
    s.isReplacing = true;
    s.cause = s.next;
    s.next = undefined;
    await end(s);
    if (s.isLeaving) break;
    s.handover.gone(`it was restarted because ${s.cause} changed`, true);
    await begin(s);
  }
  s.isReplacing = false;
  if (s.current === undefined && (s.isLeaving || s.isInputOver)) over(s, s.last);
}

/** As a host ends a server (basic/lifecycle#shutdown). */
async function end(s: State): Promise<void> {
  const { current: server, gone } = s;
  stopWaiting(s);
  s.handover.changing();
  if (server === undefined) return;
  s.isEnding = true;
  s.recorder.happened((into) => into.closed());
  server.stdin.end();
  const callOff = [
    s.clock.later(GRACE, () => server.signal('SIGTERM')),
    s.clock.later(2 * GRACE, () => server.signal('SIGKILL')),
  ];
  const how = await gone;
  for (const stop of callOff) stop();
  // Nothing of it is to work beside the next one.
  server.signal('SIGKILL');
  server.goodbye();
  s.isEnding = false;
  told(s, how);
}

async function begin(s: State): Promise<void> {
  try {
    const { server, pid } = await s.start();
    s.recorder.happened((into) => into.spawned(pid));
    attach(s, server);
  } catch (error) {
    down(s, `it could not be started: ${reason(error)}`);
    return;
  }
  s.inTime = s.clock.later(HANDSHAKE, () =>
    refused(s, `it has not answered initialize for ${HANDSHAKE / 1000} s`),
  );
  s.handover.started();
}

/** What the client says waits for the next server, and is too much. */
const emptied = (s: State): Promise<void> => new Promise((resolve) => s.full.push(resolve));

function goOn(s: State): void {
  for (const go of s.full.splice(0)) go();
}

function stopWaiting(s: State): void {
  s.inTime?.();
  s.inTime = undefined;
}

function ready(s: State): void {
  stopWaiting(s);
  goOn(s);
  s.say(`restarted the server: ${s.cause} changed`);
  if (s.isInputOver) endInput(s);
}

/** A new server that runs, but cannot be used. */
function refused(s: State, why: string): void {
  const { current } = s;
  inTurn(s, async () => {
    if (current === undefined || s.current !== current || s.isLeaving) return;
    await end(s);
    down(s, why);
  });
}

function over(s: State, end: End): void {
  if (s.isOver) return;
  s.isOver = true;
  s.callOff?.();
  goOn(s);
  s.stdout.end();
  s.stderr.end();
  s.settle(end);
}
