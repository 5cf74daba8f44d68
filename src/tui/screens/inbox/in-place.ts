import { waitingIn } from '../../../session/inbox.ts';
import type { Running, ServerRequest } from '../../../session/state.ts';
import { ownCalls } from '../../kit/running.ts';
import { type Context, inScope, type Situation } from '../../world/command.ts';
import {
  changeOverlay,
  overlayOf,
  showScreen,
  topOverlay,
  withOverlay,
  withoutOverlay,
} from '../../world/overlay.ts';
import { tell } from '../../world/say.ts';
import type { Ui } from '../../world/ui.ts';
import { isGiven } from './reply.ts';

declare module '../../world/overlay.ts' {
  interface Overlays {
    /** A question of the server, in a box over the call that asks. */
    readonly asked: Asked;
  }
}

declare module '../../world/command.ts' {
  interface Services {
    /** The running call that the person looks at, unless something was typed beside it since. */
    readonly callSeen: (context: Context) => Running | undefined;
  }
}

/** A question in its box. */
interface Asked extends Pick<ServerRequest, 'seq' | 'key'> {
  /** The seq of the call that asks. */
  readonly call: number;
  /** It is being answered. Before, it has only come up, and no key can be an answer. */
  readonly answering: boolean;
  /** The newest key that was no answer, and how many there have been. */
  readonly missed?: { readonly key: string; readonly count: number };
}

/** What works on a question that has come up, until the person turns to it. */
export const comeUp = inScope(
  { id: 'asked', title: 'Question over its call' },
  {
    'asked.answer': {
      keys: ['enter', 'tab'],
      label: 'answer here',
      hint: 'answer',
      rank: 1,
      lasting: true,
      run: beginAnswer,
    },
    'asked.inbox': {
      keys: ['6'],
      label: 'answer in the inbox',
      hint: 'Inbox',
      run: ({ ui }) => ui.update((now) => showScreen('inbox')(laidAside(now))),
    },
  },
);

/** The question in the box; nothing where none is open or it is over. */
export const askedInPlace = ({ host, ui }: Pick<Situation, 'host' | 'ui'>): ServerRequest | undefined =>
  requestIn(ui.get(), waitingIn(host.store.state()));

/** The same, among all that waits. */
export function requestIn(
  ui: Pick<Ui, 'overlays'>,
  waiting: readonly ServerRequest[],
): ServerRequest | undefined {
  const over = overlayOf(ui, 'asked');
  return over && waiting.find(({ seq, key }) => seq === over.seq && key === over.key);
}

/** Opens the first of these requests over its call, if that is looked at and nothing else has the keys. */
export function openInPlace(context: Context, come: readonly ServerRequest[]): boolean {
  const { host, ui, services } = context;
  const calls = ownCalls(host.store.state());
  const open = overlayOf(ui.get(), 'asked');
  const isOpen = open !== undefined && come.every((one) => isAskedBy(one, open.call, calls));
  // The box says itself how many more there are.
  if (isOpen) return true;
  const call = ui.get().overlays.length > 0 ? undefined : services.callSeen(context);
  const first = call && come.find((one) => isAskedBy(one, call.seq, calls));
  if (call === undefined || first === undefined) return false;
  ui.update(withOverlay('asked', { seq: first.seq, key: first.key, call: call.seq, answering: false }));
  return true;
}

/** Is it this call that asks? A request that says nothing of it can only be that of the one call that runs. */
const isAskedBy = (asked: ServerRequest, call: number, calls: readonly Running[]): boolean =>
  asked.for === undefined ? calls.length === 1 && calls[0]?.seq === call : asked.for === call;

/** What the same call asks besides, and nobody has decided about. */
export const askedBesides = (
  { replies }: Pick<Ui, 'replies'>,
  waiting: readonly ServerRequest[],
  asked: ServerRequest,
): readonly ServerRequest[] =>
  waiting.filter(
    (one) =>
      one.for === asked.for && !(one.seq === asked.seq && one.key === asked.key) && !isGiven(replies, one),
  );

/** The ui with the next question of the same call in the box; without the box when there is none. */
export const toNextAsked =
  (waiting: readonly ServerRequest[], asked: ServerRequest) =>
  (ui: Ui): Ui => {
    const over = overlayOf(ui, 'asked');
    const [next] = askedBesides(ui, waiting, asked);
    return over === undefined || next === undefined
      ? withoutOverlay('asked')(ui)
      : withOverlay('asked', { seq: next.seq, key: next.key, call: over.call, answering: false })(ui);
  };

/** The ui without the box: what it asked is selected in the Inbox, with what has been typed. */
function laidAside(ui: Ui): Ui {
  const over = overlayOf(ui, 'asked');
  if (over === undefined) return ui;
  const { seq, key } = over;
  return withoutOverlay('asked')({ ...ui, inbox: { top: 0, selected: { seq, key } } });
}

/** Puts the question aside; false where none has the keys. */
export function putAside(context: Context): boolean {
  if (topOverlay(context.ui.get())?.kind !== 'asked') return false;
  context.ui.update(laidAside);
  tell(context, 'put aside · 6 to answer');
  return true;
}

/** Turns to the question, so that what is typed is its answer. */
export function beginAnswer({ ui }: Pick<Context, 'ui'>): void {
  ui.update(changeOverlay('asked', ({ missed: _, ...now }) => ({ ...now, answering: true })));
}

/** Shows that a key was no answer; false where no question has the keys. */
export function missAsked({ ui }: Context, key: string): boolean {
  if (topOverlay(ui.get())?.kind !== 'asked') return false;
  ui.update(
    changeOverlay('asked', (now) => ({ ...now, missed: { key, count: (now.missed?.count ?? 0) + 1 } })),
  );
  return true;
}
