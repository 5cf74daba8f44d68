import { visible } from '../../text/visible.ts';
import { cancel, ownCalls } from '../kit/running.ts';
import { closeHelp, narrowHelp } from '../overlay/help.tsx';
import type { Context } from '../world/command.ts';
import { askQuestion, dropPrompt, topOverlay, withoutOverlay } from '../world/overlay.ts';
import { tell } from '../world/say.ts';
import { panesOf } from '../world/screen-id.ts';
import type { SessionInWindow } from '../world/sessions.ts';
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
  const { leaving } = ui.get();
  // The time of a recording leaps while that is read.
  const isSecond = now < leaving || (leaving > 0 && host.reading?.() !== undefined);
  const { calls, where } = unfinished(context);
  if (call !== undefined) {
    cancel(context, call);
  } else if (isSecond) {
    terminal.leave(0);
  } else {
    const elsewhere = calls === 0 || where === '' ? '' : `; ${runningWords(calls)}${where}`;
    tell(context, `ctrl+c again to quit${elsewhere}`, SECOND);
    ui.update((before) => ({ ...before, leaving: now + SECOND }));
  }
}

/** `q`: leaves at once when nothing runs and no form that has the focus is unsent, in no session, and else asks. */
export function quit(context: Context): void {
  const { calls, unsent, where } = unfinished(context);
  if (calls === 0 && unsent === undefined) {
    context.terminal.leave(0);
    return;
  }
  const text = calls === 0 ? `${unsent} Quit?` : `${runningWords(calls)}${where}. Quit?`;
  const words = { yes: 'quit', no: 'stay' };
  askQuestion(context, { title: 'Quit', text, words, yes: (now) => now.terminal.leave(0) });
}

const runningWords = (calls: number): string =>
  calls === 1 ? 'A call is running' : `${calls} calls are running`;

/** What a session would lose if it ended now. */
interface Unfinished {
  /** Calls without an answer. */
  readonly calls: number;
  /** What was filled in and not sent, as a sentence. */
  readonly unsent: string | undefined;
}

/** What one session would lose. */
export function unfinishedIn({ host, ui }: Pick<SessionInWindow, 'host' | 'ui'>): Unfinished {
  // What has no answer in a recording will never have one.
  const state = host.store.state();
  const calls = state.target.transport === 'recorded' ? 0 : ownCalls(state).length;
  return { calls, unsent: screenOf(ui.get().screen).unsent?.(ui.get(), state) };
}

/** The same of all sessions of the window; `where` names those in which calls run, where there are several sessions. */
function unfinished({ sessions }: Pick<Context, 'sessions'>): Unfinished & { readonly where: string } {
  const { all, shown } = sessions.get();
  const found = all.map((session) => ({ session, ...unfinishedIn(session) }));
  const running = found.filter(({ calls }) => calls > 0).map(({ session }) => visible(session.name));
  const lost = found.filter(({ unsent }) => unsent !== undefined);
  const first = lost.find(({ session }) => session === shown) ?? lost[0];
  const of = first === undefined || first.session === shown ? '' : `${visible(first.session.name)}: `;
  return {
    calls: found.reduce((sum, { calls }) => sum + calls, 0),
    unsent: first?.unsent === undefined ? undefined : `${of}${first.unsent}`,
    where: all.length === 1 || running.length === 0 ? '' : ` (${running.join(', ')})`,
  };
}
