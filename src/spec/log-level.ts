/** How much a log message matters, least first (server/utilities/logging#log-levels). */
export const LOG_LEVELS = [
  ...(['debug', 'info', 'notice', 'warning'] as const),
  ...(['error', 'critical', 'alert', 'emergency'] as const),
] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** The level that a value names; nothing for any other value. */
export const levelOf = (value: unknown): LogLevel | undefined => LOG_LEVELS.find((level) => level === value);
