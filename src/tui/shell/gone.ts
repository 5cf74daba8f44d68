import type { SessionState } from '../../session/state.ts';
import { detailFocus } from '../screens/catalogue/shown.ts';
import type { Context, Situation } from '../world/command.ts';
import { warn } from '../world/say.ts';

/** Says once that the server is gone, and how it ended, when that was not our doing. Returns the way to stop. */
export function watchServer(context: Context): () => void {
  const { host, ui } = context;
  let before: SessionState['phase'] = host.store.state().phase;
  const look = (): void => {
    const { phase, ending, why } = host.store.state();
    const has = phase !== before && (phase === 'failed' || phase === 'closed');
    // While connecting, the Server screen says so at length.
    const isTold = before === 'connecting' && ui.get().screen === 'server';
    before = phase;
    const last = why.at(-1);
    if (!has || ending || isTold || host.connection === undefined) return;
    warn(context, `${host.mask(last ?? 'the server is gone')}; ${restartWords(context)}`);
  };
  return host.store.subscribe(look);
}

/** How the server comes back from here: where text is typed, R is a letter. */
export function restartWords({ host, ui }: Situation): string {
  const state = host.store.state();
  const does = state.target.transport === 'stdio' ? 'R restarts it' : 'R reconnects';
  return detailFocus(ui.get(), state) === 'field' ? `esc, then ${does}` : does;
}
