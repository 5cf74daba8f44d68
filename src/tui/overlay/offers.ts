import type { SessionState } from '../../session/state.ts';
import { LISTS } from '../../spec/methods.ts';
import { fuzzy } from '../../text/fuzzy.ts';
import { visible } from '../../text/visible.ts';
import { MOVES } from '../kit/movement.ts';
import { boundaryOffers } from '../screens/catalogue/call-commands.ts';
import { entriesOf, type ListEntry, labelOf } from '../screens/catalogue/entries.ts';
import { pastOffers, recentOffers } from '../screens/catalogue/past.ts';
import { toEntry } from '../screens/catalogue/reach.ts';
import type { Recalled } from '../screens/catalogue/recalled.ts';
import { taskOffers } from '../screens/catalogue/task-commands.ts';
import { levelOffers } from '../screens/output/commands.ts';
import { bound } from '../shell/binding.ts';
import { elsewhere } from '../shell/elsewhere.ts';
import { activeScopes } from '../shell/scopes.ts';
import { type Command, perform, type Situation } from '../world/command.ts';
import { closePalette } from '../world/ui.ts';
import { copyOffers } from './copies.ts';
import type { Offer } from './offer.ts';
import type { Palette } from './palette.ts';

/** What the palette offers, and what of it was found, best first. The same object as long as nothing changed. */
export interface Offers {
  readonly all: readonly Offer[];
  readonly shown: readonly Offer[];
  readonly keys: readonly string[];
}

/** What of all that is offered matches what was typed; nothing while the palette is closed. */
export function offersIn(table: readonly Command[], situation: Situation): Offers {
  const { palette } = situation.ui.get();
  if (palette === undefined) return { all: [], shown: [], keys: [] };
  const all = allOffers(table, situation, palette.of);
  const { filter } = palette.list;
  const before = remembered.get(all);
  if (before?.filter === filter) return before;
  const shown = filter === '' ? inOrder(all, situation) : matching(all, filter);
  const found = { filter, all, shown, keys: shown.map(({ key }) => key) };
  remembered.set(all, found);
  return found;
}

/** What can run now comes first, then what cannot; what is elsewhere has to be looked for. */
function inOrder(all: readonly Offer[], situation: Situation): readonly Offer[] {
  const here = all.filter(({ isElsewhere }) => isElsewhere !== true);
  const ranked = here.map((offer) => {
    return { offer, rank: Number(offer.whyNot?.(situation) !== undefined) };
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ offer }) => offer);
}

const remembered = new WeakMap<readonly Offer[], Offers & { readonly filter: string }>();

function allOffers(table: readonly Command[], situation: Situation, of: Palette['of']): readonly Offer[] {
  switch (of) {
    case 'everything':
      return everything(table, situation);
    case 'boundary':
      return boundaryOffers(situation);
    case 'past':
      return pastOffers(situation);
    case 'copies':
      return copyOffers(situation);
    case 'levels':
      return levelOffers(situation);
    case 'tasks':
      return taskOffers(situation);
  }
}

type Lists = SessionState['lists'];

/** Of each state of the lists what was offered last: in which scopes, with what was called before. */
const offered = new WeakMap<
  Lists,
  { readonly scopes: string; readonly recalled: Recalled; readonly all: readonly Offer[] }
>();

/** Recent calls, everything the server lists, the commands of the place beneath the palette and of other places; no motions. */
function everything(table: readonly Command[], { host, ui }: Situation): readonly Offer[] {
  const state = host.store.state();
  const { bindings, recalled } = ui.get();
  const scopes = activeScopes(closePalette(ui.get()), state);
  const before = offered.get(state.lists);
  if (before?.scopes === scopes.join(' ') && before.recalled === recalled) return before.all;
  const listed = bound(table, bindings).filter(({ id, unlisted }) => !unlisted && !MOVES.test(id));
  const commands = scopes
    .flatMap((scope) => listed.filter((command) => command.scope === scope))
    .sort((one, other) => rankOf(one) - rankOf(other));
  const items = itemsOf(state.lists);
  const all = [
    ...recentOffers(recalled, items),
    ...items.map(itemOffer),
    ...commands.map(commandOffer),
    ...elsewhere(commands, listed),
  ];
  offered.set(state.lists, { scopes: scopes.join(' '), recalled, all });
  return all;
}

/** What the footer holds comes first, what no key runs last, the nearest first among each. */
const rankOf = ({ keys, hint }: Command): number => (keys.length === 0 ? 2 : hint === undefined ? 1 : 0);

function commandOffer({ label, keys, disabled, ...command }: Command): Offer {
  return {
    key: `command ${command.id}`,
    label,
    about: '',
    ...(keys[0] === undefined ? {} : { keyName: keys[0] }),
    ...(disabled === undefined ? {} : { whyNot: disabled }),
    run: (context) => perform(command, context),
  };
}

const itemsOf = (lists: Lists): readonly ListEntry[] =>
  (['tools', 'resources', 'prompts'] as const).flatMap((screen) => entriesOf(lists, screen, '').all);

function itemOffer(entry: ListEntry): Offer {
  const { key, list, item } = entry;
  const label = labelOf(entry);
  const more = [...new Set([item.title, item.name])].filter((text) => text !== label);
  return {
    key: `item ${key}`,
    label: visible(label),
    about: visible(more.join('  ')),
    kind: LISTS[list].noun,
    run: ({ host, ui }) => ui.update(toEntry(entry, host.store.state())),
  };
}

function matching(all: readonly Offer[], filter: string): readonly Offer[] {
  return all
    .flatMap((offer) => {
      const score = scoreOf(offer, filter);
      return score === undefined ? [] : [{ offer, score }];
    })
    .sort((one, other) => placeOf(one.offer) - placeOf(other.offer) || other.score - one.score)
    .map(({ offer }) => offer);
}

const placeOf = ({ isElsewhere = false }: Offer): number => Number(isElsewhere);

function scoreOf({ label, about }: Offer, filter: string): number | undefined {
  const named = fuzzy(filter, label)?.score;
  const told = about === '' ? undefined : fuzzy(filter, about)?.score;
  return told === undefined ? named : Math.max(told, named ?? told);
}
