import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync } from 'node:fs';
import { inputForPrograms } from './input/own-terminal.ts';

/** How a program ended that had the terminal. */
export type Ended =
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }
  /** It could not be started; `why` is a sentence. */
  | { readonly kind: 'missing'; readonly why: string };

/** Gives the terminal to somebody else for a while: to an editor, or with `ctrl+z` to the shell. */
export interface Lending {
  /** Runs a program on the terminal and takes it back. One at a time: a second one throws. */
  run(command: string, args: readonly string[]): Promise<Ended>;
  /**
   * Lets something of ours have the terminal for itself, and takes it back. `ended` resolves when it has to come to
   * an end; after `end` nothing gets it any more.
   */
  use(borrow: (ended: Promise<void>) => Promise<void>): Promise<void>;
  /** Stops the program until the shell continues it (`fg`); false where no shell would. */
  stop(): Promise<boolean>;
  /** Ends the program that has the terminal, politely for a second, and takes the terminal back. */
  end(): Promise<void>;
  /** Takes the terminal again, after another program has changed its modes. */
  renew(): Promise<void>;
  /** Whether somebody else has the terminal now. */
  readonly lent: () => boolean;
}

export interface LendingOptions {
  /** Ink's: leaves the screen, the raw mode and the keyboard protocol, and comes back to them afterwards. */
  readonly suspendTerminal: (use: () => Promise<void>) => Promise<void>;
  readonly env: NodeJS.ProcessEnv;
  /** Writes to the terminal. */
  readonly write: (bytes: string) => void;
}

/** Lets a terminal out, one borrower at a time. */
export function createLending({ suspendTerminal, env, write }: LendingOptions): Lending {
  let child: ChildProcess | undefined;
  let loan: Promise<void> | undefined;
  let recall: (() => void) | undefined;
  let isOver = false;

  const lend = async (use: () => Promise<void>): Promise<void> => {
    if (loan) throw new Error('Another program is using the terminal; quit it first.');
    // While the terminal is not read nothing else keeps the process alive.
    const alive = setInterval(() => {}, 2 ** 30);
    loan = suspendTerminal(async () => {
      const settings = terminalSettings();
      await use();
      restoreSettings(settings);
    });
    try {
      await loan;
    } finally {
      clearInterval(alive);
      loan = undefined;
    }
  };

  return {
    async run(command, args) {
      let ended: Ended = { kind: 'code', code: 0 };
      const input = inputForPrograms();
      await lend(async () => {
        ended = await new Promise<Ended>((resolve) => {
          child = spawn(command, args, { stdio: [input, 'inherit', 'inherit'], env });
          child.once('error', (error: NodeJS.ErrnoException) =>
            resolve({ kind: 'missing', why: why(command, error) }),
          );
          child.once('exit', (code, signal) => {
            resolve(signal ? { kind: 'signal', signal } : { kind: 'code', code: code ?? 0 });
          });
        });
        child = undefined;
        if (input !== 'inherit') closeSync(input);
        if (ended.kind !== 'code' || ended.code !== 0) write(RESET);
      });
      return ended;
    },
    async use(borrow) {
      if (isOver) return;
      await lend(async () => {
        await borrow(new Promise((resolve) => (recall = resolve)));
        recall = undefined;
      });
    },
    async stop() {
      let stopped = false;
      await lend(async () => {
        stopped = await stopGroup();
      });
      // A window resized meanwhile was reported to the shell, not to us.
      process.kill(process.pid, 'SIGWINCH');
      return stopped;
    },
    async end() {
      const running = child;
      isOver = true;
      recall?.();
      if (running) await endChild(running);
      // The caller of the loan learns why it failed.
      await loan?.catch(() => undefined);
      // An ended editor leaves answers of the terminal unread, which the shell would take for typing. After a halt the
      // timer is due before they were read, which comes next.
      if (running) await new Promise((resolve) => setTimeout(() => setImmediate(resolve), ANSWERS));
    },
    renew: () => lend(async () => {}),
    lent: () => loan !== undefined,
  };
}

/**
 * Off with all that a program which came to a bad end may have left switched on: mouse reports, focus reports, bracketed paste,
 * application keys, modified keys, the shape of the cursor, the alternate screen, a hidden cursor, colours.
 */
const RESET =
  '\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[?1l\x1b>\x1b[>4m\x1b[0 q\x1b[?1049l\x1b[?25h\x1b[0m';

/** ms in which the answers to an ended editor's questions have come. */
const ANSWERS = 100;
/** ms that an editor has to end by itself. */
const PATIENCE = 1_000;

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  await ended;
  clearTimeout(impatience);
}

/** ms after which a group that nothing has stopped goes on. */
const NOT_STOPPED = 100;

/**
 * Stops the whole group, as the terminal's own ctrl+z would, so that the shell sees its job stop. A group without
 * a shell to continue it is not stopped by the system, and would wait for ever.
 */
function stopGroup(): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (stopped: boolean) => {
      clearTimeout(timer);
      process.off('SIGCONT', continued);
      resolve(stopped);
    };
    const continued = () => done(true);
    process.on('SIGCONT', continued);
    // The timer stands still with us. After `fg` it may be due before the signal was read, which comes next.
    const timer = setTimeout(() => setImmediate(done, false), NOT_STOPPED);
    process.kill(0, 'SIGTSTP');
  });
}

/** The line settings of the terminal as `stty -g` gives them; nothing where there is no `stty`. */
function terminalSettings(): string | undefined {
  const { status, stdout } = stty(['-g']);
  return status === 0 ? stdout.trim() : undefined;
}

/** A program that was killed may leave the terminal raw. */
function restoreSettings(settings: string | undefined): void {
  if (settings) stty([settings]);
}

function stty(args: readonly string[]) {
  const input = inputForPrograms();
  const done = spawnSync('stty', args, { stdio: [input, 'pipe', 'ignore'], encoding: 'utf8' });
  if (input !== 'inherit') closeSync(input);
  return done;
}

function why(command: string, error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return `there is no program named ${command}`;
  if (error.code === 'EACCES') return `${command} is not executable`;
  return `${command} cannot be started: ${error.message}`;
}
