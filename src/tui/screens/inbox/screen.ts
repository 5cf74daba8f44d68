import { waitingIn } from '../../../session/inbox.ts';
import type { SessionState } from '../../../session/state.ts';
import { isOnButton } from '../../kit/form/state.ts';
import type { Scope } from '../../world/command.ts';
import { overlayOf } from '../../world/overlay.ts';
import { focused, type Ui } from '../../world/ui.ts';
import type { Screen } from '../screen.ts';
import { replyForm } from './answer.ts';
import { decided, deciding, inbox, moveInInbox, reply } from './commands.ts';
import { comeUp, requestIn } from './in-place.ts';
import { countGiven, replyTo, shownReply } from './reply.ts';
import { inboxSheet } from './request-sheet.ts';
import { firstInInbox } from './state.ts';
import { InboxView } from './view.tsx';
import { watchInbox } from './watching.ts';

declare module '../../world/screen-id.ts' {
  interface ScreenIds {
    readonly inbox: true;
  }
}

/** What the server asks of us. */
export const inboxScreen: Screen = {
  id: 'inbox',
  key: '6',
  title: 'Inbox',
  arrangement: 'beside',
  start: { inbox: firstInInbox, replies: {} },
  // Those that are decided wait for the others of their result.
  waiting: ({ replies }, state) => {
    const waiting = waitingIn(state);
    return waiting.length - countGiven(replies, waiting);
  },
  commands: [...inbox, ...reply, ...deciding, ...decided, ...comeUp],
  scopes: (ui, state) => {
    if (focused(ui) === 'list') return ['inbox'];
    const focus = focusIn(ui, state);
    return focus === undefined ? ['decided', 'sheet'] : ANSWERING[focus];
  },
  isTyping: (ui, state) => focusIn(ui, state) === 'field',
  form: replyForm,
  View: InboxView,
  sheet: inboxSheet,
  move: moveInInbox,
  unsent: (ui, state) =>
    focusIn(ui, state) === 'button' ? 'The server is waiting for an answer.' : undefined,
  watch: [watchInbox],
};

/** What of the form of an answer has the focus; nothing where there is none. */
function focusIn(ui: Ui, state: SessionState): 'field' | 'button' | undefined {
  const { reply } = shownReply(ui, state) ?? {};
  if (focused(ui) !== 'detail' || reply === undefined || reply.given !== undefined) return undefined;
  return isOnButton(reply.form) ? 'button' : 'field';
}

/** The scopes of the form of an answer, by what of it has the focus. */
const ANSWERING: Readonly<Record<'field' | 'button', readonly Scope[]>> = {
  field: ['reply', 'form'],
  button: ['deciding', 'reply', 'form'],
};

/** The scopes of the question in the box over its call. */
export function askedScopes(ui: Ui, state: SessionState): readonly Scope[] {
  const focus = askedFocus(ui, state);
  return focus === undefined ? ['asked'] : ANSWERING[focus];
}

/** What of the answer in that box has the focus; nothing until the person has turned to it. */
export function askedFocus(ui: Ui, state: SessionState): 'field' | 'button' | undefined {
  const asked = overlayOf(ui, 'asked')?.answering === true ? requestIn(ui, waitingIn(state)) : undefined;
  return asked && (isOnButton(replyTo(ui.replies, asked).form) ? 'button' : 'field');
}
