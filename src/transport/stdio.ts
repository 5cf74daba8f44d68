import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { write } from '../json/write.ts';
import type { exitDetail as ExitDetail } from '../session/error-line.ts';
import type { Capture } from '../session/frame.ts';
import type { StdioTarget } from '../session/target.ts';
import { classify } from '../spec/envelope.ts';
import type { Echo } from './echo.ts';
import { createFraming, type Framing } from './framing.ts';
import { createIdleTimer, type IdleTimer } from './idle-timer.ts';
import { type ProcessGroup, processGroup } from './process-group.ts';
import { createJunk, type Junk, type NearMessages } from './rejects.ts';
import { createSluice, inPieces, type Sluice } from './sluice.ts';
import { createStderrLines, type StderrLines } from './stderr-lines.ts';
import type { Transport } from './transport.ts';

/** ms for the server to exit after its stdin was closed, and again after SIGTERM; 3 s in all with the rest. */
const GRACE = 1000;
/** ms for an answer to the line that was sent last, before stdin is closed. */
const ANSWER = 200;
/** ms for the last bytes to arrive when everybody is gone. */
const LAST_BYTES = 300;
/** ms that processes a server left behind may go on writing: with its stdin, our way to end them is gone. */
const LINGER = 1000;
/** How often that is extended while there is still output to read. */
const LINGERS = 3;
/** Bytes of answers that may wait for the server to read them; with more, we stop reading its output. */
const MOST_ANSWERS = 1024 * 1024;
/** ms between two looks at the process group, and how much of a longer pause counts. */
const POLL = 25;
/** Lines of stderr that are kept to find the reason of an exit. */
const LAST_LINES = 500;
const PAUSE = 250;

export interface StdioOptions {
  /** The wall clock, ms since 1970. */
  readonly wall?: () => number;
  /** Bytes in the longest line that is kept whole. */
  readonly limit?: number;
  /** The process gets only the environment that a client would pass. */
  readonly clean?: boolean;
  /** Loads what the first line needs: it is read afterwards. */
  readonly ready?: () => Promise<void>;
}

/** What a connection over stdio knows. */
interface Stdio {
  readonly target: StdioTarget;
  readonly options: StdioOptions;
  readonly transport: Transport;
  readonly sent: Framing;
  readonly received: Framing;
  readonly junk: Junk;
  readonly stderr: StderrLines;
  /** The last lines of stderr, to find the one that names the reason of an exit. */
  readonly lastStderr: string[];
  readonly silence: { readonly stdout: IdleTimer; readonly stderr: IdleTimer };
  readonly sluices: Sluice[];
  child: ChildProcess | undefined;
  group: ProcessGroup | undefined;
  isOver: boolean;
  ending: Promise<void> | undefined;
  /** Resolves when the server has read what was sent; undefined when it has. */
  drained: Promise<void> | undefined;
  /** Bytes of answers that the server has not read. */
  answers: number;
  lingering: NodeJS.Timeout | undefined;
  /** Why nothing reaches the server, though it runs. */
  deaf: string | undefined;
  /** When the last line was sent; 0 once anything has come since. */
  lastSent: number;
  /** What it took to end the server. */
  detail: string | undefined;
  /** Anything has come over its stdout. */
  hasSpoken: boolean;
  /** The lines of stderr that can say why it failed by itself, once we have a part in its end. */
  ownWords: readonly string[] | undefined;
  /** These are loaded while the server starts; its output is read afterwards. */
  near: NearMessages['read'] | undefined;
  echo: Echo | undefined;
  exitDetail: typeof ExitDetail | undefined;
  /** What was sent before they were loaded. */
  readonly before: string[];
}

/**
 * Starts a command and speaks with it over stdin and stdout ("Transports", stdio). The command leads a process
 * group of its own, so that neither a shell nor npx in front of the server keeps us from ending the server.
 *
 *   start() ─▶ spawn ─▶ … ─▶ the command exits ─▶ its streams close, or a while ─▶ life `exit`, onclose()
 *                       │                                                             ▲
 *                       └ close(): stdin ends ─▶ SIGTERM ─▶ SIGKILL, after a while ───┘
 */
export function createStdioTransport(target: StdioTarget, options: StdioOptions = {}): Transport {
  const transport: Transport = {
    start: () => start(s),
    async send(message) {
      if (!deliver(s, write(message))) throw new Error(GONE);
      await s.drained;
    },
    sendText(text) {
      if (!deliver(s, text)) report(s, GONE);
    },
    close() {
      if (s.group) s.ending ??= closeAll(s);
      return s.ending ?? Promise.resolve();
    },
    killNow() {
      if (s.group?.isAlive()) s.group.signal('SIGKILL');
    },
    whyUnwritable: () => s.deaf,
  };
  const s: Stdio = {
    target,
    options,
    transport,
    ...streams(options.limit, () => s),
    sluices: [],
    before: [],
    isOver: false,
    answers: 0,
    lastSent: 0,
    child: undefined,
    group: undefined,
    ending: undefined,
    drained: undefined,
    lingering: undefined,
    deaf: undefined,
    detail: undefined,
    hasSpoken: false,
    ownWords: undefined,
    near: undefined,
    echo: undefined,
    exitDetail: undefined,
  };
  return transport;
}

const GONE = 'not sent: the server has exited';

/** Splits and joins the bytes of the three streams, and notices when they fall silent. */
function streams(
  limit: number | undefined,
  self: () => Stdio,
): Pick<Stdio, 'sent' | 'received' | 'junk' | 'stderr' | 'lastStderr' | 'silence'> {
  const lastStderr: string[] = [];
  const stderr = createStderrLines((text) => {
    lastStderr.push(text);
    if (lastStderr.length > 2 * LAST_LINES) lastStderr.splice(0, LAST_LINES);
    emit(self(), { type: 'stderr', text });
  });
  const junk = createJunk((capture) => receive(self(), capture));
  const received = createFraming('s2c', junk.emit, limit, {
    read: (text) => self().near?.(text),
    onMalformed: (id, why) =>
      self().transport.onlost?.({ ids: [id], why: `its answer is ${why}`, session: false }),
  });
  const flushed = (work: () => void) => () => {
    work();
    junk.flush();
  };
  const stdout = { ...received, settle: flushed(received.settle), giveUp: flushed(received.giveUp) };
  return {
    junk,
    received,
    stderr,
    lastStderr,
    sent: createFraming('c2s', (capture) => captureSent(self(), capture), limit),
    silence: { stdout: createIdleTimer(stdout), stderr: createIdleTimer(stderr) },
  };
}

const emit = (s: Stdio, capture: Capture): void => s.transport.oncapture?.(capture);
const report = (s: Stdio, message: string, cause?: unknown): void =>
  s.transport.onerror?.(new Error(message, { cause }));

async function start(s: Stdio): Promise<void> {
  if (s.child) throw new Error('this transport was already started; create a new one');
  try {
    // There scripts are not programs, and need more than Node.js to be started.
    const start =
      process.platform === 'win32' ? ((await import('cross-spawn')).default as typeof spawn) : spawn;
    s.child = spawnLeader(start, s.options.clean ? cleaned(s.target) : s.target);
  } catch (error) {
    throw await notStarted(s, error);
  }
  if (s.child.pid === undefined) {
    const [error] = await once(s.child, 'error');
    throw await notStarted(s, error);
  }
  begin(s, s.child, s.child.pid);
}

/** The code that explains the error is loaded only when a command could not be started. */
const notStarted = async (s: Stdio, error: unknown): Promise<Error> =>
  (await import('./start-error.ts')).startErrorOf(error, s.target);

/** Follows the process from start to end. */
function begin(s: Stdio, leader: ChildProcess, pid: number): void {
  s.group = processGroup(pid);
  // Of the process, so that nothing is left behind however it ends; one listener a running server, taken off at its end.
  process.on('exit', s.transport.killNow);
  life(s, { event: 'spawn', pid, ...(s.options.clean ? { clean: true } : {}) });
  leader.on('error', (error) => report(s, error.message, error));
  const loading = read(s, leader);
  leader.stdout?.once('end', () => report(s, 'the server closed its stdout'));
  leader.stdin?.on('error', (error) => {
    s.deaf = `the server does not read its stdin: ${error.message}`;
    report(s, s.deaf, error);
  });
  for (const stream of [leader.stdout, leader.stderr])
    stream?.on('error', (error) => report(s, error.message));
  leader.once('exit', () => linger(s, LINGERS));
  leader.once(
    'close',
    () => void Promise.all([loading, ...s.sluices.map((one) => one.drained())]).then(() => finish(s)),
  );
}

/** Reads what the process writes; resolves when the code that judges it is loaded. */
function read(s: Stdio, leader: ChildProcess): Promise<void> {
  if (!leader.stdout || !leader.stderr) return Promise.resolve();
  const { stdout, stderr } = s.silence;
  // At once: one after the other each would wait for its turn while the screens are loaded.
  const needed = [import('./echo.ts'), import('./near-json.ts'), import('../session/error-line.ts')] as const;
  const loading = Promise.all([...needed, s.options.ready?.()]).then(([echo, near, line]) => {
    s.echo = echo.createEcho();
    for (const text of s.before) s.echo.sent(text);
    s.near = near.nearJson;
    s.exitDetail = line.exitDetail;
  });
  s.sluices.push(
    createSluice(leader.stdout, s.received, {
      onData: stdout.stop,
      onDrained() {
        stdout.heard();
        s.junk.flush();
      },
      hold: () => (s.near === undefined ? loading : hold(s)),
    }),
    createSluice(leader.stderr, inPieces(s.stderr.push), { onData: stderr.stop, onDrained: stderr.heard }),
  );
  return loading;
}

/** Waits for what is left in the pipes of a server that is gone; other processes may hold them open for ever. */
function linger(s: Stdio, times: number): void {
  // The immediate runs after the pipe was read, even if this process was busy until now.
  const look = () => (times > 1 && s.sluices.some((one) => one.isBusy()) ? linger(s, times - 1) : finish(s));
  s.lingering = setTimeout(() => setImmediate(look), LINGER);
}

function receive(s: Stdio, received: Capture): void {
  s.lastSent = 0;
  s.hasSpoken = true;
  const capture = (received.type === 'frame' ? s.echo?.of(received) : undefined) ?? received;
  emit(s, capture);
  if (capture.type === 'frame') s.transport.onmessage?.(capture.message as never);
}

function captureSent(s: Stdio, capture: Capture): void {
  if (capture.type === 'frame' && isAnswer(capture.message)) s.answers += capture.n;
  emit(s, capture);
}

/** A server that keeps sending requests but does not read has to wait, or our answers would pile up without end. */
function hold(s: Stdio): Promise<void> | undefined {
  if (s.answers < MOST_ANSWERS || s.drained === undefined) return undefined;
  report(s, `the server does not read its stdin, where ${s.answers} bytes of answers wait for it`);
  return s.drained;
}

/** Writes and captures a line; false when the server is gone. */
function deliver(s: Stdio, text: string): boolean {
  const stdin = s.child?.stdin;
  if (!stdin?.writable || s.isOver) return false;
  const bytes = Buffer.from(`${text}\n`);
  if (s.echo === undefined) s.before.push(text);
  else s.echo.sent(text);
  s.lastSent = performance.now();
  s.sent.push(bytes);
  s.sent.end();
  // Answers to a flood of requests are written together, not each with a system call.
  if (stdin.writableCorked === 0) {
    stdin.cork();
    process.nextTick(() => stdin.uncork());
  }
  if (stdin.write(bytes)) s.answers = 0;
  else {
    s.drained ??= new Promise((resolve) => {
      stdin.once('drain', resolve).once('close', resolve);
    }).then(() => {
      s.drained = undefined;
      s.answers = 0;
    });
  }
  return true;
}

/** Passes on what is left, once; nothing comes after it. */
function finish(s: Stdio): void {
  if (s.isOver) return;
  s.isOver = true;
  clearTimeout(s.lingering);
  for (const sluice of s.sluices) sluice.stop();
  s.silence.stdout.stop();
  s.silence.stderr.stop();
  s.received.end();
  s.junk.flush();
  s.stderr.end();
  for (const stream of s.child?.stdio ?? []) stream?.destroy();
  const { exitCode, signalCode } = s.child ?? {};
  const own = s.ownWords === undefined ? s.lastStderr : exitCode === 0 ? [] : s.ownWords;
  s.detail ??= s.exitDetail?.(signalCode == null ? {} : { signal: signalCode }, own);
  life(s, {
    event: 'exit',
    ...(exitCode == null ? {} : { code: exitCode }),
    ...(signalCode == null ? {} : { signal: signalCode }),
    ...(s.detail === undefined ? {} : { detail: s.detail }),
  });
  s.transport.onclose?.();
  // Processes that the command left behind in its group are ended as well.
  s.ending ??= endGroup(s).then(() => release(s));
}

async function closeAll(s: Stdio): Promise<void> {
  // The last line may free an answer that the server holds back, which would be lost when stdin is closed.
  if (performance.now() - s.lastSent < ANSWER) await until(() => s.lastSent === 0, ANSWER);
  // What a server prints from here on may be about our leaving, and so may be how one ends that has worked until now.
  s.ownWords = !isRunning(s) ? s.lastStderr : s.hasSpoken ? [] : [...s.lastStderr];
  s.child?.stdin?.end();
  if (!(await isGone(s, GRACE))) {
    if (isRunning(s)) s.detail = 'it kept running after its stdin was closed, and was sent SIGTERM';
    await endGroup(s);
  }
  await until(() => s.isOver, LAST_BYTES);
  finish(s);
  release(s);
}

async function endGroup(s: Stdio): Promise<void> {
  if (s.group?.isAlive()) s.group.signal('SIGTERM');
  if (await isGone(s, GRACE)) return;
  if (isRunning(s)) s.detail = 'it kept running after SIGTERM, and was sent SIGKILL';
  s.group?.signal('SIGKILL');
  await isGone(s, LAST_BYTES);
}

/** Forgets the group: its id may be reused. */
function release(s: Stdio): void {
  process.off('exit', s.transport.killNow);
  s.group = undefined;
}

const isRunning = ({ child }: Stdio): boolean => child?.exitCode === null && child.signalCode === null;
const isGone = (s: Stdio, ms: number): Promise<boolean> => until(() => !s.group?.isAlive(), ms);

function life(s: Stdio, what: Omit<Extract<Capture, { type: 'life' }>, 'type' | 'at'>): void {
  emit(s, { type: 'life', at: new Date((s.options.wall ?? Date.now)()).toISOString(), ...what });
}

/** Whether a message of ours answers a request of the server. */
function isAnswer(message: unknown): boolean {
  const { kind } = classify(message);
  return kind === 'result' || kind === 'error';
}

/** A target without the variables that a client would not pass. */
function cleaned(target: StdioTarget): StdioTarget {
  const beyond = new Set(target.beyondClient);
  const env = Object.fromEntries(Object.entries(target.env).filter(([name]) => !beyond.has(name)));
  return { ...target, env };
}

function spawnLeader(start: typeof spawn, { command, args, cwd, env }: StdioTarget): ChildProcess {
  return start(command, [...args], {
    cwd,
    env: { ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // On Windows this would open a console; there the process tree is ended by id.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

/**
 * Waits until a condition holds, at most so many ms; returns whether it does. Only part of a long pause counts: while
 * this process stands still (a suspended or busy machine), the server has not had its time either.
 */
async function until(holds: () => boolean, ms: number): Promise<boolean> {
  let before = performance.now();
  for (let left = ms; !holds(); ) {
    if (left <= 0) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL));
    const now = performance.now();
    left -= Math.min(now - before, PAUSE);
    before = now;
  }
  return true;
}
