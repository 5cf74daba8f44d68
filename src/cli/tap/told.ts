import type { Options } from '../options.ts';

/** What is said of a tap, whatever it stands before. */
export interface Told {
  readonly client?: string | undefined;
  readonly server?: string | undefined;
  /** A file or folder; the usual one of taps unless it is given. */
  readonly record?: string | undefined;
  readonly force: boolean;
  readonly redact: boolean;
  /** The collector that requests are sent to as spans. */
  readonly otlp?: string | undefined;
}

/** What options say of a tap. */
export const toldOf = ({
  client,
  server,
  record,
  force,
  noRedact,
  otlp,
}: Pick<Options, 'client' | 'server' | 'record' | 'force' | 'noRedact' | 'otlp'>): Told => ({
  ...{ client, server: server[0], record, force, redact: !noRedact, otlp },
});

/**
 * Says that nothing is recorded any more.
 *
 * @param isBegun whether anything was
 */
export const unrecorded = (why: string, isBegun: boolean): string =>
  `not recorded${isBegun ? ' from here on' : ''}, the session goes on: ${why}`;
