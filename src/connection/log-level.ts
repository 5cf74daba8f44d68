import type { SessionState } from '../session/state.ts';
import type { LogLevel } from '../spec/log-level.ts';
import type { Call, RequestOptions } from './call.ts';

/** What asking for log messages needs of its connection. */
export interface LogLevelWire {
  readonly state: () => SessionState;
  readonly request: (method: string, params: unknown, how: RequestOptions) => Call;
}

/** From which level on log messages are wanted (server/utilities/logging). */
export interface LogLevelChoice {
  /** What the requests of the modern era carry; nothing before a choice was made, and when none are wanted. */
  readonly wanted: () => LogLevel | undefined;
  /** Asks the server at once (legacy), or with each request from now on (modern): then there is no call. */
  choose(level: LogLevel | undefined): Call | undefined;
  /** A connection is ready: a server that has begun anew is told again what was chosen. */
  begin(): void;
}

export function createLogLevel({ state, request }: LogLevelWire): LogLevelChoice {
  let wanted: LogLevel | undefined;

  const ask = (by: 'user' | 'auto'): Call | undefined =>
    wanted === undefined || state().era === 'modern'
      ? undefined
      : request('logging/setLevel', { level: wanted }, { by });

  return {
    wanted: () => wanted,
    choose(level) {
      wanted = level;
      return ask('user');
    },
    begin() {
      if ('logging' in (state().capabilities.server ?? {})) ask('auto');
    },
  };
}
