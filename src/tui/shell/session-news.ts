import { visible } from '../../text/visible.ts';
import { topOverlay } from '../world/overlay.ts';
import { announce } from '../world/say.ts';
import type { SessionInWindow } from '../world/sessions.ts';
import type { SessionStanding } from './session-labels.ts';

/** Characters of a name, and of the reason why a session has failed. */
const MOST = 200;

/** What happens to sessions out of sight, to be said in the one in view. */
export interface SessionNews {
  /** Takes notice of how a session stands now, and of how it stood before. */
  hear(
    session: SessionInWindow,
    now: SessionStanding | undefined,
    before: SessionStanding | undefined,
    isShown: boolean,
  ): void;
  /** Takes notice of something else that happened. */
  add(sentence: string): void;
  /** Says what is not said yet, once nothing else is said there and no line is being typed, which would be in its place. */
  say(shown: SessionInWindow): void;
}

/** That a session has failed or ended is news each time, that it asks something only the first time. */
export function createNews(): SessionNews {
  const asked = new Set<number>();
  let untold: readonly string[] = [];
  return {
    hear({ id, name, host }, now, before, isShown) {
      if (now === undefined) return;
      const isFirst = now.waiting > 0 && !asked.has(id);
      if (isFirst) asked.add(id);
      if (isShown) return;
      const called = visible(name.slice(0, MOST));
      if (now.phase !== before?.phase && (now.phase === 'failed' || now.phase === 'closed')) {
        const why = host.mask(host.store.state().why.at(-1) ?? '').slice(0, MOST);
        const ended = `${called} has ${now.phase === 'failed' ? 'failed' : 'ended'}`;
        untold = [...untold, why === '' ? ended : `${ended}: ${why}`];
      } else if (isFirst) untold = [...untold, `${called} asks you something`];
    },
    add(sentence) {
      untold = [...untold, sentence];
    },
    say(shown) {
      const { status, ...ui } = shown.ui.get();
      if (untold.length === 0 || status !== undefined || topOverlay(ui)?.kind === 'prompt') return;
      const text = untold.join('; ');
      untold = [];
      announce(shown, text, 'finding');
    },
  };
}
