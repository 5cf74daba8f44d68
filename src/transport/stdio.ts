import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import spawn from 'cross-spawn';
import { write } from '../json/write.ts';
import type { exitDetail as ExitDetail } from '../session/error-line.ts';
import type { Capture } from '../session/frame.ts';
import type { StdioTarget } from '../session/target.ts';
import { classify } from '../spec/envelope.ts';
import type { Echo } from './echo.ts';
import { createFraming } from './framing.ts';
import { createPatience } from './idle-timer.ts';
import { createJunk } from './junk.ts';
import { type ProcessGroup, processGroup } from './process-group.ts';
import type { NearMessages } from './rejects.ts';
import { createSluice, inPieces, type Sluice } from './sluice.ts';
import { createStderrLines } from './stderr-lines.ts';
import type { Transport } from './transport.ts';

/** ms for the server to exit after its stdin was closed, and again after SIGTERM; 3 s in all with the rest. */
const GRACE = 1000;
/** ms for an answer to the line that was sent last, before stdin is closed. */
const ANSWER = 200;
/** ms for the last bytes to arrive when everybody is gone. */
const LAST_BYTES = 300;
/** ms that what a server left behind may go on writing: with the server our way to it, its stdin, is gone. */
const LINGER = 1000;
/** How often more that long, while what has come is still worked off. */
const LINGERS = 3;
/** Bytes of answers that may wait for the server to read them; with more, it is read no more itself. */
const MOST_ANSWERS = 1024 * 1024;
/** ms between two looks at the process group, and what counts of a longer pause at most. */
const POLL = 25;
/** Lines of stderr that are kept for the reason of an exit. */
const SAID = 500;
const PAUSE = 250;

export interface StdioOptions {
  /** The wall clock, ms since 1970. */
  readonly wall?: () => number;
  /** Bytes in the longest line that is kept whole. */
  readonly limit?: number;
  /** The process gets only what a client would pass of the environment. */
  readonly clean?: boolean;
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
  const transport: Transport = { start, send, sendText, close, killNow, whyDeaf: () => deaf };
  let child: ChildProcess | undefined;
  let group: ProcessGroup | undefined;
  let isOver = false;
  let ending: Promise<void> | undefined;
  let drained: Promise<void> | undefined;
  /** Bytes of answers that the server has not read. */
  let answers = 0;
  let lingering: NodeJS.Timeout | undefined;
  /** Why the server hears nothing any more, though it runs. */
  let deaf: string | undefined;
  /** When the last line was sent, while nothing has come since; else 0. */
  let unheard = 0;
  /** What it took to end the server. */
  let detail: string | undefined;

  const emit = (capture: Capture): void => transport.oncapture?.(capture);
  const report = (message: string, cause?: unknown): void =>
    transport.onerror?.(new Error(message, { cause }));
  /** Loaded while the server starts; what it writes is looked at afterwards. */
  let near: Pick<NearMessages, 'read' | 'decode'> | undefined;
  const junk = createJunk(receive);
  const received = createFraming('s2c', junk.emit, options.limit, {
    read: (text) => near?.read(text),
    decode: (line, order) => near?.decode(line, order),
    spoilt: (id, why) => transport.onlost?.({ ids: [id], why: `its answer is ${why}`, session: false }),
  });
  let echo: Echo | undefined;
  /** What was sent until it was there. */
  const before: string[] = [];
  const sent = createFraming('c2s', told, options.limit);
  /** The last of stderr, of which the line is told that names the reason of an exit. */
  const said: string[] = [];
  let exitDetail: typeof ExitDetail | undefined;
  const stderr = createStderrLines((text) => {
    said.push(text);
    if (said.length > 2 * SAID) said.splice(0, SAID);
    emit({ type: 'stderr', text });
  });
  const flushed = (work: () => void) => () => {
    work();
    junk.flush();
  };
  const patient = { ...received, settle: flushed(received.settle), giveUp: flushed(received.giveUp) };
  const patience = { stdout: createPatience(patient), stderr: createPatience(stderr) };
  const sluices: Sluice[] = [];

  async function start(): Promise<void> {
    if (child) throw new Error('this transport was started before; a new life needs a new one');
    try {
      child = spawnLeader(options.clean ? cleaned(target) : target);
    } catch (error) {
      throw await notStarted(error);
    }
    if (child.pid === undefined) {
      const [error] = await once(child, 'error');
      throw await notStarted(error);
    }
    begin(child, child.pid);
  }

  /** What says why is loaded where a command could not be started. */
  const notStarted = async (error: unknown): Promise<Error> =>
    (await import('./start-error.ts')).startErrorOf(error, target);

  function begin(leader: ChildProcess, pid: number): void {
    let loading = Promise.resolve();
    group = processGroup(pid);
    process.on('exit', killNow);
    life({ event: 'spawn', pid, ...(options.clean ? { clean: true } : {}) });
    leader.on('error', (error) => report(error.message, error));
    if (leader.stdout && leader.stderr) {
      const { stdout, stderr: heard } = patience;
      loading = import('./echo.ts').then(async ({ createEcho }) => {
        const [{ nearJson }, { otherOrder }] = await Promise.all([
          import('./near-json.ts'),
          import('./utf16.ts'),
        ]);
        echo = createEcho();
        for (const text of before) echo.sent(text);
        near = { read: nearJson, decode: otherOrder };
        ({ exitDetail } = await import('../session/error-line.ts'));
      });
      const drainedOut = flushed(stdout.heard);
      const held = () => (near === undefined ? loading : hold());
      sluices.push(
        createSluice(leader.stdout, received, { onData: stdout.stop, onDrained: drainedOut, hold: held }),
        createSluice(leader.stderr, inPieces(stderr.push), { onData: heard.stop, onDrained: heard.heard }),
      );
    }
    leader.stdout?.once('end', () => report('the server closed its stdout'));
    leader.stdin?.on('error', (error) => {
      deaf = `the server does not read its stdin: ${error.message}`;
      report(deaf, error);
    });
    for (const stream of [leader.stdout, leader.stderr])
      stream?.on('error', (error) => report(error.message));
    leader.once('exit', () => linger(LINGERS));
    leader.once(
      'close',
      () => void Promise.all([loading, ...sluices.map((one) => one.drained())]).then(finish),
    );
  }

  /** Waits for what is in the pipes of a server that is gone; others may hold them, and write for ever. */
  function linger(times: number): void {
    // The immediate comes after what is in the pipe was read, even if this process was busy all the while.
    const look = () => (times > 1 && sluices.some((one) => one.isBusy()) ? linger(times - 1) : finish());
    lingering = setTimeout(() => setImmediate(look), LINGER);
  }

  function receive(received: Capture): void {
    unheard = 0;
    const capture = (received.type === 'frame' ? echo?.of(received) : undefined) ?? received;
    emit(capture);
    if (capture.type === 'frame') transport.onmessage?.(capture.message as never);
  }

  function told(capture: Capture): void {
    if (capture.type === 'frame' && isAnswer(capture.message)) answers += capture.n;
    emit(capture);
  }

  /** A server that asks and asks, and does not read: it has to wait, or what we owe it would grow without end. */
  function hold(): Promise<void> | undefined {
    if (answers < MOST_ANSWERS || drained === undefined) return undefined;
    report(`the server does not read its stdin, where ${answers} bytes of answers wait for it`);
    return drained;
  }

  function sendText(text: string): void {
    if (!deliver(text)) report('not sent: the server is gone');
  }

  async function send(message: unknown): Promise<void> {
    if (!deliver(write(message))) throw new Error('not sent: the server is gone');
    await drained;
  }

  /** Writes and captures a line; false when there is nobody to take it. */
  function deliver(text: string): boolean {
    const stdin = child?.stdin;
    if (!stdin?.writable || isOver) return false;
    const bytes = Buffer.from(`${text}\n`);
    if (echo === undefined) before.push(text);
    else echo.sent(text);
    unheard = performance.now();
    sent.push(bytes);
    sent.end();
    // Answers to a flood of requests leave together, not each with a call of the system.
    if (stdin.writableCorked === 0) {
      stdin.cork();
      process.nextTick(() => stdin.uncork());
    }
    if (stdin.write(bytes)) answers = 0;
    else {
      drained ??= new Promise((resolve) => {
        stdin.once('drain', resolve).once('close', resolve);
      }).then(() => {
        drained = undefined;
        answers = 0;
      });
    }
    return true;
  }

  /** Hands over what is left, once; then nothing comes any more. */
  function finish(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(lingering);
    for (const sluice of sluices) sluice.stop();
    patience.stdout.stop();
    patience.stderr.stop();
    received.end();
    junk.flush();
    stderr.end();
    for (const stream of child?.stdio ?? []) stream?.destroy();
    const { signalCode } = child ?? {};
    if (ending === undefined) detail ??= exitDetail?.(signalCode == null ? {} : { signal: signalCode }, said);
    life({
      event: 'exit',
      ...(child?.exitCode == null ? {} : { code: child.exitCode }),
      ...(child?.signalCode == null ? {} : { signal: child.signalCode }),
      ...(detail === undefined ? {} : { detail }),
    });
    transport.onclose?.();
    // What the command left behind in its group has to go as well.
    ending ??= endGroup().then(release);
  }

  function close(): Promise<void> {
    if (group) ending ??= closeAll();
    return ending ?? Promise.resolve();
  }

  async function closeAll(): Promise<void> {
    // What was sent last may free an answer that the server holds back; with its stdin it would be gone.
    if (performance.now() - unheard < ANSWER) await until(() => unheard === 0, ANSWER);
    child?.stdin?.end();
    if (!(await isGone(GRACE))) {
      if (isRunning()) detail = 'it kept running after its stdin was closed, and was sent SIGTERM';
      await endGroup();
    }
    await until(() => isOver, LAST_BYTES);
    finish();
    release();
  }

  async function endGroup(): Promise<void> {
    if (group?.isAlive()) group.signal('SIGTERM');
    if (await isGone(GRACE)) return;
    if (isRunning()) detail = 'it kept running after SIGTERM, and was sent SIGKILL';
    group?.signal('SIGKILL');
    await isGone(LAST_BYTES);
  }

  /** Forgets the group: somebody else may get its id. */
  function release(): void {
    process.off('exit', killNow);
    group = undefined;
  }

  const isRunning = (): boolean => child?.exitCode === null && child.signalCode === null;
  const isGone = (ms: number): Promise<boolean> => until(() => !group?.isAlive(), ms);

  function killNow(): void {
    if (group?.isAlive()) group.signal('SIGKILL');
  }

  function life(what: Omit<Extract<Capture, { type: 'life' }>, 'type' | 'at'>): void {
    emit({ type: 'life', at: new Date((options.wall ?? Date.now)()).toISOString(), ...what });
  }

  return transport;
}

/** A response: what we answer a request of the server with. */
function isAnswer(message: unknown): boolean {
  const { kind } = classify(message);
  return kind === 'result' || kind === 'error';
}

/** A target without the variables that a client would not have passed. */
function cleaned(target: StdioTarget): StdioTarget {
  const beyond = new Set(target.beyondClient);
  const env = Object.fromEntries(Object.entries(target.env).filter(([name]) => !beyond.has(name)));
  return { ...target, env };
}

function spawnLeader({ command, args, cwd, env }: StdioTarget): ChildProcess {
  return spawn(command, [...args], {
    cwd,
    env: { ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // On Windows this would open a console; the tree is ended by its ids there.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

/**
 * Waits until a condition holds, at most so many ms; whether it does. Of a longer pause only a part counts: while this
 * process stands still (a suspended machine, a busy one), the server has not had its time either.
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
