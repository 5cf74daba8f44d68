import type { Context, Situation } from '../world/command.ts';
import { react } from '../world/react.ts';
import { warn } from '../world/say.ts';
import { textFocus } from './scopes.ts';

/** Says once that the server is gone, and how it ended, when that was not our doing. Returns the way to stop. */
export function watchServer(context: Context): () => void {
  const { host, ui } = context;
  return react(
    host.store,
    ({ phase }) => phase,
    (phase, before) => {
      if (phase !== 'failed' && phase !== 'closed') return;
      const { ending, why } = host.store.state();
      // While connecting, the Server screen says so at length.
      const isTold = before === 'connecting' && ui.get().screen === 'server';
      if (ending || isTold || host.connection === undefined) return;
      warn(context, `${host.mask(why.at(-1) ?? 'the server is gone')}; ${restartWords(context)}`);
    },
  );
}

/** How the server comes back from here: where text is typed, R is a letter. */
export function restartWords({ host, ui }: Situation): string {
  const state = host.store.state();
  const does = state.target.transport === 'stdio' ? 'R restarts it' : 'R reconnects';
  return textFocus(ui.get(), state) === 'form' ? `esc, then ${does}` : does;
}
