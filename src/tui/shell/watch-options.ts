/** Files whose changes restart the server. */
export interface WatchOptions {
  /** Globs, files and folders, as given. */
  readonly patterns: readonly string[];
  readonly cwd: string;
}
