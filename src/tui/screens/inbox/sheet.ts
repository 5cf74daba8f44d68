import type { Host } from '../../../host/host.ts';
import { waitingIn } from '../../../session/inbox.ts';
import type { ServerRequest } from '../../../session/state.ts';
import type { Sheet } from '../../kit/sheet/sheet.ts';
import type { Ui } from '../../world/ui.ts';
import { askedSheet } from './asked-sheet.ts';
import { givenWord, isGiven, type Replies, replyKey, replyTo } from './reply.ts';
import { requestOf } from './request.ts';
import { requestSheet } from './request-sheet.ts';
import { inboxRows } from './state.ts';

/** What is read in the detail of the Inbox; nothing while an answer is filled in there. */
export function inboxSheet(host: Host, ui: Pick<Ui, 'inbox' | 'replies' | 'revealed'>): Sheet | undefined {
  const inbox = waitingIn(host.store.state());
  const rows = inboxRows(host.log, inbox);
  const row = rows.at(rows.placeOf(ui.inbox.selected));
  if (row?.waits === undefined) return askedSheet(host, row?.seq, ui.revealed);
  const { given } = replyTo(ui.replies, row.waits);
  if (given === undefined) return undefined;
  const word = givenWord(requestOf(row.waits).kind, given);
  const said = `${word}; ${missingWords(missingBeside(ui.replies, inbox, row.waits))}; e changes it`;
  return requestSheet(host, row.waits, { revealed: ui.revealed, brief: false, said });
}

/** The other inputs of the same result that nobody has decided about, by their keys. */
export const missingBeside = (
  replies: Replies,
  inbox: readonly ServerRequest[],
  asked: ServerRequest,
): readonly string[] =>
  inbox
    .filter((one) => one.seq === asked.seq && one.key !== asked.key && !isGiven(replies, one))
    .map(({ key }) => key);

/** What is missing before the request goes on. */
export const missingWords = (keys: readonly string[]): string =>
  keys.length === 0 ? 'the request continues' : `the request continues when ${keys.join(', ')} is answered`;

/** The request that lies over the panes; nothing when nothing waits under this key any more. */
export function wholeRequest(host: Host, key: string, revealed: boolean): Sheet | undefined {
  const asked = waitingIn(host.store.state()).find((one) => replyKey(one) === key);
  return asked && requestSheet(host, asked, { revealed, brief: false, said: '' });
}
