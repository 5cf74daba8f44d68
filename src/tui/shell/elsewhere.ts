import { MOVES } from '../kit/movement.ts';
import { TITLES } from '../overlay/help.ts';
import type { Offer } from '../overlay/offer.ts';
import type { Command, Scope } from '../world/command.ts';
import { tell } from '../world/say.ts';
import { type ScreenId, screenOf } from '../world/screens.ts';
import { focusPane, showScreen } from '../world/ui.ts';

/** The screens on whose list or log the commands of a scope work. */
const SCREENS: Partial<Record<Scope, ScreenId>> = {
  server: 'server',
  traffic: 'traffic',
  output: 'output',
  inbox: 'inbox',
};

/** Where somebody types a line or is asked something: what works there is nothing to look for. */
const PASSING: ReadonlySet<Scope> = new Set(['palette', 'question', 'prompt', 'help', 'copy']);

/**
 * The commands of all other places, for whoever looks for one by name: where it works, and the way there where that is a
 * screen. Of what is called the same here, or in another place, none is told.
 */
export function elsewhere(here: readonly Command[], table: readonly Command[]): readonly Offer[] {
  const told = new Set(here.map(({ label }) => label));
  return table.flatMap((command) => {
    if (told.has(command.label) || PASSING.has(command.scope) || MOVES.test(command.id)) return [];
    told.add(command.label);
    return [offerOf(command)];
  });
}

function offerOf({ id, label, keys: [key], scope }: Command): Offer {
  const offer = {
    key: `elsewhere ${id}`,
    label,
    isElsewhere: true,
    ...(key !== undefined && { keyName: key }),
  };
  const screen = SCREENS[scope];
  if (screen === undefined)
    return {
      ...offer,
      about: '',
      whyNot: () => `This key works in another pane: ${TITLES[scope]}.`,
      run: () => {},
    };
  const { key: number, title } = screenOf(screen);
  return {
    ...offer,
    about: `on ${number} ${title}`,
    run: (context) => {
      context.ui.update((ui) => focusPane('list')(showScreen(screen)(ui)));
      tell(context, `${title} is where to ${label}`);
    },
  };
}
