import { wayBack } from '../../session/target.ts';
import { counted } from '../../text/measure.ts';
import { ownCalls } from '../kit/running.ts';
import { changesSince, saidOtherwise } from '../screens/catalogue/changed.ts';
import { crossedSince } from '../screens/catalogue/changes.ts';
import type { Context, Restart, Situation, Turn } from '../world/command.ts';
import { askQuestion } from '../world/overlay.ts';
import { react } from '../world/react.ts';
import { either, live } from '../world/reason.ts';
import { tell, warn } from '../world/say.ts';
import { textFocus } from './scopes.ts';

/** `R`: restarts at once when nothing runs, and else asks, since the calls end with the server. */
export function askToRestart(context: Context, how: Restart = {}): void {
  const calls = ownCalls(context.host.store.state()).length;
  if (calls === 0) {
    restart(context, how);
    return;
  }
  const way = wayBack(context.host.store.state().target);
  const what = way === 'restart' ? 'Restart' : 'Reconnect';
  const text = calls === 1 ? `${what}? A call is running.` : `${what}? ${calls} calls are running.`;
  const words = { yes: way };
  askQuestion(context, { title: what, text, words, yes: (now) => restart(now, how) });
}

/** Ends the server and connects again, and says how that went. */
function restart(context: Context, how: Restart = {}): void {
  const { connection, log, store } = context.host;
  const { clean, turn } = how;
  if (turn !== undefined) connection?.serve(turn.what, turn.on);
  tell(context, restartingWords(context, how));
  const from = log.length;
  const ready = turn === undefined ? 'server ready' : `server ready: ${turned(turn)}`;
  void connection?.restart(clean).then(async (end) => {
    // After the announcements of the lists: this one sentence contains all of it.
    await new Promise((done) => setImmediate(done));
    const state = store.state();
    if (end === 'ready') {
      const crossed = await crossedSince(context.host);
      const news = [...changesSince(state.lists, from), ...crossed, ...saidOtherwise(state)];
      // First: in a small window the end of the sentence is cut.
      const key = news.length === 0 ? '' : ' (D: changes)';
      tell(context, [`${ready}${key}`, ...news].join('; '));
    } else if (state.phase !== 'connecting')
      warn(
        context,
        `The server did not start again; ${isOnServer(context) ? 'the reason is above' : '1 shows why'}.`,
      );
  });
}

const isOnServer = ({ ui }: Context): boolean => ui.get().screen === 'server';

/** What is done, and that it could be done in another environment. */
function restartingWords({ host }: Context, { clean, turn }: Restart): string {
  if (turn !== undefined) return `${turned(turn)}: restarting the server`;
  const { target, process } = host.store.state();
  const beyond = target.transport === 'stdio' ? target.beyondClient.length : 0;
  if (clean ?? process?.clean)
    return `restarting the server without ${counted(beyond, 'variable')} that a client would not pass`;
  if (clean === false) return 'restarting the server with the whole environment';
  if (target.transport !== 'stdio') return 'reconnecting';
  return beyond === 0 ? 'restarting the server' : 'restarting the server (C: as a client would)';
}

const turned = ({ what, on }: Turn): string => `${what} turned ${on ? 'on' : 'off'}`;

/** Why there is no other environment to restart in, in one sentence. */
export const cleanDisabledReason = either(live, ({ host }) => {
  const { target } = host.store.state();
  if (target.transport !== 'stdio') return 'Only local servers have an environment.';
  return target.beyondClient.length === 0 ? 'Its environment is already clean; R restarts it.' : undefined;
});

/** `C`: restarts with only what a client would pass of the environment, or with all of it again. */
export function toggleClean(context: Context): void {
  askToRestart(context, { clean: context.host.store.state().process?.clean !== true });
}

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
