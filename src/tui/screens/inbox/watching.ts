import { waitingIn } from '../../../session/inbox.ts';
import type { Completed, ServerRequest } from '../../../session/state.ts';
import { cut } from '../../../text/cut.ts';
import { andMore } from '../../../text/few.ts';
import { visible } from '../../../text/visible.ts';
import type { Context } from '../../world/command.ts';
import { react } from '../../world/react.ts';
import { announce } from '../../world/say.ts';
import { focused } from '../../world/ui.ts';
import { replyKey } from './reply.ts';
import { requestOf } from './request.ts';
import { selectedWaiting } from './state.ts';

/** Says what comes to wait for the person, what the server takes back, and which page is done with. */
export function watchInbox(context: Context): () => void {
  const { store } = context.host;
  const completed = (now: readonly Completed[]): void => done(context, now.at(-1));
  const waiting = (now: readonly ServerRequest[], before: readonly ServerRequest[]): void =>
    compare(context, before, now);
  completed(store.state().completed);
  waiting(waitingIn(store.state()), []);
  const stops = [react(store, (state) => state.completed, completed), react(store, waitingIn, waiting)];
  return () => {
    for (const stop of stops) stop();
  };
}

function done(context: Context, completed: Completed | undefined): void {
  if (completed !== undefined)
    announce(context, `the server reports elicitation ${completed.elicitationId} as complete`);
}

function compare(context: Context, before: readonly ServerRequest[], now: readonly ServerRequest[]): void {
  const { gone, come } = difference(before, now);
  if (gone.length > 0) leave(context, gone);
  if (come.length > 0) {
    select(context, come);
    arrive(context, come);
  }
}

/** What is no longer there and what is there since; mostly more have only come, and they stand at the end. */
function difference(before: readonly ServerRequest[], now: readonly ServerRequest[]) {
  const { length } = before;
  if (length === 0 || now[length - 1] === before[length - 1]) return { gone: [], come: now.slice(length) };
  const [were, are] = [new Set(before), new Set(now)];
  return {
    gone: before.filter((asked) => !are.has(asked)),
    come: now.filter((asked) => !were.has(asked)),
  };
}

/** Selects what has come, unless something that waits is selected or what is over is being read. */
function select({ host, ui }: Context, [first]: readonly ServerRequest[]): void {
  const inbox = waitingIn(host.store.state());
  ui.update((now) => {
    const isReading = now.screen === 'inbox' && focused(now) === 'detail';
    if (first === undefined || isReading || selectedWaiting(now.inbox, inbox) !== undefined) return now;
    return { ...now, inbox: { top: 0, selected: { seq: first.seq, key: first.key } } };
  });
}

function arrive(context: Context, come: readonly ServerRequest[]): void {
  const [first, ...others] = come;
  if (first === undefined) return;
  announce(context, `server request (6 Inbox): ${inShort(context, first)}${andMore(others.length)}`);
}

/** Nothing of what was begun is kept for what nobody waits for any more. */
function leave(context: Context, gone: readonly ServerRequest[]): void {
  const { host, ui } = context;
  const keys = new Set(gone.map(replyKey));
  ui.update((now) => {
    const kept = Object.entries(now.replies).filter(([key]) => !keys.has(key));
    return kept.length === Object.keys(now.replies).length
      ? now
      : { ...now, replies: Object.fromEntries(kept) };
  });
  const takenBack = gone.filter(({ seq, key }) => key === '' && host.log.row(seq)?.ended === 'cancel');
  const [first] = takenBack;
  if (first !== undefined)
    announce(context, `The server withdrew its request: ${inShort(context, first)}`, 'finding');
}

/** Cells shown of a message: the keys have to fit beside it. */
const TOLD = 36;

function inShort({ host }: Context, asked: ServerRequest): string {
  const { kind, message } = requestOf(asked);
  if (kind === 'sampling') return 'LLM completion';
  return cut(visible(host.mask(message === '' ? 'something' : message)), TOLD);
}
