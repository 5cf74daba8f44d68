import type { LogItem, LogOutput, LogPlace } from './kind.ts';

/**
 * Whose end comes first says nothing where the server has crashed, for Claude Desktop then closes both; that is said last:
 *
 *     [notes] [info] Client transport closed
 *     [notes] [info] Server transport closed
 *     [notes] [info] Server transport closed unexpectedly, this is likely due to the process exiting early. …
 *     [notes] [error] Server disconnected. For troubleshooting guidance, please visit our …
 *
 * Where it is Claude Desktop that ends it, `Shutting down server...` comes first.
 */
const LEAVES = /^Shutting down server\.\.\./;
const CLOSED = /^(Client|Server) transport closed$/;
const CRASHED =
  /^Server transport closed unexpectedly|^Server disconnected\. |^MCP server .* disconnected\. /;

/** Tells from the lines about a server when and how the connection to it ended. */
export interface ConnectionEnd {
  /** Takes what the next line about a server says, before that is added itself. */
  said(text: string, place: LogPlace): void;
  /** A new process begins. */
  starts(conn: string | undefined): void;
  /** The log ends. */
  end(): void;
}

/** How far a connection has ended. */
interface Closing {
  /** The line that closed it, whose end it was, and whether more has to be waited for. */
  first?: { readonly place: LogPlace; readonly isClient: boolean };
  state: 'open' | 'leaving' | 'closing' | 'over';
}

/** Tells when connections end; it is added to `out`. */
export function createEnding(out: LogOutput): ConnectionEnd {
  const servers = new Map<string | undefined, Closing>();
  const of = (conn: string | undefined): Closing => {
    const known = servers.get(conn) ?? { state: 'open' };
    servers.set(conn, known);
    return known;
  };
  const leave = (place: LogPlace): void =>
    out.add({ ...place, type: 'life', event: 'close', side: 'client' });
  const exit = (closing: Closing, place: LogPlace, how: Pick<ExitItem, 'detail'>): void => {
    closing.state = 'over';
    out.add({ ...place, type: 'life', event: 'exit', ...how });
  };
  /** Nothing more was said of it: whoever closed first has ended it. */
  const settle = (closing: Closing): void => {
    if (closing.state !== 'closing' || closing.first === undefined) return;
    const { place, isClient } = closing.first;
    if (isClient) leave(place);
    exit(closing, place, isClient ? {} : { detail: SERVER });
  };
  return {
    said(text, place) {
      const closing = of(place.conn);
      const [, side] = CLOSED.exec(text) ?? [];
      if (closing.state === 'over') return;
      if (CRASHED.test(text)) exit(closing, place, closing.state === 'leaving' ? {} : { detail: CRASH });
      else if (LEAVES.test(text)) {
        if (closing.state === 'open') leave(place);
        closing.state = 'leaving';
      } else if (side !== undefined) {
        if (closing.state === 'leaving') {
          if (side === 'Server') exit(closing, place, {});
        } else {
          closing.first ??= { place, isClient: side === 'Client' };
          closing.state = 'closing';
        }
      } else settle(closing);
    },
    starts(conn) {
      settle(of(conn));
      servers.delete(conn);
    },
    end() {
      for (const closing of servers.values()) settle(closing);
    },
  };
}

type ExitItem = Extract<LogItem, { type: 'life' }>;

const SERVER = 'the server closed the connection';
const CRASH = 'the server closed the connection unexpectedly';
