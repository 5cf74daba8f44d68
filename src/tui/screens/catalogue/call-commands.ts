import type { Running } from '../../../session/state.ts';
import { callInView, cancel } from '../../shell/leaving.ts';
import { type Context, inScope } from '../../world/command.ts';
import { tell } from '../../world/say.ts';

/** How much `+` puts the time-out off, in ms. */
const MORE = 60_000;

/** What can be done with the call in view while it runs. */
export const call = inScope('call', {
  'call.cancel': {
    keys: ['x'],
    label: 'cancel the call',
    hint: 'cancel',
    run: (context) => withCall(context, (running) => cancel(context, running)),
  },
  'call.extend': {
    keys: ['+'],
    label: 'a minute more',
    run: (context) =>
      withCall(context, (running) => {
        const asked = context.host.connection?.call(running.seq);
        const wasAtLimit = asked?.isAtLimit?.() === true;
        asked?.extend(MORE);
        tell(context, `${running.subject} ${wasAtLimit ? 'goes on' : 'has a minute more'}`);
      }),
  },
});

function withCall(context: Context, act: (running: Running) => void): void {
  const running = callInView(context.ui.get(), context.host.store.state());
  if (running !== undefined) act(running);
}
