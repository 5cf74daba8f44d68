import type { Era } from '../../spec/revision.ts';
import type { Conversation } from '../conversation.ts';
import type { Peer } from './client.ts';
import { type Recorded, recordedIn } from './recorded.ts';
import { type Ledger, type MockOptions, type MockSession, openSession } from './session.ts';

/** A server that answers from a recording. */
export interface Mock {
  readonly eras: readonly Era[];
  /** What is to be said of the recording before it is served, in sentences. */
  readonly remarks: readonly string[];
  /** Speaks to one client, who begins where the recording begins. */
  session(peer: Peer): MockSession;
  /** What was not as it was recorded, a line each; empty where all was. */
  table(): readonly string[];
}

/** Why a recording cannot be served; the message is a sentence. */
export class MockError extends Error {
  override name = 'MockError';
}

/** Makes a server of a recording. Throws a {@link MockError} where there is nothing to answer from. */
export function createMock(conversation: Conversation, options: MockOptions): Mock {
  const recorded = recordedIn(conversation, options.ignore);
  const eras: Era[] = [];
  if (recorded.legacy !== undefined) eras.push('legacy');
  if (recorded.modern !== undefined) eras.push('modern');
  if (eras.length === 0)
    throw new MockError('nothing can be answered from it: no handshake in it was answered');
  const table = createTable();
  const ledger: Ledger = {
    missed: ({ called, why }) => table.count(`${called} ${why}`),
    otherwise: (asked, difference) => table.count(`${asked} was answered otherwise: ${difference}`),
  };
  return {
    eras,
    remarks: options.allowRedacted ? [] : redactedRemarks(recorded),
    session: (peer) => openSession(recorded, options, ledger, peer),
    table: table.rows,
  };
}

/** Rows that are told one by one. */
const MOST_ROWS = 200;

/** What happened, with how often. */
function createTable() {
  const rows = new Map<string, number>();
  let more = 0;
  return {
    /** Whether it is told for the first time. */
    count(row: string): boolean {
      const times = rows.get(row);
      if (times === undefined && rows.size >= MOST_ROWS) more += 1;
      else rows.set(row, (times ?? 0) + 1);
      return times === undefined && more === 0;
    },
    rows(): readonly string[] {
      const told = [...rows].map(([row, times]) => (times === 1 ? row : `${row} (${times} times)`));
      return more === 0 ? told : [...told, `and ${more} more`];
    },
  };
}

function redactedRemarks({ redacted }: Recorded): readonly string[] {
  if (redacted.size === 0) return [];
  const seqs = [...redacted].map(({ request }) => `#${request.line.seq}`);
  const named = seqs.slice(0, 10).join(', ');
  const more = seqs.length > 10 ? ` and ${seqs.length - 10} more` : '';
  return [
    `values were redacted in what answers ${named}${more}; such calls get an error, or with --allow-redacted the answer as it is`,
  ];
}
