import type { ReactNode } from 'react';
import { useLayoutEffect } from 'react';
import type { SessionState } from '../../session/state.ts';
import { cut, pad } from '../../text/cut.ts';
import { fuzzy } from '../../text/fuzzy.ts';
import { width } from '../../text/width.ts';
import { memo } from '../../time/memo.ts';
import { emptyList, filterBy, type ListUi, moveBy, placeIn, windowOf } from '../kit/list/state.ts';
import { type RowStep, rowsOf } from '../kit/movement.ts';
import { Pane } from '../kit/pane.tsx';
import { Rows } from '../kit/rows.tsx';
import { type KeyName, showKey } from '../terminal/keys.ts';
import { type Context, inScope, type Row, type Situation } from '../world/command.ts';
import { type Area, inner } from '../world/layout.ts';
import { changeOverlay, lineOf, overlayOf, withOverlay, withoutOverlay } from '../world/overlay.ts';
import { warn } from '../world/say.ts';
import { type Theme, useTheme } from '../world/theme.ts';
import type { Ui } from '../world/ui.ts';
import { useSession, useUi, useWorld } from '../world/world.ts';
import { withoutWord } from './prompt.ts';

declare module '../world/overlay.ts' {
  interface Overlays {
    readonly palette: Palette;
  }
}

/** A list to choose from while it is open, with what was typed to narrow it. */
export interface Palette {
  readonly title: string;
  /** What there is to choose from: the same array as long as nothing changes. */
  readonly offers: (situation: Situation) => readonly Offer[];
  /** The part of the state that the offers are made from, besides the session. */
  readonly from?: ((ui: Ui) => unknown) | undefined;
  readonly list: ListUi;
}

/** A row of the palette: a command, a place to go to, a call to send. */
export interface Offer {
  readonly key: string;
  /** What it is called, in visible text. */
  readonly label: string;
  /** What else there is to say of it, in visible text: a title, a URI. */
  readonly about: string;
  /** The name of the key that does the same. */
  readonly keyName?: KeyName;
  /** What kind of thing it is, unless it is a command. */
  readonly kind?: string;
  /** It is a command of another place: it stands behind all others, and only where it is looked for. */
  readonly isElsewhere?: boolean;
  /** Why it cannot run now. */
  readonly whyNot?: (situation: Situation) => string | undefined;
  readonly run: (context: Context) => void;
}

/** Opens a list to choose from, over whatever is there. */
export const openPalette = (
  title: string,
  offers: Palette['offers'],
  from?: Palette['from'],
): ((ui: Ui) => Ui) => withOverlay('palette', { title, offers, from, list: emptyList });

/** Takes what was typed into the palette; the best match is the selected one again. */
export const typedIntoPalette = (value: string): ((ui: Ui) => Ui) =>
  changeOverlay('palette', (now) => {
    const filter = lineOf(value);
    return filter === now.list.filter ? now : { ...now, list: filterBy(emptyList, filter) };
  });

/** The name under which the palette's size is kept. */
const PALETTE_PANE = 'palette';

const moving = (keys: readonly string[], label: string, step: RowStep): Row => ({
  keys,
  label,
  run: (context) => move(context, step),
});

/** What works in the palette; everything else that is typed narrows it. */
export const palette = inScope(
  { id: 'palette', title: 'Palette', isTyping: true },
  {
    'palette.run': { keys: ['enter'], label: 'run or go to it', hint: 'run', run: choose },
    'palette.clear': {
      keys: ['ctrl+u'],
      label: 'clear the line',
      run: ({ ui }) => ui.update(typedIntoPalette('')),
    },
    'palette.word': {
      keys: ['ctrl+w'],
      label: 'delete last word',
      run: ({ ui }) =>
        ui.update(typedIntoPalette(withoutWord(overlayOf(ui.get(), 'palette')?.list.filter ?? ''))),
    },
    'palette.up': moving(['up'], 'up', { by: 'row', way: -1 }),
    'palette.down': moving(['down'], 'down', { by: 'row', way: 1 }),
    'palette.pageUp': moving(['pgup'], 'page up', { by: 'page', way: -1 }),
    'palette.pageDown': moving(['pgdn'], 'page down', { by: 'page', way: 1 }),
  },
);

/** Runs the selected row, in the place from which the palette was opened. */
function choose(context: Context): void {
  const { shown } = offersIn(context);
  const { selected } = overlayOf(context.ui.get(), 'palette')?.list ?? emptyList;
  const chosen = shown.find(({ key }) => key === selected) ?? shown[0];
  if (chosen === undefined) return;
  context.ui.update(withoutOverlay('palette'));
  const reason = chosen.whyNot?.(context);
  if (reason === undefined) chosen.run(context);
  else warn(context, reason);
}

function move(context: Context, step: RowStep): void {
  const { keys } = offersIn(context);
  const { height } = context.extents.get(PALETTE_PANE);
  context.ui.update(
    changeOverlay('palette', (now) => ({
      ...now,
      list: moveBy(now.list, keys, rowsOf(step, height, keys.length), height),
    })),
  );
}

/** What the palette offers, and what of it was found, best first. The same object as long as nothing changed. */
export interface Offers {
  readonly all: readonly Offer[];
  readonly shown: readonly Offer[];
  readonly keys: readonly string[];
}

const NONE: Offers = { all: [], shown: [], keys: [] };

/** What of all that is offered matches what was typed; nothing while the palette is closed. */
export function offersIn(situation: Situation): Offers {
  const { host, ui, services } = situation;
  const now = overlayOf(ui.get(), 'palette');
  return now === undefined ? NONE : found(now.offers(situation), now.list.filter, host, ui, services);
}

const found = memo(
  (
    all: readonly Offer[],
    filter: string,
    host: Situation['host'],
    ui: Situation['ui'],
    services: Situation['services'],
  ): Offers => {
    const shown = filter === '' ? inOrder(all, { host, ui, services }) : matching(all, filter);
    return { all, shown, keys: shown.map(({ key }) => key) };
  },
);

/** What can run now comes first, then what cannot; what is elsewhere has to be looked for. */
function inOrder(all: readonly Offer[], situation: Situation): readonly Offer[] {
  const here = all.filter(({ isElsewhere }) => isElsewhere !== true);
  const ranked = here.map((offer) => {
    return { offer, rank: Number(offer.whyNot?.(situation) !== undefined) };
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ offer }) => offer);
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

/** What there is to choose from, as far as it matches what is typed, over the panes. */
export function PaletteOverlay({ area }: { readonly area: Area }): ReactNode {
  const theme = useTheme();
  const world = useWorld();
  const { extents } = world;
  const now = useUi(paletteOf);
  useSession(whatItShows);
  useUi(now?.from ?? paletteOf);
  const { width, height } = inner(area);
  const { all, shown, keys } = offersIn(world);
  const list = now?.list ?? emptyList;
  const { from, to, place } = windowOf(list.top, placeIn(list, keys), keys.length, height);
  useLayoutEffect(
    () => extents.set(PALETTE_PANE, { rows: keys.length, height, selected: place - from }),
    [extents, keys.length, height, place, from],
  );
  const rows = shown.slice(from, to).map((offer, nth) => ({
    key: offer.key,
    text: paletteRow(drawn(offer), list.filter, from + nth === place, width, theme),
  }));
  const nothing = [{ key: 'empty', text: theme.paint('dim', 'nothing matches') }];
  const count = list.filter === '' ? `${shown.length}` : `${shown.length} of ${all.length}`;
  return (
    <Pane
      area={area}
      title={now?.title ?? ''}
      right={`${place + 1}/${count} esc closes`}
      focused
      seen={{ from, to, count: keys.length }}
    >
      <Rows rows={rows.length === 0 ? nothing : rows} />
    </Pane>
  );

  function drawn({ label, about, keyName, kind = '', whyNot }: Offer): PaletteRow {
    const reason = whyNot?.(world);
    const note = keyName === undefined ? kind : showKey(keyName, theme.ascii);
    return { label, about: reason ?? about, note, dim: reason !== undefined };
  }
}

const paletteOf = (ui: Ui): Palette | undefined => overlayOf(ui, 'palette');
/** What decides about the rows: the lists, the tasks, and whether the server can be asked. */
const whatItShows = ({ lists, tasks, phase }: SessionState): string =>
  `${phase} ${Object.values(lists).map(({ items }) => items.length)} ${tasks.map(({ id, last }) => `${id} ${last}`)}`;

/** What is drawn of a row of the palette, all of it visible text. */
export interface PaletteRow {
  readonly label: string;
  /** Stands dim beside the label: what else there is to say, or why it cannot run. */
  readonly about: string;
  /** Stands at the right end: its key, or what kind of thing it is. */
  readonly note: string;
  /** It cannot run now. */
  readonly dim: boolean;
}

/** A row in exactly `cells`; what of the label matches the query is marked. */
export function paletteRow(
  { label, about, note, dim }: PaletteRow,
  query: string,
  selected: boolean,
  cells: number,
  { paint, glyphs }: Theme,
): string {
  const room = Math.max(0, cells - 2 - (note === '' ? 0 : width(note) + 2));
  const name = cut(label, room);
  const indent = Math.max(2, COLUMN - width(name));
  const left = room - width(name) - indent;
  const told = about === '' || left < LEAST ? '' : `${' '.repeat(indent)}${cut(about, left)}`;
  const gap = ' '.repeat(Math.max(0, cells - 2 - width(name) - width(told) - width(note)));
  if (selected) return paint('selection', pad(`${glyphs.selected} ${name}${told}${gap}${note}`, cells));
  const shown = dim ? paint('dim', name) : marked(name, query, paint);
  return `  ${shown}${paint('dim', told)}${gap}${paint(dim ? 'dim' : 'accent', note)}`;
}

/** Where the text beside a label begins, unless the label is longer, and the cells below which there is none. */
const COLUMN = 22;
const LEAST = 8;

/** The letters of a text that match a query, each run of neighbours painted as one. */
export function marked(text: string, query: string, paint: Theme['paint']): string {
  const positions = query === '' ? undefined : fuzzy(query, text)?.positions;
  if (positions === undefined) return text;
  const found = new Set(positions);
  let row = '';
  for (let at = 0; at < text.length; ) {
    const start = at;
    const isFound = found.has(at);
    while (at < text.length && found.has(at) === isFound) at += 1;
    const run = text.slice(start, at);
    row += isFound ? paint('match', run) : run;
  }
  return row;
}
