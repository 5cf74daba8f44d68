import { boundaryCalls } from '../../../form/boundary.ts';
import type { Form } from '../../../form/form.ts';
import type { Running } from '../../../session/state.ts';
import { visible } from '../../../text/visible.ts';
import { memo } from '../../../time/memo.ts';
import { cancel } from '../../kit/running.ts';
import { type Offer, openPalette } from '../../overlay/palette.tsx';
import { ALWAYS, type Context, inScope, type Situation } from '../../world/command.ts';
import { live } from '../../world/reason.ts';
import { tell } from '../../world/say.ts';
import { ask, asTaskDisabledReason, callDisabledReason, callWord, shown, toggleAsTask } from './ask.ts';
import { askForLabel, choosePast, pastDisabledReason, presetDisabledReason } from './past.ts';
import { rerunDisabledReason, rerunHere } from './rerun.ts';
import { callInView } from './shown.ts';
import { toResult, toResultDisabledReason } from './sides.ts';
import { subscribeDisabledReason, toggleSubscription } from './subscribing.ts';
import { chooseTask, tasksDisabledReason } from './task-commands.ts';

/** How much `+` puts the time-out off, in ms. */
const MORE = 60_000;

/** What can be done with the call in view while it runs. */
export const call = inScope(
  { id: 'call', title: 'Running call' },
  {
    'call.cancel': {
      keys: ['x'],
      label: 'cancel the call',
      hint: 'cancel',
      rank: 1,
      disabled: live,
      run: (context) => withCall(context, (running) => cancel(context, running)),
    },
    'call.extend': {
      keys: ['+'],
      label: 'one more minute',
      disabled: live,
      run: (context) =>
        withCall(context, (running) => {
          const asked = context.host.connection?.call(running.seq);
          const wasAtLimit = asked?.isAtLimit?.() === true;
          asked?.extend(MORE);
          tell(context, `${running.subject} ${wasAtLimit ? 'continues' : 'has one more minute'}`);
        }),
    },
  },
);

function withCall(context: Context, act: (running: Running) => void): void {
  const running = callInView(context.ui.get(), context.host.store.state());
  if (running !== undefined) act(running);
}

/** What can be done with what a form is filled in for: a tool, a prompt, a resource. */
export const calling = inScope(
  { id: 'calling', title: 'Call form', isTyping: true },
  {
    'form.call': {
      keys: ['ctrl+s'],
      label: 'call',
      hint: callWord,
      rank: 1,
      lasting: true,
      disabled: callDisabledReason,
      run: (context) => ask(context),
    },
    'form.task': {
      keys: ['alt+k'],
      label: 'toggle: run as task',
      disabled: asTaskDisabledReason,
      run: toggleAsTask,
    },
    'form.past': {
      keys: ['ctrl+r'],
      label: 'previous arguments',
      disabled: pastDisabledReason,
      run: choosePast,
    },
    'form.preset': {
      keys: ['alt+s'],
      label: 'save preset',
      disabled: presetDisabledReason,
      run: askForLabel,
    },
    'form.subscribe': {
      keys: ['alt+u'],
      label: 'subscribe / stop',
      disabled: subscribeDisabledReason,
      run: toggleSubscription,
    },
    'form.result': {
      keys: ['f6'],
      label: 'to the result',
      hint: 'result',
      disabled: toResultDisabledReason,
      run: toResult,
    },
    'form.copy': {
      keys: ['alt+y'],
      label: 'copy as',
      disabled: (situation) => situation.services.copyDisabledReason(situation),
      run: (context) => context.services.chooseCopy(context),
    },
  },
);

/** What works everywhere. */
export const everywhere = inScope(ALWAYS, {
  rerun: { keys: ['alt+r'], label: 'repeat last call', disabled: rerunDisabledReason, run: rerunHere },
  'boundary.choose': {
    keys: [],
    label: 'boundary values',
    disabled: boundaryDisabledReason,
    run: chooseBoundary,
  },
  'tasks.choose': { keys: [], label: 'tasks', disabled: tasksDisabledReason, run: chooseTask },
});

/** Opens the list of calls at the edges of the tool's schema. */
export function chooseBoundary({ ui }: Context): void {
  ui.update(openPalette('Boundary values', boundaryOffers));
}

/** Why there are no boundary values to choose from here. */
function boundaryDisabledReason(situation: Situation): string | undefined {
  if (situation.ui.get().screen !== 'tools') return 'Boundary values need a tool: press 2 for the tools.';
  const reason = callDisabledReason(situation);
  if (reason !== undefined) return reason;
  return boundaryOffers(situation).length === 0 ? 'This tool has no parameters.' : undefined;
}

/** A row for each call at the edge of what the schema of the tool on screen allows, or just beyond. */
function boundaryOffers(situation: Situation): readonly Offer[] {
  const form = shown(situation)?.detail.form.form;
  return form === undefined ? [] : offersFor(form);
}

const offersFor = memo((form: Form): readonly Offer[] =>
  boundaryCalls(form).map((call, nth) => ({
    key: `boundary ${nth}`,
    label: visible(call.label),
    about: visible(call.text.slice(0, ABOUT)),
    run: (context: Context) => ask(context, 'nothing', call),
  })),
);

/** Characters of the arguments that can be seen beside what is odd about them. */
const ABOUT = 200;
