import { readGiven } from '../disk/file.ts';
import type { Shell } from '../transport/shell.ts';

/** The outside world of a verb: everything it reads and writes, and who tells it to stop. */
export interface Io {
  /** Writes to stdout: the result and nothing else. What controls a terminal is made visible, whoever wrote it. */
  readonly out: (text: string) => void;
  /** Writes a JSON document to stdout, as one line; what controls a terminal is escaped, which leaves its value alone. */
  readonly json: (document: string) => void;
  /** Writes bytes to stdout as they are, which nothing may follow that is no bytes; resolves when more may come. */
  readonly bytes?: (bytes: Uint8Array) => Promise<void>;
  /** Whether a person looks at stdout, rather than a program or a file. */
  readonly isTerminal: boolean;
  /** How wide that terminal is; absent where nobody looks. */
  readonly columns?: number;
  /** Writes a line to stderr, or several; made visible like `out`. */
  readonly err: (line: string) => void;
  /** The text of our own stdin; read only on request, so that an open pipe blocks nothing. */
  readonly stdin: () => AsyncIterable<string>;
  /** The same as bytes. */
  readonly stdinBytes?: () => AsyncIterable<Uint8Array>;
  /**
   * Asks a person for one line on the terminal, which may be `hidden`; absent without one. Nothing when they go away.
   * The question is made visible; it is taken back when `until` is aborted.
   */
  readonly ask?: (question: string, hidden: boolean, until?: AbortSignal) => Promise<string | undefined>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** Aborted when the user or the system wants the program to end. */
  readonly stop: AbortSignal;
  /** Leaves the signals and the streams to whoever handles them next; absent where they are nobody's. */
  readonly release?: () => void;
}

/** Where the command line was typed. */
export function shellOf({ env, cwd }: Pick<Io, 'env' | 'cwd'>): Shell {
  const readFile: Shell['readFile'] = (path, most) => decoded(readGiven(path, most));
  return { env, cwd, platform: process.platform, readFile };
}

/** Text without its byte order mark, which also marks UTF-16: the default of PowerShell. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}
