import { type ChildProcess, type ChildProcessWithoutNullStreams, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { type OwnInput, type OwnOutput, ownInput, ownOutput } from './own-streams.ts';
import { watchOver } from './watchdog.ts';

/** A stream of the server, as it sees it. */
export type RelayedStream = 'stdin' | 'stdout' | 'stderr';

/** How a process has ended. */
export type End = { readonly code: number } | { readonly signal: NodeJS.Signals };

/** Whoever looks on. It is told of what has happened already, and cannot change it; what it throws is its own affair. */
export interface Onlooker {
  /**
   * These bytes have passed; they must not be changed. What it returns is waited for before more is read of this stream,
   * so that nothing piles up.
   */
  passed(stream: RelayedStream, bytes: Buffer): Promise<void> | undefined;
  /** Nothing more comes over this stream. */
  ended(stream: RelayedStream): void;
  /** The client has ended its side, or asks the server to end. */
  left(): void;
}

/** A server whose streams are passed on: a process, or several of which one takes the place of the other. */
export interface RelayedServer {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly ended: Promise<End>;
  /** Signals all its processes. */
  signal(name: NodeJS.Signals): void;
  /** We are about to end, and it has. */
  goodbye(): void;
}

/** A server between whose streams and ours bytes pass. */
export interface Relay {
  /** How the server has ended; resolves once all that it wrote has gone on. */
  readonly ended: Promise<End>;
  /** Adds a line of ours to stderr. */
  say(line: string): void;
  /** We are about to end, and the server has. */
  goodbye(): void;
}

/** ms that streams which outlive the server may be silent before we go: other processes may hold them for ever. */
const LINGER = 1_000;
/** ms between two looks whether the client is still there, once it has ended its side. */
const LOOK = 1_000;
/** ms for a server that its client has left behind, and again after SIGTERM. */
const LEFT = 3_000;

/** What the group of the server gets when we get it. */
const PASSED_ON: readonly NodeJS.Signals[] = [
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
  'SIGUSR1',
  'SIGUSR2',
  'SIGCONT',
];

/** Those of them that ask it to end. */
const ENDING: ReadonlySet<NodeJS.Signals> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

interface State {
  readonly server: RelayedServer;
  readonly input: OwnInput;
  readonly outputs: { readonly stdout: OwnOutput; readonly stderr: OwnOutput };
  readonly look: Onlooker;
  /** The process that has started us. */
  readonly client: number;
  readonly open: Set<'stdout' | 'stderr'>;
  /** Ends the wait for whoever still holds a stream of a server that has ended. */
  lingering: NodeJS.Timeout | undefined;
  end: End | undefined;
  readonly settle: (end: End) => void;
}

/**
 * Passes on what comes over our stdio to a server that was just started, and back, as it comes:
 *
 *   client ══▶ our stdin  ══▶ its stdin     an end passes on as an end, and a stream that is not read any more as one
 *   client ◀══ our stdout ◀══ its stdout    that is not read; each direction waits for its own reader alone
 *   client ◀══ our stderr ◀══ its stderr
 *                └─ a copy, afterwards ─▶ onlooker
 *
 * Signals go on to all processes of the server.
 */
export function startRelay(server: RelayedServer, look: Onlooker): Relay {
  let settle: (end: End) => void = () => {};
  const ended = new Promise<End>((resolve) => {
    settle = resolve;
  });
  const s: State = {
    server,
    input: ownInput(),
    outputs: { stdout: ownOutput(1), stderr: ownOutput(2) },
    look,
    client: process.ppid,
    open: new Set(['stdout', 'stderr']),
    lingering: undefined,
    end: undefined,
    settle,
  };
  passOnSignals(s);
  intoServer(s);
  outOfServer(s, 'stdout');
  outOfServer(s, 'stderr');
  void server.ended.then((end) => {
    s.end = end;
    leave(s);
  });
  return {
    ended,
    say: (line) => void s.outputs.stderr.stream.write(`${line}\n`),
    goodbye: server.goodbye,
  };
}

function intoServer(s: State): void {
  const { input, look } = s;
  const { stdin } = s.server;
  let isOver = false;
  let isRead = true;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    stdin.end();
    look.ended('stdin');
    // What a client does about a server that is gone is not its leaving.
    if (isRead) clientLeft(s);
    watchClient(s);
    leave(s);
  };
  pass(input.stream, stdin, (bytes) => look.passed('stdin', bytes));
  input.stream.once('end', over).once('error', over).once('close', over);
  // It has closed its stdin, so that nothing more is to be read for it.
  stdin.on('error', () => {
    isRead = false;
    input.close();
  });
}

function clientLeft({ end, open, look }: State): void {
  if (end === undefined && open.has('stdout')) look.left();
}

function outOfServer(s: State, name: 'stdout' | 'stderr'): void {
  const from = s.server[name];
  const to = s.outputs[name];
  let isOver = false;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    s.look.ended(name);
    // Our last words go to stderr.
    const closed = (): void => {
      s.open.delete(name);
      leave(s);
    };
    if (name === 'stderr') to.stream.write('', closed);
    else to.end(closed);
  };
  pass(from, to.stream, (bytes) => {
    if (s.end !== undefined) linger(s);
    return s.look.passed(name, bytes);
  });
  from.once('end', over).once('error', over).once('close', over);
  // The client reads no more: neither do we.
  to.stream.on('error', () => {
    from.destroy();
    over();
  });
}

/**
 * A process that leads a group of its own, whose stdio are pipes. Whatever becomes of us, it is not left behind.
 */
export function relayedProcess(child: ChildProcessWithoutNullStreams, pid: number): RelayedServer {
  const { stdin, stdout, stderr } = child;
  // Node.js would destroy it when the process ends; others may read from it by then.
  (child as ChildProcess).stdin = null;
  return {
    ...{ stdin, stdout, stderr },
    ended: new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(signal === null ? { code: code ?? 0 } : { signal }));
    }),
    signal(name) {
      try {
        if (process.platform === 'win32') child.kill(name);
        else process.kill(-pid, name);
      } catch {
        // It has just ended.
      }
    },
    goodbye: watchOver(pid).goodbye,
  };
}

/** Passes chunks on, and reads no more while they wait, there or at the onlooker. */
function pass(from: Readable, to: Writable, look: (bytes: Buffer) => Promise<void> | undefined): void {
  let holds = 0;
  const hold = (): void => {
    holds += 1;
    from.pause();
  };
  const release = (): void => {
    holds -= 1;
    if (holds === 0) from.resume();
  };
  from.on('data', (bytes: Buffer) => {
    if (to.writable && !to.write(bytes)) {
      hold();
      to.once('drain', release);
    }
    const seen = look(bytes);
    if (seen === undefined) return;
    hold();
    void seen.then(release);
  });
}

/** Ends once the server has, and what it wrote is gone. */
function leave(s: State): void {
  if (s.end === undefined) return;
  if (s.open.size > 0) linger(s);
  else finish(s, s.end);
}

/**
 * Others hold its streams. Where what was started was only there to start them, the session goes on with those, as long as
 * the client has something to say; else they have a while.
 */
function linger(s: State): void {
  clearTimeout(s.lingering);
  const isGoingOn = s.end !== undefined && 'code' in s.end && s.end.code === 0 && s.open.has('stdout');
  if (isGoingOn && !s.input.stream.closed) return;
  s.lingering = setTimeout(() => {
    if (s.end !== undefined) finish(s, s.end);
  }, LINGER);
}

function finish(s: State, end: End): void {
  clearTimeout(s.lingering);
  s.settle(end);
}

function passOnSignals(s: State): void {
  for (const signal of PASSED_ON) {
    if (process.platform === 'win32' && signal.startsWith('SIGUSR')) continue;
    process.on(signal, () => {
      // After its end a signal is meant for us.
      if (ENDING.has(signal)) clientLeft(s);
      if (s.end === undefined) s.server.signal(signal);
      else if (signal !== 'SIGCONT') finish(s, s.end);
    });
  }
  if (process.platform === 'win32') return;
  process.on('SIGTSTP', () => {
    s.server.signal('SIGTSTP');
    // A group that nobody's shell looks after is not stopped by that one.
    s.server.signal('SIGSTOP');
    process.kill(process.pid, 'SIGSTOP');
  });
}

/** A client that has ended its side may have ended altogether: then nobody is left who would end the server. */
function watchClient(s: State): void {
  const later = (ms: number, task: () => void): void => void setTimeout(task, ms).unref();
  const isThere = (): boolean => process.ppid === s.client || s.outputs.stdout.hasReader() === true;
  const look = (): void => {
    if (s.end !== undefined) return;
    if (isThere()) {
      later(LOOK, look);
      return;
    }
    later(LEFT, () => {
      if (s.end !== undefined) return;
      s.server.signal('SIGTERM');
      later(LEFT, () => s.server.signal('SIGKILL'));
    });
  };
  later(LOOK, look);
}

/** Signals with which the system writes the memory of a process to a file, as it has done for the server. */
const DUMPING: readonly NodeJS.Signals[] = [
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGQUIT',
  'SIGSEGV',
  'SIGSYS',
  'SIGTRAP',
  'SIGXCPU',
  'SIGXFSZ',
];

/** Ends this process in the way in which another has ended. */
export function endLike(end: End): never {
  if ('code' in end) process.exit(end.code);
  const { signal } = end;
  // One such file is enough.
  if (DUMPING.includes(signal) && process.platform === 'linux')
    spawnSync('prlimit', ['--core=0:0', '--pid', String(process.pid)], { stdio: 'ignore' });
  process.removeAllListeners(signal);
  try {
    process.kill(process.pid, signal);
  } catch {
    // Not one that we can send.
  }
  // Where that signal does not end us, the number that a shell has for it.
  return process.exit(128 + (constants.signals[signal] ?? 0));
}
