import { cancel, ownCalls } from '../kit/running.ts';
import { closeHelp, narrowHelp } from '../overlay/help.tsx';
import type { Context } from '../world/command.ts';
import { askQuestion, dropPrompt, topOverlay, withoutOverlay } from '../world/overlay.ts';
import { tell } from '../world/say.ts';
import { panesOf } from '../world/screen-id.ts';
import { focused, focusPane, type Ui } from '../world/ui.ts';
import { screenOf } from './screen-list.ts';

/**
 * One step back, the nearest thing first: what lies over the panes, zoom, the detail, the filter. At the outermost
 * place nothing changes: going back never quits.
 */
export function back(ui: Ui): Ui {
  const over = topOverlay(ui);
  switch (over?.kind) {
    case 'prompt':
      return dropPrompt(ui);
    case 'help':
      return over.filter === '' ? closeHelp(ui) : narrowHelp('')(ui);
    case 'asked':
    case 'palette':
    case 'question':
    case 'copying':
    case 'writing':
    case 'definition':
      return withoutOverlay(over.kind)(ui);
    case undefined:
      return backOnScreen(ui);
  }
}

function backOnScreen(ui: Ui): Ui {
  if (ui.zoom) return { ...ui, zoom: false };
  const { arrangement, back } = screenOf(ui.screen);
  const first = panesOf(arrangement)[0];
  if (first !== undefined && focused(ui) !== first) return focusPane(first)(ui);
  return back?.(ui) ?? ui;
}

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
  // The connection does not wait for what was sent as raw text, nor for anything in a recording.
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
export function quit(context: Context): void {
  const { host, ui, terminal } = context;
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
  const words = { yes: 'quit', no: 'stay' };
  askQuestion(context, { title: 'Quit', text, words, yes: (now) => now.terminal.leave(0) });
}
