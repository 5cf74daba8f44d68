import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import { inject, onTestFinished } from 'vitest';
import { keystroke } from './keystrokes.ts';
import { type Process, processesWith } from './processes.ts';
import { readToTheEnd } from './read-to-the-end.ts';
import { createScreen, type Screen } from './screen.ts';

export interface TerminalOptions {
  /** What follows `mcp-loupe` on the command line. */
  readonly args?: readonly string[];
  /** Another program than ours: a path and its first arguments. */
  readonly command?: readonly string[];
  readonly cols?: number;
  readonly rows?: number;
  /** Added to a small environment with a home of its own; `undefined` takes a name away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Answers to the kitty keyboard protocol, as kitty, Ghostty, WezTerm and foot do. */
  readonly kitty?: boolean;
  /** Answers that it knows sixels, and that a cell is 10 by 20 pixels. */
  readonly sixel?: boolean;
  /**
   * Starts an interactive shell instead, with job control; `start()` then types the command line. For stories
   * about what is left behind in the shell: `stty`, `ctrl+z` and `fg`, the exit code in the prompt.
   */
  readonly shell?: boolean;
  /** Not closed at the end of the test; then `kill()` is the caller's. */
  readonly keep?: boolean;
}

export interface Exit {
  readonly code: number;
  readonly signal: number;
}

/** A program in a real pseudo-terminal, with a terminal emulator that holds its screen. */
export interface Terminal extends Screen {
  /** A folder of its own: HOME and the XDG folders are in it. */
  readonly home: string;
  /** Types as a person does: one character a write. */
  type(text: string): Promise<void>;
  /** Presses one key by name (see keystroke), in the encoding that the program has asked for. */
  key(...names: readonly string[]): Promise<void>;
  /** Bytes in one write. */
  raw(bytes: string): void;
  /** Writes onto the screen behind the program's back, as another program would. */
  scribble(bytes: string): void;
  /** Pastes as the terminal would: in brackets when the program has asked for them. */
  paste(text: string): void;
  resize(cols: number, rows: number): void;
  /** Sends a signal to the program (not to its group). */
  signal(name: NodeJS.Signals): void;
  /** The window is closed: the program loses its terminal. */
  hangUp(): void;
  /** Resolves when the screen has this; fails with the whole screen when it does not, or when the program has ended. */
  waitFor(what: string | RegExp | ((screen: Screen) => boolean), options?: WaitOptions): Promise<void>;
  /** Resolves when the screen no longer has this. */
  waitWithout(what: string | RegExp, options?: WaitOptions): Promise<void>;
  /** What the program has written last, to the byte; up to a million characters. */
  written(): string;
  /** Resolves when nothing has been written for `quiet` ms (default 100). */
  settle(quiet?: number): Promise<void>;
  /** Every running process that descends from this terminal, the shell aside. */
  processes(): readonly Process[];
  /** Resolves when none of them runs any more. */
  waitGone(options?: WaitOptions): Promise<void>;
  readonly exited: Promise<Exit>;
  /** Types the program's command line and does not wait (with `shell`). */
  start(): Promise<void>;
  /** Waits for the shell's next prompt and returns the exit code in it; 148 = suspended (with `shell`). */
  prompt(options?: WaitOptions): Promise<number>;
  /** Types a line at the shell's prompt and waits for the next prompt; returns the exit code (with `shell`). */
  run(line: string): Promise<number>;
  /** What `stty -a` says, at a shell prompt. */
  stty(): Promise<string>;
  /** Ends all its processes and removes its home; done by itself at the end of a test. */
  kill(): Promise<void>;
}

export interface WaitOptions {
  /** ms; default 20,000. */
  readonly timeout?: number;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * V8 optimizes what has run this much (a weight of code; its own measure is 132 kB). A story lasts a second or two, in
 * which optimizing costs as much as all the rest. Later versions than that of Node.js 20 have no such option.
 */
const LATE_OPTIMIZATION = process.versions.node.startsWith('20.') ? ['--interrupt-budget=10000000'] : [];
const prompt = /<(\d+):(\d+)>[$#]$/;

/** Starts mcp-loupe (or `command`, or a shell) at 120×32 unless told otherwise. */
export function openTerminal(options: TerminalOptions = {}): Terminal {
  const home = mkdtempSync(join(tmpdir(), 'loupe-story-'));
  const mark = randomUUID();
  const program = options.command ?? [
    process.execPath,
    ...LATE_OPTIMIZATION,
    entry(),
    ...(options.args ?? []),
  ];
  const [file = '', ...args] = options.shell
    ? ['bash', '--norc', '--noprofile', '--noediting', '-i']
    : program;
  const cols = options.cols ?? 120;
  const rows = options.rows ?? 32;
  const env = environment(home, mark, options.env ?? {});
  const pty = spawn(file, args, { name: 'xterm-256color', cols, rows, cwd: options.cwd ?? home, env });
  readToTheEnd(pty);
  const screen = createScreen({
    cols,
    rows,
    kitty: options.kitty ?? false,
    sixel: options.sixel ?? false,
    reply: (bytes) => pty.write(bytes),
  });
  let written = '';
  pty.onData((data) => {
    written = `${written}${data}`.slice(-1_000_000);
    screen.write(data);
  });

  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      screen.write('', () => {
        exit = { code: exitCode, signal: signal ?? 0 };
        resolve(exit);
        screen.changed();
      });
    });
  });

  const processes = () =>
    processesWith(`LOUPE_STORY=${mark}`).filter((one) => !options.shell || one.pid !== pty.pid);
  const until = (done: () => boolean, complaint: string, wait: WaitOptions = {}, live = true) =>
    new Promise<void>((resolve, reject) => {
      const { stack } = new Error();
      const end = (message?: string) => {
        clearTimeout(timer);
        unsubscribe();
        if (message === undefined) return resolve();
        const error = new Error(`${message}\n${screen.picture()}`);
        error.stack = `${error.message}\n${stack?.split('\n').slice(1).join('\n')}`;
        reject(error);
      };
      const check = () => {
        if (done()) end();
        else if (live && exit)
          end(`${complaint}: the program has ended (${exit.code}, signal ${exit.signal})`);
      };
      const timeout = wait.timeout ?? 20_000;
      const timer = setTimeout(() => end(`${complaint} within ${timeout} ms`), timeout);
      const unsubscribe = screen.subscribe(check);
      check();
    });

  // The prompt holds the exit code and the number of the command, so that an old one is never taken for a new.
  let seen = 0;
  const nextPrompt = async (wait?: WaitOptions) => {
    let code = 0;
    const shown = () => {
      const found = prompt.exec(screen.text().trimEnd());
      if (!found || Number(found[2]) <= seen) return false;
      code = Number(found[1]);
      seen = Number(found[2]);
      return true;
    };
    await until(shown, 'The shell shows no new prompt', wait);
    return code;
  };
  const type = async (line: string) => {
    if (seen === 0) await nextPrompt();
    pty.write(`${line}\r`);
  };

  const terminal: Terminal = {
    ...screen,
    home,
    exited,
    raw: (bytes) => pty.write(bytes),
    scribble: (bytes) => screen.write(bytes),
    async type(text) {
      for (const character of text) {
        pty.write(character);
        await new Promise(setImmediate);
      }
    },
    async key(...names) {
      for (const name of names) {
        pty.write(keystroke(name, screen.modes().kitty > 0));
        await new Promise(setImmediate);
      }
    },
    paste(text) {
      const body = text.replaceAll('\n', '\r');
      pty.write(screen.modes().paste ? `\x1b[200~${body}\x1b[201~` : body);
    },
    resize(columns, lines) {
      screen.resize(columns, lines);
      pty.resize(columns, lines);
    },
    signal(name) {
      const program = options.shell ? processes().find((one) => one.parent === pty.pid)?.pid : pty.pid;
      if (program === undefined) throw new Error(`No program to send ${name} to.\n${screen.picture()}`);
      process.kill(program, name);
    },
    hangUp() {
      // The interface leaves out what both implementations have: closing our end of the pair.
      (pty as unknown as { destroy(): void }).destroy();
    },
    waitFor(what, wait) {
      return until(() => has(screen, what), `The screen does not show ${describeWhat(what)}`, wait);
    },
    waitWithout(what, wait) {
      return until(() => !has(screen, what), `The screen still shows ${describeWhat(what)}`, wait);
    },
    written: () => written,
    settle(quiet = 100) {
      return new Promise((resolve) => {
        const done = () => {
          unsubscribe();
          resolve();
        };
        let timer = setTimeout(done, quiet);
        const unsubscribe = screen.subscribe(() => {
          clearTimeout(timer);
          timer = setTimeout(done, quiet);
        });
      });
    },
    processes,
    async waitGone(wait = {}) {
      const deadline = Date.now() + (wait.timeout ?? 20_000);
      while (processes().length > 0) {
        if (Date.now() > deadline) throw new Error(`Still running: ${JSON.stringify(processes(), null, 2)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async start() {
      await terminal.run('clear');
      await type(program.map(quote).join(' '));
    },
    prompt: nextPrompt,
    async run(line) {
      await type(line);
      return nextPrompt();
    },
    async stty() {
      const kept = join(home, `stty-${randomUUID()}`);
      const code = await terminal.run(`stty -a > ${kept}`);
      if (code !== 0) throw new Error(`stty failed with ${code}\n${screen.picture()}`);
      return readFileSync(kept, 'utf8');
    },
    async kill() {
      for (const { pid } of processesWith(`LOUPE_STORY=${mark}`)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
      }
      await exited;
      screen.dispose();
      rmSync(home, { recursive: true, force: true });
    },
  };
  if (!options.keep) onTestFinished(() => terminal.kill());
  return terminal;
}

function entry(): string {
  for (const name of ['dist/mcp-loupe.js', 'dist/main.js']) {
    if (existsSync(join(root, name))) return join(root, name);
  }
  throw new Error('dist/ has no program to start: run `npm run build` first.');
}

function environment(home: string, mark: string, given: Readonly<Record<string, string | undefined>>) {
  const all = {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_DATA_HOME: join(home, 'data'),
    PS1: '<$?:\\#>\\$ ',
    LOUPE_STORY: mark,
    LOUPE_TRACE: inject('trace'),
    ...given,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function has(screen: Screen, what: string | RegExp | ((screen: Screen) => boolean)): boolean {
  if (typeof what === 'function') return what(screen);
  return typeof what === 'string' ? screen.text().includes(what) : what.test(screen.text());
}

function describeWhat(what: string | RegExp | ((screen: Screen) => boolean)): string {
  if (typeof what === 'function') return `what ${what.toString()} looks for`;
  return typeof what === 'string' ? JSON.stringify(what) : String(what);
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
