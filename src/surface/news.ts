import type { SessionState } from '../session/state.ts';
import { LIST_NAMES } from '../spec/methods.ts';
import { byList, type FrameText, introductionOf, type Surface, surfaceOf, withTexts } from './surface.ts';

/** What a server offered before it was known to have changed, and what it offers now. */
export interface News {
  readonly before: Surface;
  readonly after: Surface;
}

/** Whether anything may have changed: the server was started again, or a list was fetched again and is another one. */
export const hasNews = ({ previous, era, lists }: SessionState): boolean =>
  (previous !== undefined && era !== undefined) ||
  LIST_NAMES.some((name) => lists[name].changed !== undefined);

/**
 * What changed last: what the server says of itself since its life before, each list since it was another one. With `textOf`
 * the items keep their exact texts.
 */
export function newsOf(state: SessionState, textOf?: FrameText): News {
  const { lists, previous, era } = state;
  const after = surfaceOf(state, textOf);
  const said = previous === undefined || era === undefined ? after : introductionOf(previous);
  const before = byList((name) => {
    const { changed } = lists[name];
    if (changed === undefined) return after.lists[name];
    return textOf === undefined ? changed.before : withTexts(name, changed.before, textOf);
  });
  return { before: { ...said, lists: before }, after };
}
