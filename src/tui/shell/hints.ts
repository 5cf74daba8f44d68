import { useCallback, useMemo } from 'react';
import type { SessionState } from '../../session/state.ts';
import type { Button } from '../kit/dialog.tsx';
import type { Hint } from '../kit/footer.tsx';
import { showKey } from '../terminal/keys.ts';
import { type Command, reasonAgainst, type Situation, usualRank } from '../world/command.ts';
import { topOverlay } from '../world/overlay.ts';
import { useTheme } from '../world/theme.ts';
import type { Ui } from '../world/ui.ts';
import { useSituation, useUi, useWorld } from '../world/world.ts';
import { commandsIn, isKeptOut } from './commands.ts';
import { activeScopes } from './scopes.ts';

/** The scopes whose hints stand in the footer, or in the box that lies over everything: as a text it is the same as long as they are. */
const SCOPES = {
  footer: (ui: Ui, state: SessionState): string =>
    activeScopes(ui, state)
      .filter((scope) => scope !== boxed(ui))
      .join(' '),
  box: (ui: Ui): string => boxed(ui) ?? '',
};

/** A hint that can be a button as well. */
type BoxHint = Hint & Button;

/** The scope of the box that has the keys. */
function boxed(ui: Ui): string | undefined {
  const kind = topOverlay(ui)?.kind;
  return kind === 'copying' ? 'copy' : kind === 'question' || kind === 'palette' ? kind : undefined;
}

const bindingsOf = (ui: Ui): Ui['bindings'] => ui.bindings;

/** What the keys do now, the nearest first: of those that can be pressed with some effect. */
export function useHints(place: 'footer' | 'box'): readonly BoxHint[] {
  const { ascii } = useTheme();
  const world = useWorld();
  const scopes = useSituation(SCOPES[place]);
  const bindings = useUi(bindingsOf);
  const commands = useMemo(
    () =>
      scopes
        .split(' ')
        .flatMap((scope) => commandsIn(scope, bindings))
        .filter(({ hint, keys }) => hint !== undefined && keys.length > 0)
        .sort((one, other) => (one.rank ?? usualRank) - (other.rank ?? usualRank)),
    [scopes, bindings],
  );
  // As a text again, a line for each command; an empty one cannot run.
  const words = useSituation(
    useCallback(() => commands.map((command) => wordOf(command, world)).join('\n'), [commands, world]),
  );
  return useMemo(() => {
    return words.split('\n').flatMap((word, at): BoxHint[] => {
      const { keys = [], lasting = false } = commands[at] ?? {};
      const [key] = keys;
      if (word === '' || key === undefined) return [];
      const safe = key !== 'enter' && keys.includes('enter') ? { safe: showKey('enter', ascii) } : {};
      return [{ key: showKey(key, ascii), word, lasting, presses: key, ...safe }];
    });
  }, [words, commands, ascii]);
}

/** The word for what a command does now; none where it does nothing. */
export function wordOf(command: Command, situation: Situation): string {
  const { hint = '' } = command;
  if (isKeptOut(command, situation.ui.get())) return '';
  if (reasonAgainst(command, situation) !== undefined) return '';
  return typeof hint === 'string' ? hint : hint(situation);
}
