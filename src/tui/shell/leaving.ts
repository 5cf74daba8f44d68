import { cancel, ownCalls } from '../kit/running.ts';
import type { Context } from '../world/command.ts';
import { askQuestion, topOverlay } from '../world/overlay.ts';
import { tell } from '../world/say.ts';
import { back } from './back.ts';
import { screenOf } from './screens.ts';

/** How long the second ctrl+c is awaited, in ms. */
const SECOND = 2_000;

/**
 * ctrl+c: cancels the call in view, else the newest running; with nothing running it asks for a second one
 * within two seconds and then leaves. To a question it is a no.
 */
export function interrupt(context: Context): void {
  const { host, ui, terminal } = context;
  if (topOverlay(ui.get())?.kind === 'question') {
    ui.update(back);
    return;
  }
  const state = host.store.state();
  // What was sent as raw text the connection waits for no more than a recording does.
  const inView = screenOf(ui.get().screen).call?.(ui.get(), state);
  const call = [...ownCalls(state), inView].findLast(
    (one) => one !== undefined && host.connection?.call(one.seq) !== undefined,
  );
  const now = host.now();
  if (call !== undefined) {
    cancel(context, call);
  } else if (now < ui.get().leaving) {
    terminal.leave(0);
  } else {
    tell(context, 'ctrl+c again to quit', SECOND);
    ui.update((before) => ({ ...before, leaving: now + SECOND }));
  }
}

/** `q`: leaves at once when nothing runs and the form that has the focus was sent, and else asks. */
export function quit({ host, ui, terminal }: Context): void {
  // What has no answer in a recording will never have one.
  const state = host.store.state();
  const calls = state.target.transport === 'recorded' ? 0 : ownCalls(state).length;
  const unsent = screenOf(ui.get().screen).unsent?.(ui.get(), state);
  if (calls === 0 && unsent === undefined) {
    terminal.leave(0);
    return;
  }
  const running = calls === 1 ? 'A call is running. Quit?' : `${calls} calls are running. Quit?`;
  const text = calls === 0 ? `${unsent} Quit?` : running;
  ui.update(askQuestion({ text, yes: (context) => context.terminal.leave(0) }));
}
