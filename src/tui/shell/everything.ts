import { memo } from '../../time/memo.ts';
import { MOVES } from '../kit/movement.ts';
import { closeHelp, showHelp } from '../overlay/help.tsx';
import { type Offer, openPalette } from '../overlay/palette.tsx';
import { lookAs } from '../screens/catalogue/lens/turning.ts';
import type { Bindings } from '../terminal/keys.ts';
import {
  type Command,
  type Context,
  perform,
  reasonAgainst,
  type Scope,
  type Situation,
} from '../world/command.ts';
import { overlayOf, showScreen, withoutOverlay } from '../world/overlay.ts';
import { tell } from '../world/say.ts';
import { focusPane, type Ui } from '../world/ui.ts';
import { bound } from './binding.ts';
import { activeScopes } from './scopes.ts';
import { screens } from './screen-list.ts';
import { SESSIONS, sessionOffers } from './session-commands.ts';

/** Opens the palette over whatever is there, or closes it. */
export const togglePalette =
  (table: () => readonly Command[]) =>
  ({ ui }: Context): void =>
    ui.update((now) =>
      overlayOf(now, 'palette') === undefined
        ? openPalette('Palette', everything(table()), offered)(withoutOverlay('question')(now))
        : withoutOverlay('palette')(now),
    );

/** What the palette offers besides the commands and what the session has. */
const offered = ({ recalled, lenses }: Ui): unknown => together(recalled, lenses);
const together = memo((...parts: readonly unknown[]) => parts);

/** Opens the help, or closes it. */
export const toggleHelp =
  (table: () => readonly Command[]) =>
  ({ host, ui }: Context): void =>
    ui.update((before) => {
      const now = withoutOverlay('palette')(before);
      if (overlayOf(now, 'help') !== undefined) return closeHelp(now);
      const every = bound(table(), now.bindings);
      const here = activeScopes(now, host.store.state()).flatMap((scope) =>
        every.filter((command) => command.scope === scope),
      );
      return showHelp({ here, table: every })(now);
    });

/**
 * What the screens have to offer, such as recent calls and what the server lists, the commands of the place beneath the
 * palette and of other places; no motions. The same array as long as nothing of that changes.
 */
export function everything(table: readonly Command[]): (situation: Situation) => readonly Offer[] {
  const offersOf = memo(
    (
      scopes: string,
      isAll: string,
      bindings: Bindings,
      lenses: NonNullable<Ui['lenses']>,
      ...own: readonly (readonly Offer[])[]
    ) => {
      const listed = bound(table, bindings).filter(({ id, unlisted }) => !unlisted && !MOVES.test(id));
      const commands = scopes
        .split(' ')
        .flatMap((scope) => listed.filter((command) => command.scope === scope))
        .sort((one, other) => rankOf(one) - rankOf(other));
      return [
        ...own.flat(),
        ...commands.map(commandOffer),
        ...(isAll === '' ? elsewhere(commands, listed) : []),
        ...lenses.map(lensOffer),
      ];
    },
  );
  return (situation) => {
    const { host, ui } = situation;
    const scopes = activeScopes(withoutOverlay('palette')(ui.get()), host.store.state());
    const own = screens.flatMap(({ offers }) => (offers === undefined ? [] : [offers(situation)]));
    const { bindings, lenses = NO_LENSES } = ui.get();
    const all = host.parts === undefined ? '' : 'all';
    const others = sessionOffers(situation.sessions);
    return offersOf(scopes.join(' '), all, bindings, lenses, others, ...own);
  };
}

const NO_LENSES: NonNullable<Ui['lenses']> = [];

/** Looks at the server as a client does. */
const lensOffer = ({ id, name }: NonNullable<Ui['lenses']>[number]): Offer => ({
  key: `lens ${id}`,
  label: `lens: ${name}`,
  about: id,
  isElsewhere: true,
  run: (context) => void lookAs(context, id),
});

/** What the footer holds comes first, what no key runs last, the nearest first among each. */
const rankOf = ({ keys, hint }: Command): number => (keys.length === 0 ? 2 : hint === undefined ? 1 : 0);

function commandOffer(command: Command): Offer {
  const { label, keys } = command;
  return {
    key: `command ${command.id}`,
    label,
    about: '',
    ...(keys[0] === undefined ? {} : { keyName: keys[0] }),
    whyNot: (situation) => reasonAgainst(command, situation),
    run: (context) => perform(command, context),
  };
}

/** Scopes of typing and answering: the palette does not offer what works only there. */
const PASSING: ReadonlySet<Scope> = new Set([
  ...['palette', 'question', 'prompt', 'help', 'copy', 'asked'],
  // With one session there is nowhere to go.
  SESSIONS.id,
]);

/**
 * The commands of all other places, to be found by name: where each works, and the way there if that is a screen.
 * Commands with a label that was offered already are left out.
 */
function elsewhere(here: readonly Command[], table: readonly Command[]): readonly Offer[] {
  const told = new Set(here.map(({ label }) => label));
  return table.flatMap((command) => {
    if (told.has(command.label) || PASSING.has(command.scope) || MOVES.test(command.id)) return [];
    told.add(command.label);
    return [offerOf(command)];
  });
}

function offerOf({ id, label, keys: [key], scope, of }: Command): Offer {
  const offer = {
    key: `elsewhere ${id}`,
    label,
    isElsewhere: true,
    ...(key !== undefined && { keyName: key }),
  };
  // The scope of a list or a log is called like its screen.
  const screen = screens.find(({ id }) => id === scope);
  if (screen === undefined)
    return {
      ...offer,
      about: '',
      whyNot: () => `This key works in another pane: ${of.title}.`,
      run: () => {},
    };
  const { key: number, title } = screen;
  return {
    ...offer,
    about: `on ${number} ${title}`,
    run: (context) => {
      context.ui.update((ui) => focusPane('list')(showScreen(screen.id)(ui)));
      tell(context, `${title} is where to ${label}`);
    },
  };
}
