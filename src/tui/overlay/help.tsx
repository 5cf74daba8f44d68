import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { cut, pad } from '../../text/cut.ts';
import { fuzzy } from '../../text/fuzzy.ts';
import { visible } from '../../text/visible.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { movement, scrollPane } from '../kit/movement.ts';
import { Pane } from '../kit/pane.tsx';
import { Lines, position } from '../kit/rows.tsx';
import { sessionLegend } from '../kit/session-signs.ts';
import { showKey } from '../terminal/keys.ts';
import { type Command, inScope } from '../world/command.ts';
import { type Area, inner } from '../world/layout.ts';
import { changeOverlay, openPrompt, overlayOf, withOverlay, withoutOverlay } from '../world/overlay.ts';
import { type Theme, useTheme } from '../world/theme.ts';
import { scrolled, type Ui } from '../world/ui.ts';
import { useScroll, useUi } from '../world/world.ts';
import { marked } from './palette.tsx';

declare module '../world/overlay.ts' {
  interface Overlays {
    readonly help: Help;
  }
}

/** The help while it is open. */
export interface Help {
  /** What was typed to narrow it. */
  readonly filter: string;
  /** The commands that work where it was opened. */
  readonly here: readonly Command[];
  /** All commands, wherever they work. */
  readonly table: readonly Command[];
}

/** The name under which the help scrolls. */
export const HELP_PANE = 'help';

const toTop = scrolled(HELP_PANE, 0);

/** Opens the help, seen from its top. */
export const showHelp =
  ({ here, table }: Omit<Help, 'filter'>) =>
  (ui: Ui): Ui =>
    toTop(withOverlay('help', { filter: '', here, table })(ui));

/** Narrows the help to what is typed. */
export const narrowHelp =
  (filter: string) =>
  (ui: Ui): Ui =>
    toTop(changeOverlay('help', (now) => ({ ...now, filter }))(ui));

/** Closes the help, and the line that was typed into it. */
export const closeHelp = (ui: Ui): Ui =>
  overlayOf(ui, 'prompt')?.purpose.id === 'help'
    ? withoutOverlay('help', 'prompt')(ui)
    : withoutOverlay('help')(ui);

/** Looking for something in the help, moving in it, and leaving it. */
export const help = inScope(
  { id: 'help', title: 'Help' },
  {
    'help.find': {
      keys: ['/'],
      label: 'search keys',
      hint: 'find',
      run: ({ ui }) =>
        ui.update(
          openPrompt('/', {
            id: 'help',
            typed: narrowHelp,
            move: (context, way) => scrollPane(context, HELP_PANE, { by: 'row', way }),
          }),
        ),
    },
    'help.close': {
      keys: ['q', '?', 'enter'],
      label: 'close help',
      hint: 'close',
      run: ({ ui }) => ui.update(closeHelp),
    },
    ...movement('help', (context, step) => scrollPane(context, HELP_PANE, step)),
  },
);

/** All that the keys do where the person is, or what of all was looked for, over the panes. */
export function HelpOverlay({ area }: { readonly area: Area }): ReactNode {
  const theme = useTheme();
  const filter = useUi(filterOf);
  const help = useUi(helpOf);
  const several = useUi(hasSeveral);
  const { width, height } = inner(area);
  const lines = useMemo(() => {
    const { here = [], table = [] } = help ?? {};
    if (filter === '') return [...helpRows(here, width, theme), ...legendRows(width, theme, several)];
    const keyOf = (id: Command['id']) =>
      showKey(table.find((command) => command.id === id)?.keys[0] ?? '', theme.ascii);
    const next = { all: keyOf('back'), palette: keyOf('palette') };
    return foundRows(findKeys(here, table, filter), filter, width, theme, next);
  }, [help, filter, width, theme, several]);
  const top = useScroll(HELP_PANE, lines.length, height);
  // Without a border there is no footer to tell of the search.
  const keys = filter !== '' ? 'esc shows all' : area.border ? 'esc closes' : '/ searches, esc closes';
  return (
    <Pane
      area={area}
      title={filter === '' ? 'Help' : `Help /${visible(filter)}`}
      right={`${position(top, height, lines.length)} ${keys}`.trim()}
      focused
      seen={{ from: top, to: Math.min(lines.length, top + height), count: lines.length }}
    >
      <Lines lines={lines} top={top} height={height} />
    </Pane>
  );
}

const helpOf = (ui: Ui): Help | undefined => overlayOf(ui, 'help');
const hasSeveral = (ui: Ui): boolean => ui.several;
const filterOf = (ui: Ui): string => helpOf(ui)?.filter.trim() ?? '';

/**
 * The help for a set of commands in rows of `cells`: a title a scope, and of each command its keys and its label,
 * in as many columns as have room.
 */
export function helpRows(table: readonly Command[], cells: number, theme: Theme): readonly string[] {
  const commands = table.filter(({ keys }) => keys.length > 0);
  const scopes = [...new Set(commands.map(({ scope }) => scope))];
  const room = roomForKeys(cells);
  const keyCells = Math.max(...commands.map((command) => width(keysOf(command, theme, room))));
  return scopes.flatMap((scope, place) => {
    const rows = commands.filter((command) => command.scope === scope);
    const title = theme.paint('focus', pad(rows[0]?.of.title ?? '', cells));
    return [...(place === 0 ? [] : ['']), title, ...columns(rows, keyCells, cells, theme)];
  });
}

/** What the signs mean that stand on the screens. */
function legendRows(cells: number, { paint, glyphs, ascii }: Theme, several: boolean): readonly string[] {
  const { request, response, error, finding, ok, recording, mark, open, folded, more, ties, span } = glyphs;
  const told: readonly (readonly [sign: string, means: string])[] = [
    [request, 'sent'],
    [response, 'received'],
    [ok, 'worked'],
    [error, 'failed, or left out'],
    [finding, 'finding, or changed'],
    [glyphs.cut, 'cut off'],
    [mark, 'marked'],
    [recording, 'recorded'],
    [open, 'expanded'],
    [folded, 'collapsed'],
    [more, 'running, or more'],
    [ties.slice(0, 3), 'one exchange'],
    [span.repeat(3), 'how long it took'],
    ['*', 'required'],
    ['#12', 'message'],
    ['ro', 'read-only tool'],
    ['destr', 'destructive tool'],
    ['app', 'tool with a view'],
    ...(several ? sessionLegend(ascii) : []),
  ];
  const across = Math.max(1, Math.floor(cells / SIGN));
  const down = Math.ceil(told.length / across);
  return [
    '',
    paint('focus', 'Signs'),
    ...Array.from({ length: down }, (_, row) =>
      told
        .filter((__, place) => place % down === row)
        .map(([sign, means]) => `${paint('accent', pad(sign, 5))}  ${pad(means, SIGN - 7)}`)
        .join('')
        .trimEnd(),
    ),
  ];
}

/** Cells of a sign with what it means. */
const SIGN = 27;

/** Cells of the longest label. */
const LABEL = 20;
/** The keys that are shown of a command with many, and what parts two columns. */
const KEYS = 18;
const GAP = 3;

/** Cells for the keys of a command in rows of `cells`. */
const roomForKeys = (cells: number): number => Math.min(KEYS, cells - 2 - LABEL);

function columns(
  commands: readonly Command[],
  keyCells: number,
  cells: number,
  theme: Theme,
): readonly string[] {
  const across = Math.max(1, Math.floor((cells + GAP) / (keyCells + 2 + LABEL + GAP)));
  const down = Math.ceil(commands.length / across);
  return Array.from({ length: down }, (_, row) =>
    commands
      .filter((__, place) => place % down === row)
      .map(
        (command) =>
          `${theme.paint('accent', pad(keysOf(command, theme, keyCells), keyCells))}  ${pad(command.label, LABEL)}`,
      )
      .join(' '.repeat(GAP)),
  );
}

/** The keys of a command, as many as have room. */
function keysOf({ keys }: Pick<Command, 'keys'>, { ascii }: Theme, cells: number): string {
  return keys
    .map((key) => showKey(key, ascii))
    .reduce((row, key) => (width(row) + 1 + width(key) <= cells ? `${row} ${key}` : row));
}

/** The commands that were found, the best first: those that work where the person is, and those of other places. */
export interface HelpFound {
  readonly here: readonly Command[];
  readonly elsewhere: readonly Command[];
}

/**
 * Looks for commands by what they do, as the palette does, by their keys, and by the place they work in. A command
 * of another place is left out where the same one works here, and shown once where several places have it.
 */
export function findKeys(here: readonly Command[], table: readonly Command[], query: string): HelpFound {
  const told = new Set(here.map(nameOf));
  const firsts = new Map(table.toReversed().map((command) => [nameOf(command), command]));
  const others = [...firsts.values()].filter((command) => !told.has(nameOf(command)));
  return { here: matching(here, query), elsewhere: matching(others, query) };
}

const nameOf = ({ keys, label }: Command): string => `${label} ${keys.join(' ')}`;

function matching(commands: readonly Command[], query: string): readonly Command[] {
  return commands
    .flatMap((command) => {
      const score = command.keys.length === 0 ? undefined : scoreOf(command, query);
      return score === undefined ? [] : [{ command, score }];
    })
    .sort((one, other) => other.score - one.score)
    .map(({ command }) => command);
}

/** A key as it is comes first; what is done comes before the beginning of a key, and that before the place. */
function scoreOf({ keys, label, of }: Command, query: string): number | undefined {
  const names = keys.flatMap((key) => [key, showKey(key)]);
  if (names.includes(query)) return Number.POSITIVE_INFINITY;
  const done = fuzzy(query, label)?.score;
  if (done !== undefined) return done;
  if (names.some((name) => name.startsWith(query))) return BEGUN;
  const isPlace = query.length >= LEAST && of.title.toLowerCase().includes(query.toLowerCase());
  return isPlace ? IN_PLACE : undefined;
}

const BEGUN = -1_000;
const IN_PLACE = -2_000;
/** Letters of a place; fewer are in the name of nearly every one. */
const LEAST = 3;

/** The keys for what to do where nothing is found, as they are shown. */
interface Next {
  readonly all: string;
  readonly palette: string;
}

/** What was found in rows of `cells`: keys, what they do, and where. */
export function foundRows(
  { here, elsewhere }: HelpFound,
  query: string,
  cells: number,
  theme: Theme,
  next: Next,
): readonly string[] {
  const { paint } = theme;
  if (here.length + elsewhere.length === 0) {
    const sentence = `nothing found: ${next.all} shows all keys, ${next.palette} searches tools, resources and prompts`;
    return wrap(sentence, cells).map((row) => paint('dim', row));
  }
  const keyCells = Math.max(
    ...[...here, ...elsewhere].map((one) => width(keysOf(one, theme, roomForKeys(cells)))),
  );
  const place = cells - keyCells - 2 - LABEL - 2;
  const rowOf = ({ of, ...command }: Command, isHere: boolean): string => {
    const keys = pad(keysOf(command, theme, keyCells), keyCells);
    const label = pad(command.label, LABEL);
    const done = isHere ? marked(label, query, paint) : paint('dim', label);
    const where = place > 0 ? `  ${paint('dim', cut(of.title, place))}` : '';
    return `${paint(isHere ? 'accent' : 'dim', keys)}  ${done}${where}`;
  };
  return [
    ...here.map((command) => rowOf(command, true)),
    ...(here.length > 0 && elsewhere.length > 0 ? [''] : []),
    ...(elsewhere.length > 0 ? [paint('focus', 'Elsewhere')] : []),
    ...elsewhere.map((command) => rowOf(command, false)),
  ];
}
