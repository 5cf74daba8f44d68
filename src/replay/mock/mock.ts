import { listOf, opensConnection } from '../../spec/methods.ts';
import type { Era } from '../../spec/revision.ts';
import { counted } from '../../text/measure.ts';
import type { Conversation } from '../conversation.ts';
import type { Peer } from './client.ts';
import { cutRemarks } from './lists.ts';
import type { Reaction } from './reactions.ts';
import { isAnnounced, type Recorded, recordedIn } from './recorded.ts';
import { type Ledger, type MockOptions, type MockSession, openMockSession } from './session.ts';
import { usedRemarks } from './used.ts';

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
    remarks: [
      ...usedRemarks(recorded.usedItems, (method) => isAnnounced(recorded, method)),
      ...cutRemarks(recorded.lists),
      ...redactedRemarks(recorded, options.allowRedacted),
    ],
    session: (peer) => openMockSession(recorded, options, ledger, peer),
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

/** Without its handshake and its lists there is no server: those are served in any case. */
const isServedAnyway = ({ request: { line } }: Reaction): boolean =>
  listOf(line.method) !== undefined || opensConnection(line.method);

function redactedRemarks({ redacted, redactedAside }: Recorded, areAllowed: boolean): readonly string[] {
  const all = [...redacted];
  const served = all.filter((reaction) => areAllowed || isServedAnyway(reaction));
  const refused = all.filter((reaction) => !served.includes(reaction));
  return [
    ...(served.length === 0 ? [] : [`values are redacted in what answers ${named(served)}, and given so`]),
    ...(refused.length === 0
      ? []
      : [
          `values are redacted in what answers ${named(refused)}: an error is given in its place; --allow-redacted gives it as it is`,
        ]),
    ...(redactedAside.size === 0 ? [] : [asideRemark(redactedAside.size, areAllowed)]),
  ];
}

const asideRemark = (count: number, areAllowed: boolean): string =>
  `values are redacted in ${counted(count, 'message')} beside the answers, ${areAllowed ? 'given so' : 'left out; --allow-redacted gives them as they are'}`;

/** Requests that are named one by one. */
const NAMED = 10;

function named(reactions: readonly Reaction[]): string {
  const told = reactions.slice(0, NAMED).map(({ request: { line } }) => `#${line.seq} ${line.method}`);
  const more = reactions.length - told.length;
  return `${told.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
