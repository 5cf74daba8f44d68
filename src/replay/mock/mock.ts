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
  const rows = new Map<string, number>();
  const count = (row: string): void => void rows.set(row, (rows.get(row) ?? 0) + 1);
  const ledger: Ledger = {
    missed: ({ called, why }) => count(`${called} ${why}`),
    otherwise: (asked, difference) => count(`${asked} was answered otherwise: ${difference}`),
  };
  return {
    eras,
    remarks: options.allowRedacted ? [] : redactedRemarks(recorded),
    session: (peer) => openSession(recorded, options, ledger, peer),
    table: () => [...rows].map(([row, times]) => (times === 1 ? row : `${row} (${times} times)`)),
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
