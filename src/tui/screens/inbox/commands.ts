import { waitingIn } from '../../../session/inbox.ts';
import { movement, rowsOf, type Step } from '../../kit/movement.ts';
import { type Context, inScope, type Situation } from '../../world/command.ts';
import { focusPane, paneName } from '../../world/ui.ts';
import { waitingInView } from './answer.ts';
import { decidedRow, decidingRows, showWhole } from './deciding.ts';
import { askForRoots, whyNoRoots } from './roots.ts';
import { inboxRows, moveInbox } from './state.ts';

/** What works in the list of the Inbox. */
export const inbox = inScope('inbox', {
  'inbox.open': {
    keys: ['enter'],
    label: 'open',
    hint: 'open',
    disabled: (context) => (rowsIn(context).count === 0 ? 'The server has asked nothing.' : undefined),
    run: open,
  },
  ...decidingRows('inbox'),
  ...decidedRow,
  'inbox.whole': {
    keys: ['i'],
    label: 'full request',
    disabled: (context) => (waitingInView(context) === undefined ? 'enter shows all of it.' : undefined),
    run: showWhole,
  },
  'inbox.roots': {
    keys: ['u'],
    label: 'change the roots',
    disabled: whyNoRoots,
    run: askForRoots,
  },
  ...movement('inbox', moveInInbox),
});

const rowsIn = ({ host }: Situation) => inboxRows(host.log, waitingIn(host.store.state()));

/** Opens what is selected: it stays so, whatever comes. */
function open(context: Context): void {
  moveRows(context, 0);
  context.ui.update(focusPane('detail'));
}

/** Moves the selection of the Inbox. */
export function moveInInbox(context: Context, step: Step): void {
  const { height } = context.extents.get(paneName('inbox', 'list'));
  moveRows(context, rowsOf(step, height, rowsIn(context).count));
}

function moveRows(context: Context, by: number): void {
  const rows = rowsIn(context);
  const { height } = context.extents.get(paneName('inbox', 'list'));
  context.ui.update((ui) => ({ ...ui, inbox: moveInbox(ui.inbox, rows, by, height) }));
}
