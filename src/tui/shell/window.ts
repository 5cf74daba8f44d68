import { wordsOf } from '../screens/catalogue/recalled.ts';
import type { Context } from '../world/command.ts';
import { showScreen } from '../world/overlay.ts';
import { warn } from '../world/say.ts';
import { screens } from './screen-list.ts';

/** The window as it was left last time. */
export interface RestoredWindow {
  /** Stops waiting for the server. */
  stop(): void;
  /** Remembers how the window is left now; resolves with why it could not, in one sentence. */
  keep(): Promise<string | undefined>;
}

/**
 * Brings the dock back as it was left and, once the server is ready, the screen last used with it, unless the person
 * has gone somewhere by then.
 */
export function restoreWindow(context: Context): RestoredWindow {
  const { host, ui, memory } = context;
  const { target: of } = host.store.state();
  // A recording always opens on the first screen.
  const target = of.transport === 'recorded' ? undefined : wordsOf(of);
  let leave = (): void => {};
  void memory.window().then(({ window, remarks }) => {
    for (const remark of remarks) warn(context, remark);
    if (window === undefined) return;
    const { dock, dockSize, exchanges = false } = window;
    ui.update((now) => ({ ...now, dock, dockSize, traffic: { ...now.traffic, exchanges } }));
    const used = window.screens.find((one) => one.target === target)?.screen;
    const screen = screens.find(({ id }) => id === used)?.id;
    if (screen !== undefined) leave = whenReady(context, () => ui.update(showScreen(screen)));
  });
  return {
    stop: () => leave(),
    keep() {
      const { dock, dockSize, screen, traffic } = ui.get();
      const { exchanges } = traffic;
      const used = target === undefined ? undefined : { target, screen };
      return memory.keepWindow({ dock, dockSize, exchanges }, used);
    },
  };
}

/** Calls back once the server is ready, if the person has stayed where the session opens; returns the way out. */
function whenReady({ host, ui }: Context, act: () => void): () => void {
  const look = (): void => {
    const { phase } = host.store.state();
    if (phase === 'ready' && ui.get().screen === 'server') act();
    if (phase !== 'connecting' || ui.get().screen !== 'server') leave();
  };
  const leaveSession = host.store.subscribe(look);
  const leaveUi = ui.subscribe(look);
  const leave = (): void => {
    leaveSession();
    leaveUi();
  };
  look();
  return leave;
}
