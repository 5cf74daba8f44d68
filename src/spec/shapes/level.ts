import { oneOf } from '../shape.ts';

/** How much a log message matters, least first. */
export const logLevel = oneOf(
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
);
