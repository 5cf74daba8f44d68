/** The outside world of a verb: everything it reads and writes, and who tells it to stop. */
export interface Io {
  /** Writes to stdout: the result and nothing else. What controls a terminal is made visible, whoever wrote it. */
  readonly out: (text: string) => void;
  /** Writes a JSON document to stdout, as one line; what controls a terminal is escaped, which leaves its value alone. */
  readonly json: (document: string) => void;
  /** Whether a person looks at stdout, rather than a program or a file. */
  readonly isTerminal: boolean;
  /** Writes a line to stderr, or several; made visible like `out`. */
  readonly err: (line: string) => void;
  /** The text of our own stdin; touched only by who was told to read it, so that an open pipe holds nobody up. */
  readonly stdin: () => AsyncIterable<string>;
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
}
