import { openForm } from '../../../form/form.ts';
import {
  samplingSchema,
  samplingStart,
  samplingText,
  samplingWith,
  textOfSampling,
} from '../../../form/sampling.ts';
import { waitingIn } from '../../../session/inbox.ts';
import type { ServerRequest, SessionState } from '../../../session/state.ts';
import { memo } from '../../../time/memo.ts';
import { type FormUi, formUi, textToSend, toFields, toJson } from '../../kit/form/state.ts';
import type { Ui } from '../../world/ui.ts';
import { type InboxRequest, requestOf } from './request.ts';
import { selectedWaiting } from './state.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    /** What is answered to the requests of the server, as far as it has come. */
    readonly replies: Replies;
  }
}

/** How a request of the server is answered; what cannot be declined is refused instead. */
export type Decision = 'accept' | 'decline' | 'cancel';

/**
 * The answer to a request that waits, as far as it has come. It stays when the person goes elsewhere.
 *
 *   typed ─▶ decided ─▶ sent                      a request of the server's own
 *               └─▶ given ─▶ sent with the others   one of several inputs that a result asks for
 */
export interface Reply {
  readonly form: FormUi;
  /** The form holds the text of a model's answer, and not all of it. */
  readonly isText?: true;
  /** It is decided, and the other inputs of the same result are awaited. */
  readonly given?: Decision;
}

/** The replies that were begun, by their keys. */
export type Replies = Readonly<Record<string, Reply>>;

/** Names a request that waits. */
export const replyKey = ({ seq, key }: Pick<ServerRequest, 'seq' | 'key'>): string => `${seq} ${key}`;

/** The reply to a request as it stands: what was begun before, or a new one. */
export const replyTo = (replies: Replies, asked: ServerRequest): Reply =>
  begunReply(replies, asked) ?? draftTo(asked);

/** A reply that nobody has begun yet. */
const draftTo = memo((asked: ServerRequest): Reply => openReply(requestOf(asked)));

/** A request of the server that waits, with the reply to it. */
export interface Replying {
  readonly asked: ServerRequest;
  readonly reply: Reply;
}

/** The selected request of the Inbox with its reply; nothing elsewhere, and where nothing waits for one. */
export function shownReply(ui: Ui, state: Pick<SessionState, 'inbox' | 'target'>): Replying | undefined {
  const asked = ui.screen === 'inbox' ? selectedWaiting(ui.inbox, waitingIn(state)) : undefined;
  return asked && { asked, reply: replyTo(ui.replies, asked) };
}

/** The replies with another one to a request. */
export const withReply = (replies: Replies, asked: ServerRequest, reply: Reply): Replies => ({
  ...replies,
  [replyKey(asked)]: reply,
});

/** How many of these requests are decided. */
export function countGiven(replies: Replies, inbox: readonly ServerRequest[]): number {
  const anyGiven = Object.values(replies).some(({ given }) => given !== undefined);
  return anyGiven ? inbox.filter((asked) => isGiven(replies, asked)).length : 0;
}

/** Has it been decided, so that only others are awaited? */
export const isGiven = (replies: Replies, asked: ServerRequest): boolean =>
  begunReply(replies, asked)?.given !== undefined;

function begunReply(replies: Replies, asked: ServerRequest): Reply | undefined {
  const key = replyKey(asked);
  return Object.hasOwn(replies, key) ? replies[key] : undefined;
}

/** The decisions that a request takes, each with the word on its button. */
export function decisionsFor(kind: InboxRequest['kind']): readonly (readonly [Decision, string])[] {
  if (kind === 'sampling')
    return [
      ['accept', 'Answer'],
      ['decline', 'Refuse'],
    ];
  return [
    ['accept', 'Accept'],
    ['decline', 'Decline'],
    ['cancel', 'Cancel'],
  ];
}

/** What was done, in a word. */
export function givenWord(kind: InboxRequest['kind'], decision: Decision): string {
  switch (decision) {
    case 'accept':
      return kind === 'sampling' ? 'answered' : 'accepted';
    case 'decline':
      return kind === 'sampling' ? 'refused' : 'declined';
    case 'cancel':
      return 'cancelled';
  }
}

/** The form of an elicitation with its defaults (client/elicitation#requested-schema), the text of a model's answer, or none. */
function openReply(request: InboxRequest): Reply {
  const buttons = decisionsFor(request.kind).map(([decision]) => decision);
  switch (request.kind) {
    case 'form':
      return { form: formUi(openForm(request.schema, { defaults: true }), { buttons }) };
    case 'url':
      return { form: formUi(openForm(NOTHING), { buttons }) };
    case 'sampling':
      return textReply(buttons);
  }
}

/** There is nothing to fill in. */
const NOTHING = { type: 'object', properties: {}, additionalProperties: false };

/** The one field that most of a model's answers are. */
const textReply = (buttons: readonly string[], initial = '{}'): Reply => ({
  form: formUi(openForm(samplingText, { initial }), { buttons, focus: '/text' }),
  isText: true,
});

/** The JSON text of what would be answered now. */
export const replyText = ({ form, isText }: Reply): string =>
  (isText && samplingWith(textToSend(form))) || textToSend(form);

/**
 * The next way to fill in a model's answer: its text, all of its fields, their JSON, and the text again as long as
 * nothing else was changed. A sentence when no form can hold the JSON.
 */
export function turnedReply(reply: Reply, request: InboxRequest): Reply | string {
  const { form, isText, ...rest } = reply;
  if (isText) {
    const tools = request.kind === 'sampling' ? request.tools : [];
    const all = openForm(samplingSchema(tools), { initial: samplingWith(textToSend(form)) ?? samplingStart });
    return { ...rest, form: formUi(all, { buttons: form.buttons, focus: '/content/text' }) };
  }
  if (form.json === undefined) return { ...rest, form: toJson(form) };
  const text = textOfSampling(form.json.text);
  if (text !== undefined) return { ...rest, ...textReply(form.buttons, text) };
  const fields = toFields(form);
  return typeof fields === 'string' ? fields : { ...rest, form: fields };
}
