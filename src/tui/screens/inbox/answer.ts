import { type Answer, REJECTED } from '../../../connection/answerer.ts';
import { oneLine } from '../../../form/draft.ts';
import { JsonText } from '../../../json/write.ts';
import { waitingIn } from '../../../session/inbox.ts';
import type { Running, ServerRequest } from '../../../session/state.ts';
import { type FormOwner, toFirstProblem } from '../../kit/form/in-view.ts';
import { problemsIn } from '../../kit/form/state.ts';
import { cancel } from '../../kit/running.ts';
import { sendAnyway } from '../../overlay/question.ts';
import type { Context, Situation } from '../../world/command.ts';
import { askQuestion, isAskedInPlace, overlayOf } from '../../world/overlay.ts';
import { either, live } from '../../world/reason.ts';
import { tell, warn } from '../../world/say.ts';
import { focusPane } from '../../world/ui.ts';
import { askedInPlace, toNextAsked } from './in-place.ts';
import {
  type Decision,
  decisionsFor,
  givenWord,
  isGiven,
  replyKey,
  replyText,
  replyTo,
  turnedReply,
  withReply,
} from './reply.ts';
import { type InboxRequest, requestOf } from './request.ts';
import { inboxRows, selectedWaiting } from './state.ts';

/** The request in the box over its call, or the one that is selected in the Inbox and waits; nothing when it is over. */
export const waitingInView = ({ host, ui }: Situation): ServerRequest | undefined =>
  isAskedInPlace(ui.get())
    ? askedInPlace({ host, ui })
    : selectedWaiting(ui.get().inbox, waitingIn(host.store.state()));

/** Why what is selected cannot be answered in this way now, in one sentence. */
export function answerDisabledReason(situation: Situation, decision: Decision): string | undefined {
  const { host, ui } = situation;
  const asked = waitingInView(situation);
  if (inboxRows(host.log, waitingIn(host.store.state())).count === 0)
    return 'There are no requests from the server.';
  if (host.connection === undefined) return live(situation);
  if (asked === undefined) return 'This request has ended.';
  if (isGiven(ui.get().replies, asked)) return 'Answered; waiting for the other inputs. e changes it.';
  const isOffered = decisionsFor(requestOf(asked).kind).some(([one]) => one === decision);
  return isOffered ? undefined : 'Sampling can be answered or refused: press d to refuse.';
}

/** Accepts with what the form holds. What is not as the schema wants it is asked about first, unless that is `sure`. */
export function accept(context: Context, sure: 'nothing' | 'problems'): void {
  const { ui } = context;
  const asked = waitingInView(context);
  const reason = answerDisabledReason(context, 'accept');
  if (asked === undefined || reason !== undefined) {
    warn(context, reason ?? '');
    return;
  }
  const problems = problemsIn(replyTo(ui.get().replies, asked).form);
  if (problems.length === 0 || sure === 'problems') {
    decide(context, asked, 'accept');
    return;
  }
  const key = replyKey(asked);
  const yes = (later: Context): void => {
    const now = waitingInView(later);
    if (now !== undefined && replyKey(now) === key) accept(later, 'problems');
    else warn(later, 'The item no longer exists; nothing was sent.');
  };
  askQuestion(context, { ...sendAnyway(problems), yes, no: toFirstProblem });
}

/** Declines, cancels or refuses; nothing of what was typed is sent. */
export function turnDown(context: Context, decision: Exclude<Decision, 'accept'>): void {
  const asked = waitingInView(context);
  if (asked !== undefined) decide(context, asked, decision);
}

/** Why there is no decision to change, in one sentence. */
export function changeDisabledReason(situation: Situation): string | undefined {
  const asked = waitingInView(situation);
  return asked === undefined || !isGiven(situation.ui.get().replies, asked)
    ? 'There is no response to change here.'
    : undefined;
}

/** Takes a decision back, as long as others are awaited and nothing was sent: the form is as it was left. */
export function changeDecision(context: Context): void {
  const asked = waitingInView(context);
  if (asked === undefined) return;
  context.ui.update((now) => {
    const { given: _, ...reply } = replyTo(now.replies, asked);
    return focusPane('detail')({ ...now, replies: withReply(now.replies, asked, reply) });
  });
}

/** The call that needs what is selected in the Inbox, as long as it runs. */
const callWaiting = (situation: Situation): Running | undefined => {
  const { running } = situation.host.store.state();
  const asked = waitingInView(situation);
  return asked && running.find(({ seq }) => seq === asked.for);
};

/** Why no call can be left here, in one sentence. */
export const cancelCallDisabledReason = either(live, (situation) => {
  if (callWaiting(situation) !== undefined) return undefined;
  return waitingInView(situation) === undefined
    ? 'This request has ended.'
    : 'This request does not belong to a call: press c to cancel it.';
});

/** Cancels the call that needs what is selected: none of its inputs is given. */
export function leaveCall(context: Context): void {
  const running = callWaiting(context);
  if (running !== undefined) cancel(context, running);
}

/**
 * Keeps the decision and goes back to the list, to the first that waits; in place to the next question of the call, or
 * to the call. Inputs of one result are sent together, so that each can be changed until all are decided; what is
 * refused ends the call at once.
 */
function decide(context: Context, asked: ServerRequest, decision: Decision): void {
  const { host, ui } = context;
  const reply = replyTo(ui.get().replies, asked);
  ui.update((now) => {
    const replies = withReply(now.replies, asked, { ...reply, given: decision });
    const waiting = waitingIn(host.store.state());
    const next = waiting.find((one) => !isGiven(replies, one));
    const after = { ...now, replies, inbox: { top: 0, ...(next && { selected: next }) } };
    return isAskedInPlace(now) ? toNextAsked(waiting, asked)(after) : focusPane('list')(after);
  });
  const missing = stillMissing(context, asked);
  tell(context, said(asked, decision, missing));
  if (isRefusal(asked, decision)) send(context, asked);
  else if (missing.length === 0) for (const one of together(context, asked)) send(context, one);
  if (missing.length === 0 && host.connection?.call(asked.for ?? 0)?.isAtLimit?.() === true)
    warn(context, 'The server reached the limit of input rounds: on the call, + continues and x stops.');
}

function send({ host, ui }: Context, asked: ServerRequest): void {
  const reply = replyTo(ui.get().replies, asked);
  const { given = 'cancel' } = reply;
  host.connection?.answer(asked.seq, asked.key, answerOf(requestOf(asked), replyText(reply), given));
}

/** What the same frame asks for, as far as it is awaited; a request of the server's own stands alone. */
const together = ({ host }: Context, { seq }: ServerRequest): readonly ServerRequest[] =>
  waitingIn(host.store.state()).filter(
    (one) => one.seq === seq && host.connection?.awaits(one.seq, one.key) === true,
  );

const stillMissing = (context: Context, asked: ServerRequest): readonly ServerRequest[] =>
  together(context, asked).filter((one) => !isGiven(context.ui.get().replies, one));

const isRefusal = (asked: ServerRequest, decision: Decision): boolean =>
  requestOf(asked).kind === 'sampling' && decision !== 'accept';

function answerOf({ kind }: InboxRequest, text: string, decision: Decision): Answer {
  const typed = new JsonText(oneLine(text));
  if (kind === 'sampling') return decision === 'accept' ? { result: typed } : REJECTED;
  const content = decision === 'accept' && kind === 'form' ? { content: typed } : {};
  return { result: { action: decision, ...content } };
}

/** What was done, and what is still missing before the request goes on. */
function said(asked: ServerRequest, decision: Decision, missing: readonly ServerRequest[]): string {
  if (isRefusal(asked, decision))
    return asked.key === '' ? 'refused' : 'refused: the request was not continued';
  const word = givenWord(requestOf(asked).kind, decision);
  if (missing.length === 0) return word;
  return `${word}; still missing: ${missing.map(({ key }) => key).join(', ')}`;
}

/** The form of what is answered; nothing once it is decided. */
export function replyForm(situation: Situation): FormOwner | undefined {
  if (overlayOf(situation.ui.get(), 'asked')?.answering === false) return undefined;
  const request = waitingInView(situation);
  const reply = request && replyTo(situation.ui.get().replies, request);
  if (request === undefined || reply === undefined || reply.given !== undefined) return undefined;
  return {
    form: reply.form,
    isRecorded: false,
    ...(requestOf(request).kind === 'url' && {
      whyNothing: 'There are no fields: accept or decline the page.',
    }),
    change: (change) => (ui) => {
      const before = replyTo(ui.replies, request);
      const form = change(before.form);
      return form === before.form
        ? ui
        : { ...ui, replies: withReply(ui.replies, request, { ...before, form }) };
    },
    press(context, button) {
      const decision = button as Decision;
      if (decision === 'accept') accept(context, 'nothing');
      else turnDown(context, decision);
    },
    ...(requestOf(request).kind === 'sampling' && {
      turn: {
        word: reply.isText ? 'all fields' : reply.form.json === undefined ? 'JSON' : 'text',
        run: (context) => turnReply(context, request),
      },
    }),
  };
}

function turnReply(context: Context, request: ServerRequest): void {
  const turned = turnedReply(replyTo(context.ui.get().replies, request), requestOf(request));
  if (typeof turned === 'string') warn(context, turned);
  else context.ui.update((ui) => ({ ...ui, replies: withReply(ui.replies, request, turned) }));
}
