import type { PhaseWord } from '../../session/state.ts';
import { cut } from '../../text/cut.ts';
import { visible } from '../../text/visible.ts';
import { width } from '../../text/width.ts';
import { SESSION_SIGNS } from '../kit/session-signs.ts';
import type { HintPlace } from '../world/pane-sizes.ts';
import type { Meaning, Theme } from '../world/theme.ts';

/** How a session stands, as the row of sessions tells it. */
export interface SessionStanding {
  readonly id: number;
  /** May come from anywhere. */
  readonly name: string;
  readonly phase: PhaseWord;
  /** It is no session, but the traffic of all. */
  readonly isAll?: true;
  /** What came since it was last in view: findings, and lines of traffic. */
  readonly findings: number;
  readonly fresh: number;
  /** What waits there for the person. */
  readonly waiting: number;
}

/** The row of sessions, and where in it each is, by its id. */
export interface SessionLabels {
  readonly text: string;
  readonly places: readonly HintPlace[];
}

/** Cells that a name keeps when all names are cut, and characters of one that are looked at. */
const LEAST = 6;
const MOST = 200;

/** A piece of text with what it means. */
type Piece = readonly [text: string, meaning: Meaning];

/** One session in the row; nothing to point at where it stands for several. */
interface Label {
  readonly id: number | undefined;
  readonly pieces: readonly Piece[];
}

/**
 * The row in at most `cells`: with all names; else with the names cut; else those other than the current shrink to number
 * and signs, the farthest first; else the row is cut on both sides of the current, with a sum of what is left out.
 */
export function sessionLabels(
  all: readonly SessionStanding[],
  shown: number,
  cells: number,
  theme: Theme,
): SessionLabels {
  const place = Math.max(
    0,
    all.findIndex(({ id }) => id === shown),
  );
  const names = all.map(({ name }) => visible(name.slice(0, MOST)));
  const longest = Math.min(cells, Math.max(...names.map((name) => width(name))));
  const far = [...all.keys()].sort((a, b) => Math.abs(b - place) - Math.abs(a - place));
  const labelsWith = (most: number, shrunk: ReadonlySet<number>): readonly Label[] =>
    all.map((one, at) =>
      labelOf(
        one,
        one.isAll ? 0 : at + 1,
        shrunk.has(at) && !one.isAll ? undefined : cut(names[at] ?? '', most),
        at === place,
        theme,
      ),
    );
  for (let most = longest; most >= Math.min(longest, LEAST); most--) {
    const labels = labelsWith(most, new Set());
    if (cellsOf(labels) <= cells) return painted(labels, theme);
  }
  for (let count = 1; count < all.length; count++) {
    const labels = labelsWith(LEAST, new Set(far.slice(0, count)));
    if (cellsOf(labels) <= cells) return painted(labels, theme);
  }
  return painted(around(labelsWith(LEAST, new Set(far.slice(0, -1))), all, place, cells, theme), theme);
}

/** As many of them around the current as have room, and at both ends how many more there are, have failed and wait for the person. */
function around(
  labels: readonly Label[],
  all: readonly SessionStanding[],
  place: number,
  cells: number,
  theme: Theme,
): readonly Label[] {
  const cutOff = (from: number, to: number): readonly Label[] => [
    ...rest(all.slice(0, from), theme),
    ...labels.slice(from, to),
    ...rest(all.slice(to), theme),
  ];
  let [from, to] = [place, place + 1];
  for (let isStuck = false; !isStuck; ) {
    isStuck = true;
    if (to < labels.length && cellsOf(cutOff(from, to + 1)) <= cells) {
      to += 1;
      isStuck = false;
    }
    if (from > 0 && cellsOf(cutOff(from - 1, to)) <= cells) {
      from -= 1;
      isStuck = false;
    }
  }
  return cutOff(from, to);
}

/** Those for which there is no room, as one. */
function rest(hidden: readonly SessionStanding[], { ascii, linear }: Theme): readonly Label[] {
  if (hidden.length === 0) return [];
  const waiting = hidden.reduce((sum, one) => sum + one.waiting, 0);
  const failed = hidden.filter(({ phase }) => phase === 'failed').length;
  const [sign, plain, meaning] = SESSION_SIGNS.failed;
  const stands = linear ? ' failed ' : ascii ? plain : sign;
  const pieces: readonly Piece[] = [
    [`+${hidden.length}`, 'dim'],
    ...badge(stands, failed, meaning, ''),
    ...badge('?', waiting, 'running', ''),
  ];
  return [{ id: undefined, pieces }];
}

const badge = (sign: string, count: number, meaning: Meaning, gap: string): readonly Piece[] =>
  count === 0 ? [] : [[`${gap}${sign}${count}`, meaning]];

/** The label of one; without a name it is number and signs alone. */
function labelOf(
  { id, phase, isAll, findings, fresh, waiting }: SessionStanding,
  number: number,
  name: string | undefined,
  isShown: boolean,
  { ascii, linear, glyphs }: Theme,
): Label {
  const [sign, plain, meaning] = SESSION_SIGNS[phase];
  const stands = linear ? phase : ascii ? plain : sign;
  const gap = name === undefined ? '' : ' ';
  const pieces: readonly Piece[] = [
    [name === undefined ? `${number}` : `${number} ${name}${isAll ? '' : ' '}`, isShown ? 'strong' : 'dim'],
    ...(isAll ? [] : [[stands, meaning] as const]),
    ...badge(glyphs.finding, findings, 'finding', gap),
    ...badge('?', waiting, 'running', gap),
    ...(name === undefined || fresh === 0 ? [] : [[` ${fresh} new`, 'dim'] as const]),
  ];
  if (!isShown) return { id, pieces };
  const [open, close] = ascii ? ['<', '>'] : ['‹', '›'];
  return { id, pieces: [[open, 'focus'], ...pieces, [close, 'focus']] };
}

/** Between two. */
const GAP = '  ';

const widthOf = ({ pieces }: Label): number => pieces.reduce((sum, [text]) => sum + width(text), 0);

const cellsOf = (labels: readonly Label[]): number =>
  labels.reduce((sum, label) => sum + widthOf(label), 2 + GAP.length * (labels.length - 1));

function painted(labels: readonly Label[], { paint }: Theme): SessionLabels {
  let from = 1;
  const places = labels.flatMap((label) => {
    const to = from + widthOf(label);
    const place = { key: String(label.id), from, to };
    from = to + GAP.length;
    return label.id === undefined ? [] : [place];
  });
  const texts = labels.map(({ pieces }) => pieces.map(([text, meaning]) => paint(meaning, text)).join(''));
  return { text: ` ${texts.join(GAP)}`, places };
}
