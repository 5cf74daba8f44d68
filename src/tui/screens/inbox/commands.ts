import type { Root } from '../../../connection/answerer.ts';
import { waitingIn } from '../../../session/inbox.ts';
import { movement, type RowStep, rowsOf } from '../../kit/movement.ts';
import { askToBrowse, browseDisabledReason } from '../../overlay/browse.ts';
import { copyText } from '../../overlay/copying.tsx';
import { showDefinition } from '../../overlay/definition.tsx';
import { type Context, inScope, type Row, type Situation } from '../../world/command.ts';
import { openPrompt } from '../../world/overlay.ts';
import { either, live } from '../../world/reason.ts';
import { tell, warn } from '../../world/say.ts';
import { focusPane, paneName } from '../../world/ui.ts';
import {
  accept,
  answerDisabledReason,
  cancelCallDisabledReason,
  changeDecision,
  changeDisabledReason,
  leaveCall,
  turnDown,
  waitingInView,
} from './answer.ts';
import { requestOf } from './request.ts';
import { wholeRequest } from './request-sheet.ts';
import { inboxRows, moveInbox } from './state.ts';

/** The keys by which a request of the server is decided about, with ids `<noun>.decline` …. */
const decidingRows = (noun: string): Readonly<Record<string, Row>> => ({
  [`${noun}.decline`]: {
    keys: ['d'],
    label: 'decline or refuse',
    hint: 'decline',
    disabled: (situation) => answerDisabledReason(situation, 'decline'),
    run: (context) => turnDown(context, 'decline'),
  },
  [`${noun}.cancel`]: {
    keys: ['c'],
    label: 'cancel',
    hint: 'cancel',
    disabled: (situation) => answerDisabledReason(situation, 'cancel'),
    run: (context) => turnDown(context, 'cancel'),
  },
  [`${noun}.leave`]: leaving,
  [`${noun}.browse`]: {
    keys: ['o'],
    label: 'open in a browser',
    disabled: (situation) => browseDisabledReason(urlIn(situation)),
    run: (context) => askToBrowse(context, urlIn(context) ?? ''),
  },
  [`${noun}.copy`]: {
    keys: ['y'],
    label: 'copy url',
    disabled: (situation) => (urlIn(situation) === undefined ? 'This request has no page.' : undefined),
    run: (context) => copyText(context, urlIn(context) ?? ''),
  },
});

const leaving: Row = {
  keys: ['x'],
  label: 'cancel the call',
  disabled: cancelCallDisabledReason,
  run: leaveCall,
};

const changing: Row = {
  keys: ['e'],
  label: 'edit response',
  hint: 'change',
  disabled: changeDisabledReason,
  run: changeDecision,
};

/** What is decided and not sent yet, in the list of the Inbox. */
const decidedRow = { 'inbox.change': changing } as const;

/** The same where it is read. */
export const decided = inScope(
  { id: 'decided', title: 'Unsent response' },
  { 'decided.change': changing, 'decided.leave': leaving },
);

/** What works on the form of an answer, while typing too. */
export const reply = inScope(
  { id: 'reply', title: 'Answer', isTyping: true },
  {
    'reply.accept': {
      keys: ['ctrl+s'],
      label: 'accept or answer',
      hint: (situation) =>
        waitingInView(situation)?.method === 'sampling/createMessage' ? 'answer' : 'accept',
      rank: 1,
      lasting: true,
      disabled: (situation) => answerDisabledReason(situation, 'accept'),
      run: (context) => accept(context, 'nothing'),
    },
    'reply.whole': {
      keys: ['alt+i'],
      label: 'full request',
      run: showWhole,
    },
  },
);

/** What works on its buttons. */
export const deciding = inScope({ id: 'deciding', title: 'Response buttons' }, decidingRows('deciding'));

/** Lays all of the selected request over the panes. */
function showWhole(context: Context): void {
  const asked = waitingInView(context);
  if (asked === undefined) return;
  const key = `${asked.seq} ${asked.key}`;
  context.ui.update(
    showDefinition('Full request', (host, { revealed }) => wholeRequest(host, key, revealed)),
  );
}

/** The URL of the page that is asked for. */
function urlIn(situation: Situation): string | undefined {
  const asked = waitingInView(situation);
  const request = asked && requestOf(asked);
  return request?.kind === 'url' ? request.url : undefined;
}

/** What works in the list of the Inbox. */
export const inbox = inScope(
  { id: 'inbox', title: 'Inbox' },
  {
    'inbox.open': {
      keys: ['enter'],
      label: 'open',
      hint: 'open',
      disabled: (context) =>
        rowsIn(context).count === 0 ? 'There are no requests from the server.' : undefined,
      run: open,
    },
    ...decidingRows('inbox'),
    ...decidedRow,
    'inbox.whole': {
      keys: ['i'],
      label: 'full request',
      disabled: (context) =>
        waitingInView(context) === undefined ? 'enter shows the full request.' : undefined,
      run: showWhole,
    },
    'inbox.roots': {
      keys: ['u'],
      label: 'change roots',
      disabled: either(live, rootsDisabledReason),
      run: askForRoots,
    },
    ...movement('inbox', moveInInbox),
  },
);

const rowsIn = ({ host }: Situation) => inboxRows(host.log, waitingIn(host.store.state()));

/** Opens what is selected: it stays so, whatever comes. */
function open(context: Context): void {
  moveRows(context, 0);
  context.ui.update(focusPane('detail'));
}

/** Moves the selection of the Inbox. */
export function moveInInbox(context: Context, step: RowStep): void {
  const { height } = context.extents.get(paneName('inbox', 'list'));
  moveRows(context, rowsOf(step, height, rowsIn(context).count));
}

function moveRows(context: Context, by: number): void {
  const rows = rowsIn(context);
  const { height } = context.extents.get(paneName('inbox', 'list'));
  context.ui.update((ui) => ({ ...ui, inbox: moveInbox(ui.inbox, rows, by, height) }));
}

/** Why the roots cannot be changed, in one sentence. */
function rootsDisabledReason({ host }: Situation): string | undefined {
  return 'roots' in host.store.state().capabilities.client
    ? undefined
    : 'Roots are not declared to this server: start with --root, or turn them on in the palette.';
}

/** Asks for the roots, in the order in which they are listed to the server. */
function askForRoots({ host, ui }: Context): void {
  const uris = (host.connection?.roots() ?? []).map(({ uri }) => uri);
  ui.update(openPrompt('roots', { id: 'roots', accept: changeRoots }, uris.join(' ')));
}

/** Offers these roots from now on: URIs and paths of folders with spaces between them. */
function changeRoots({ host, ui, terminal }: Context, typed: string): void {
  const known = new Map((host.connection?.roots() ?? []).map((root) => [root.uri, root]));
  const words = typed.split(/\s+/).filter((word) => word !== '');
  const roots: Root[] = [];
  for (const word of words) {
    const root = known.get(word) ?? terminal.root(word);
    if (root === undefined) {
      warn({ host, ui }, `${word} is not a folder; the roots are unchanged.`);
      return;
    }
    roots.push(root);
  }
  host.connection?.setRoots(roots);
  // In the modern era nobody listens: the server asks again by itself (client/roots#root-list-changes).
  if (host.store.state().era !== 'modern') host.connection?.notify('notifications/roots/list_changed');
  tell({ host, ui }, roots.length === 1 ? 'one root is offered' : `${roots.length} roots are offered`);
}
