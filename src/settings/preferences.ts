/** What a person prefers. */
export interface Preferences {
  /** Keys of commands by the id of the command, in the place of their usual ones. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Whether sessions on screen are recorded by themselves. */
  readonly record: boolean;
  /** Whether the arguments of calls are remembered. */
  readonly history: boolean;
  /** Filters by name. */
  readonly filters: Readonly<Record<string, string>>;
}

/** What holds without a file. */
export const usual: Preferences = { keys: {}, record: true, history: true, filters: {} };

/** Preferences as they were read, with what the person should know, in sentences. */
export interface ReadPreferences {
  readonly preferences: Preferences;
  readonly remarks: readonly string[];
}
