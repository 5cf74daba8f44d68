import { cut, pad } from '../../text/cut.ts';
import { fuzzy } from '../../text/fuzzy.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { showKey } from '../terminal/keys.ts';
import type { Command } from '../world/command.ts';
import type { Theme } from '../world/theme.ts';
import { keysOf, LABEL, roomForKeys, TITLES } from './help.ts';
import { marked } from './palette-row.ts';

/** The commands that were found, the best first: those that work where the person is, and those of other places. */
export interface HelpFound {
  readonly here: readonly Command[];
  readonly elsewhere: readonly Command[];
}

/**
 * Looks for commands by what they do, as the palette does, by their keys, and by the place they work in. Of those of
 * other places none is told that is the same here or in another one.
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
function scoreOf({ keys, label, scope }: Command, query: string): number | undefined {
  const names = keys.flatMap((key) => [key, showKey(key)]);
  if (names.includes(query)) return Number.POSITIVE_INFINITY;
  const done = fuzzy(query, label)?.score;
  if (done !== undefined) return done;
  if (names.some((name) => name.startsWith(query))) return BEGUN;
  const isPlace = query.length >= LEAST && TITLES[scope].toLowerCase().includes(query.toLowerCase());
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
  const rowOf = ({ scope, ...command }: Command, isHere: boolean): string => {
    const keys = pad(keysOf(command, theme, keyCells), keyCells);
    const label = pad(command.label, LABEL);
    const done = isHere ? marked(label, query, paint) : paint('dim', label);
    const where = place > 0 ? `  ${paint('dim', cut(TITLES[scope], place))}` : '';
    return `${paint(isHere ? 'accent' : 'dim', keys)}  ${done}${where}`;
  };
  return [
    ...here.map((command) => rowOf(command, true)),
    ...(here.length > 0 && elsewhere.length > 0 ? [''] : []),
    ...(elsewhere.length > 0 ? [paint('focus', 'Elsewhere')] : []),
    ...elsewhere.map((command) => rowOf(command, false)),
  ];
}
