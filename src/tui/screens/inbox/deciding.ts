import { type Context, inScope, type Row, type Situation } from '../../world/command.ts';
import { tell, warn } from '../../world/say.ts';
import { askToBrowse, whyNotBrowsed } from '../server/browse.ts';
import {
  accept,
  changeDecision,
  leaveCall,
  turnDown,
  waitingInView,
  whyNotAnswered,
  whyNotChanged,
  whyNotLeft,
} from './answer.ts';
import { requestOf } from './request.ts';

/** The keys by which a request of the server is decided about, with ids `<noun>.decline` …. */
export function decidingRows<Noun extends string>(
  noun: Noun,
): Record<`${Noun}.${'decline' | 'cancel' | 'leave' | 'browse' | 'copy'}`, Row> {
  const rows: Readonly<Record<string, Row>> = {
    [`${noun}.decline`]: {
      keys: ['d'],
      label: 'decline, refuse',
      hint: 'decline',
      disabled: (situation) => whyNotAnswered(situation, 'decline'),
      run: (context) => turnDown(context, 'decline'),
    },
    [`${noun}.cancel`]: {
      keys: ['c'],
      label: 'cancel',
      hint: 'cancel',
      disabled: (situation) => whyNotAnswered(situation, 'cancel'),
      run: (context) => turnDown(context, 'cancel'),
    },
    [`${noun}.leave`]: leaving,
    [`${noun}.browse`]: {
      keys: ['o'],
      label: 'open in a browser',
      disabled: (situation) => whyNotBrowsed(urlIn(situation)),
      run: (context) => askToBrowse(context, urlIn(context) ?? ''),
    },
    [`${noun}.copy`]: {
      keys: ['y'],
      label: 'copy the url',
      disabled: (situation) => (urlIn(situation) === undefined ? 'It asks for no page.' : undefined),
      run: copyUrl,
    },
  };
  return rows as Record<`${Noun}.${'decline' | 'cancel' | 'leave' | 'browse' | 'copy'}`, Row>;
}

const leaving: Row = {
  keys: ['x'],
  label: 'cancel the call',
  disabled: whyNotLeft,
  run: leaveCall,
};

const changing: Row = {
  keys: ['e'],
  label: 'edit the answer',
  hint: 'change',
  disabled: whyNotChanged,
  run: changeDecision,
};

/** What is decided and not sent yet, in the list of the Inbox. */
export const decidedRow = { 'inbox.change': changing } as const;

/** The same where it is read. */
export const decided = inScope('decided', { 'decided.change': changing, 'decided.leave': leaving });

/** What works on the form of an answer, while typing too. */
export const reply = inScope('reply', {
  'reply.accept': {
    keys: ['ctrl+s'],
    label: 'accept, answer',
    hint: 'accept',
    lasting: true,
    disabled: (situation) => whyNotAnswered(situation, 'accept'),
    run: (context) => accept(context, 'nothing'),
  },
  'reply.whole': {
    keys: ['alt+i'],
    label: 'full request',
    run: showWhole,
  },
});

/** What works on its buttons. */
export const deciding = inScope('deciding', decidingRows('deciding'));

/** Lays all of the selected request over the panes. */
export function showWhole(context: Context): void {
  const asked = waitingInView(context);
  if (asked === undefined) return;
  const key = `${asked.seq} ${asked.key}`;
  context.ui.update((ui) => ({ ...ui, definition: { screen: 'inbox', key } }));
}

/** The URL of the page that is asked for. */
function urlIn(situation: Situation): string | undefined {
  const asked = waitingInView(situation);
  const request = asked && requestOf(asked);
  return request?.kind === 'url' ? request.url : undefined;
}

function copyUrl(context: Context): void {
  void context.terminal
    .copy(urlIn(context) ?? '')
    .then(({ sure, how }) => (sure ? tell(context, how) : warn(context, how)));
}
