import { waitingIn } from '../../../session/inbox.ts';
import type { Completed, ServerRequest } from '../../../session/state.ts';
import { cut } from '../../../text/cut.ts';
import { andMore } from '../../../text/few.ts';
import { visibleLines } from '../../../text/visible.ts';
import type { Context } from '../../world/command.ts';
import { overlayOf, withoutOverlay } from '../../world/overlay.ts';
import { react } from '../../world/react.ts';
import { announce } from '../../world/say.ts';
import { focused } from '../../world/ui.ts';
import { askedInPlace, openInPlace, toNextAsked } from './in-place.ts';
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
  const stops = [
    react(store, (state) => state.completed, completed),
    react(store, waitingIn, waiting),
    react(
      store,
      (state) => state.running,
      () => leaveCallThatEnded(context),
    ),
  ];
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

/** Opens over its call what that asks while it is in view; of all else it is said that it waits in the Inbox. */
function arrive(context: Context, come: readonly ServerRequest[]): void {
  // What a rule answers waits for nobody.
  const forPeople = come.filter(({ seq, key }) => context.host.connection?.awaits(seq, key) === true);
  const [first, ...others] = forPeople;
  if (first === undefined || openInPlace(context, forPeople)) return;
  const what =
    requestOf(first).kind === 'sampling'
      ? 'Server requests an LLM completion'
      : `Server asks: ${inShort(context, first)}`;
  announce(context, `${what}${andMore(others.length)} · 6 to answer`);
}

/** The call in whose place a question is open has ended, and the server waits on: that is for the Inbox. */
function leaveCallThatEnded(context: Context): void {
  const { host, ui } = context;
  const over = overlayOf(ui.get(), 'asked');
  if (over === undefined || host.store.state().running.some(({ seq }) => seq === over.call)) return;
  const asked = askedInPlace(context);
  ui.update(withoutOverlay('asked'));
  if (asked !== undefined) announce(context, `The call has ended: ${inShort(context, asked)} · 6 to answer`);
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
  const over = overlayOf(ui.get(), 'asked');
  const lost = gone.find(({ seq, key }) => seq === over?.seq && key === over.key);
  if (lost !== undefined) {
    ui.update(toNextAsked(waitingIn(host.store.state()), lost));
    if (!takenBack.includes(lost))
      announce(context, `The server no longer waits for an answer: ${inShort(context, lost)}`, 'finding');
  }
  const [first] = takenBack;
  if (first !== undefined)
    announce(context, `The server withdrew its request: ${inShort(context, first)}`, 'finding');
}

/** Cells shown of a message: the keys have to fit beside it. */
const TOLD = 36;

function inShort({ host }: Context, asked: ServerRequest): string {
  const { kind, message } = requestOf(asked);
  if (kind === 'sampling') return 'LLM completion';
  return cut(visibleLines(host.mask(message === '' ? 'something' : message)).join(' '), TOLD);
}
