import { stripVTControlCharacters } from 'node:util';
import type { ReactNode } from 'react';
import { useLayoutEffect, useMemo } from 'react';
import type { SessionState } from '../../session/state.ts';
import { cut, pad } from '../../text/cut.ts';
import { fuzzy } from '../../text/fuzzy.ts';
import { visibleLines } from '../../text/visible.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { memo } from '../../time/memo.ts';
import { type BoxPlace, type BoxProps, boxArea, Framed, frameOf } from '../kit/dialog.tsx';
import { LineInput } from '../kit/line-input.tsx';
import { emptyList, filterBy, type ListUi, moveBy, placeIn, windowOf } from '../kit/list/state.ts';
import { type RowStep, rowsOf, scrollPane } from '../kit/movement.ts';
import { type PaintedRow, Rows } from '../kit/rows.tsx';
import { type KeyName, showKey } from '../terminal/keys.ts';
import { type Context, inScope, type Row, type Situation } from '../world/command.ts';
import { type Area, inner } from '../world/layout.ts';
import { changeOverlay, lineOf, overlayOf, withOverlay, withoutOverlay } from '../world/overlay.ts';
import { warn } from '../world/say.ts';
import { type Theme, useTheme } from '../world/theme.ts';
import { scrolled, type Ui } from '../world/ui.ts';
import { useScroll, useSession, useUi, useWorld } from '../world/world.ts';
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
  /** What it would give, to be read before it is chosen. */
  readonly preview?: () => string;
  /** Why it cannot run now. */
  readonly whyNot?: (situation: Situation) => string | undefined;
  /** The list stays open when this is chosen: `run` closes it once it has gone well. */
  readonly closesItself?: true;
  readonly run: (context: Context) => void;
}

/** Opens a list to choose from, over whatever is there. */
export const openPalette =
  (title: string, offers: Palette['offers'], from?: Palette['from']): ((ui: Ui) => Ui) =>
  (ui) =>
    fromTop(withOverlay('palette', { title, offers, from, list: emptyList })(ui));

/** Takes what was typed into the palette; the best match is the selected one again. */
export const typedIntoPalette =
  (value: string) =>
  (ui: Ui): Ui =>
    fromTop(
      changeOverlay('palette', (now) => {
        const filter = lineOf(value);
        return filter === now.list.filter ? now : { ...now, list: filterBy(emptyList, filter) };
      })(ui),
    );

/** The name under which the palette's size is kept. */
const PALETTE_PANE = 'palette';

/** The name under which the size of the preview is kept, and where it stands. */
const PREVIEW_PANE = 'preview';

/** The ui with the preview at its beginning. */
const fromTop = scrolled(PREVIEW_PANE, 0);

const moving = (keys: readonly string[], label: string, step: RowStep): Row => ({
  keys,
  label,
  run: (context) => move(context, step),
});

/** What works in the palette; everything else that is typed narrows it. */
export const palette = inScope(
  { id: 'palette', title: 'Palette', isTyping: true },
  {
    'palette.run': { keys: ['enter'], label: 'run or go to it', hint: 'choose', run: choose },
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
    'palette.preview.down': {
      keys: ['shift+down'],
      label: 'preview down',
      hint: (situation) => (offersIn(situation).all.some(({ preview }) => preview) ? 'preview' : ''),
      run: (context) => scrollPane(context, PREVIEW_PANE, { by: 'half', way: 1 }),
    },
    'palette.preview.up': {
      keys: ['shift+up'],
      label: 'preview up',
      run: (context) => scrollPane(context, PREVIEW_PANE, { by: 'half', way: -1 }),
    },
  },
);

/** Runs the selected row, in the place from which the palette was opened; one that cannot run leaves it open. */
function choose(context: Context): void {
  const { shown } = offersIn(context);
  const { selected } = overlayOf(context.ui.get(), 'palette')?.list ?? emptyList;
  const chosen = shown.find(({ key }) => key === selected) ?? shown[0];
  if (chosen === undefined) return;
  const reason = chosen.whyNot?.(context);
  if (reason === undefined && !chosen.closesItself) context.ui.update(withoutOverlay('palette'));
  if (reason === undefined) chosen.run(context);
  else warn(context, reason);
}

function move(context: Context, step: RowStep): void {
  const { keys } = offersIn(context);
  const { height } = context.extents.get(PALETTE_PANE);
  context.ui.update((ui) =>
    fromTop(
      changeOverlay('palette', (now) => ({
        ...now,
        list: moveBy(now.list, keys, rowsOf(step, height, keys.length), height),
      }))(ui),
    ),
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
  const { host, ui, services, sessions } = situation;
  const now = overlayOf(ui.get(), 'palette');
  return now === undefined
    ? NONE
    : found(now.offers(situation), now.list.filter, host, ui, services, sessions);
}

const found = memo(
  (
    all: readonly Offer[],
    filter: string,
    host: Situation['host'],
    ui: Situation['ui'],
    services: Situation['services'],
    sessions: Situation['sessions'],
  ): Offers => {
    const shown = filter === '' ? inOrder(all, { host, ui, services, sessions }) : matching(all, filter);
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

/** Cells of the widest list without a preview, its border included, and of its narrowest. */
const CELLS = { most: 110, least: 60 };

/** Rows of a list beside its preview, cells from which on it is beside and not above it, and its share of them then. */
const BESIDE = { rows: 30, from: 84, most: 0.45 };

/** What there is to choose from, as far as it matches what is typed, and what the selected one would give. */
export function PaletteBox({ place, buttons, onButtons }: BoxProps): ReactNode {
  const theme = useTheme();
  const world = useWorld();
  const { extents, ui } = world;
  const now = useUi(paletteOf);
  useSession(whatItShows);
  useUi(now?.from ?? paletteOf);
  const { all, shown, keys } = offersIn(world);
  const list = now?.list ?? emptyList;
  const chosen = shown[placeIn(list, keys)];
  const hasPreview = all.some(({ preview }) => preview !== undefined);
  const area = paletteArea(place, all, hasPreview);
  const { width, height } = inner(area);
  // The line above, the buttons below.
  const room = Math.max(1, height - 2);
  const isBeside = hasPreview && width >= BESIDE.from;
  const rows = hasPreview && !isBeside ? Math.max(1, Math.min(all.length, Math.floor(room * 0.4))) : room;
  const cells = isBeside ? Math.min(Math.floor(width * BESIDE.most), widest(all) - 4) : width;
  const { from, to, place: at } = windowOf(list.top, placeIn(list, keys), keys.length, rows);
  useLayoutEffect(
    () => extents.set(PALETTE_PANE, { rows: keys.length, height: rows, selected: at - from }),
    [extents, keys.length, rows, at, from],
  );
  const previewed = isBeside
    ? { width: width - cells - 3, height: room }
    : { width, height: hasPreview ? Math.max(0, room - rows - 1) : 0 };
  const lines = usePreview(chosen, previewed);
  const drawn = shown
    .slice(from, to)
    .map((offer, nth) =>
      paletteRow(rowOf(offer, world, theme), list.filter, from + nth === at, cells, theme),
    );
  if (drawn.length === 0) drawn.push(theme.paint('dim', 'nothing matches'));
  const count = list.filter === '' ? `${shown.length}` : `${shown.length} of ${all.length}`;
  return (
    <Framed
      area={area}
      title={now?.title ?? ''}
      right={`${Math.min(at + 1, shown.length)}/${count} esc closes`}
      seen={hasPreview ? undefined : { from, to, count: keys.length }}
      buttons={buttons}
      onButtons={onButtons}
    >
      <LineInput
        key={now?.title}
        label=":"
        value={list.filter}
        width={width}
        onChange={(next) => ui.update(typedIntoPalette(next))}
      />
      <Rows rows={joined(drawn, lines, { isBeside, cells, room }, theme)} />
    </Framed>
  );
}

/** The list with its preview beside it, or below a line. */
function joined(
  list: readonly string[],
  preview: readonly string[],
  { isBeside, cells, room }: { readonly isBeside: boolean; readonly cells: number; readonly room: number },
  { paint, glyphs, linear }: Theme,
): readonly PaintedRow[] {
  const side = paint('dim', linear ? '' : (glyphs.ties.at(-1) ?? ''));
  const texts = isBeside
    ? Array.from({ length: room }, (_, nth) => {
        const row = list[nth] ?? '';
        const gap = ' '.repeat(Math.max(0, cells - width(stripVTControlCharacters(row))));
        return `${row}${gap} ${side} ${preview[nth] ?? ''}`;
      })
    : preview.length === 0
      ? list
      : [...list, linear ? ' ' : paint('dim', glyphs.line.repeat(cells)), ...preview];
  return texts.map((text, key) => ({ key, text }));
}

/** The box of a list: as large as all that it offers, and all of the room where what is chosen is shown as well. */
function paletteArea(place: BoxPlace, all: readonly Offer[], hasPreview: boolean): Area {
  const frame = frameOf(place.body);
  if (hasPreview) return boxArea({ ...place, about: place.body }, place.body.width - 4, BESIDE.rows);
  const cells = Math.max(CELLS.least, Math.min(CELLS.most, widest(all) + frame.columns));
  return boxArea(place, cells, all.length + 2 + frame.rows);
}

/** Cells of the widest row, with those between a text and the word at the end of its row. */
const widest = (all: readonly Offer[]): number =>
  all.slice(0, MEASURED).reduce((most, { label, about, kind = '' }) => {
    const cells = Math.max(COLUMN, width(label) + 2) + width(about) + width(kind) + 6;
    return Math.max(most, cells);
  }, 0);

/** Offers that are measured: the others are as wide, or cut. */
const MEASURED = 200;

/** Characters of what is shown of a preview. */
const SHOWN = 20_000;

/** The rows of what the chosen offer would give that are seen. */
function usePreview(
  chosen: Offer | undefined,
  { width, height }: Pick<Area, 'width' | 'height'>,
): readonly string[] {
  const theme = useTheme();
  const world = useWorld();
  const why = chosen?.whyNot?.(world);
  const text = why ?? chosen?.preview?.().slice(0, SHOWN) ?? '';
  const lines = useMemo(
    () => (height === 0 ? [] : wrap(visibleLines(text).join('\n'), Math.max(1, width))),
    [text, width, height],
  );
  const top = useScroll(PREVIEW_PANE, lines.length, height);
  const rows = lines.slice(top, top + height);
  const below = lines.length - top - rows.length;
  if (below > 0) rows[height - 1] = theme.paint('dim', cut(`${theme.glyphs.more} ${below + 1} more`, width));
  return why === undefined ? rows : rows.map((row) => theme.paint('dim', row));
}

function rowOf(
  { label, about, keyName, kind = '', whyNot }: Offer,
  situation: Situation,
  { ascii }: Theme,
): PaletteRow {
  const reason = whyNot?.(situation);
  const note = keyName === undefined ? kind : showKey(keyName, ascii);
  return { label, about: reason ?? about, note, dim: reason !== undefined };
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
