/** How much a log message matters, least first (server/utilities/logging#log-levels). */
export const LOG_LEVELS = [
  ...(['debug', 'info', 'notice', 'warning'] as const),
  ...(['error', 'critical', 'alert', 'emergency'] as const),
] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where the level stands under which the server sends no log messages. */
export interface Logging {
  /** Legacy: the level that the server agreed to last. Modern: the one that our newest request carried, if any. */
  readonly level?: LogLevel;
  /** Legacy: why the server did not take the level that was asked for last, in one sentence. */
  readonly refused?: string;
}

/** The level that a value names; nothing for any other value. */
export const levelOf = (value: unknown): LogLevel | undefined => LOG_LEVELS.find((level) => level === value);
