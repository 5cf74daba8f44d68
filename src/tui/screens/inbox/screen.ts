import { waitingIn } from '../../../session/inbox.ts';
import type { SessionState } from '../../../session/state.ts';
import { isOnButton } from '../../kit/form/state.ts';
import { focused, type Ui } from '../../world/ui.ts';
import type { Screen } from '../screen.ts';
import { replyForm } from './answer.ts';
import { decided, deciding, inbox, moveInInbox, reply } from './commands.ts';
import { countGiven, shownReply } from './reply.ts';
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
  commands: [...inbox, ...reply, ...deciding, ...decided],
  scopes: (ui, state) => {
    if (focused(ui) === 'list') return ['inbox'];
    switch (focusIn(ui, state)) {
      case 'field':
        return ['reply', 'form'];
      case 'button':
        return ['deciding', 'reply', 'form'];
      case undefined:
        return ['decided', 'sheet'];
    }
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
