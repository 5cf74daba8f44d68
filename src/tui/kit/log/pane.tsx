import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Host } from '../../../host/host.ts';
import type { Seqs } from '../../../session/log/column.ts';
import type { Log } from '../../../session/log/log.ts';
import { cut } from '../../../text/cut.ts';
import { width as widthOf } from '../../../text/width.ts';
import { type Area, inner, type ViewProps } from '../../world/layout.ts';
import { type Theme, useTheme } from '../../world/theme.ts';
import { paneName, type Ui } from '../../world/ui.ts';
import { useLogTick, useUi, useWorld } from '../../world/world.ts';
import { Pane } from '../pane.tsx';
import { type PaintedRow, Rows } from '../rows.tsx';
import { SheetPane } from '../sheet/pane.tsx';
import type { Sheet } from '../sheet/sheet.ts';
import { Split } from '../split.tsx';
import { type Found, type LogLines, type LogUi, logWindow, selectedSeq } from './state.ts';

/** The screens with a log. */
export type LogScreen = 'traffic' | 'output';

/** What a screen with a log shows in it. */
export interface LogKind {
  readonly screen: LogScreen;
  /** The lines that are shown; so many `more` are looked at now. */
  readonly find: (host: Host, log: LogUi, more: number) => Found;
  /** How many lines are looked at between two frames. */
  readonly slice: number;
  readonly List: (props: { readonly area: Area }) => ReactNode;
  /** The selected line with all that is known of it, and its title. */
  readonly detail: (
    lines: LogLines,
    seq: number,
    look: { readonly raw: boolean; readonly revealed: boolean; readonly exchanges: boolean },
    theme: Theme,
  ) => { readonly sheet: Sheet; readonly title: string } | undefined;
  /** The title while no line is selected. */
  readonly nothing: string;
}

/** A screen with a log: the list of its lines, and the selected one as a whole. */
export function LogView({ kind, panes }: ViewProps & { readonly kind: LogKind }): ReactNode {
  return (
    <Split
      panes={panes}
      list={(area) => <kind.List area={area} />}
      detail={(area) => <LinePane kind={kind} area={area} more={panes.list ? 0 : kind.slice} />}
    />
  );
}

/** A log as it stands. */
export interface LogNow {
  readonly host: Host;
  readonly log: LogUi;
  readonly found: Found;
  /** With the secrets, where the person has asked to see them. */
  readonly lines: LogLines;
  readonly theme: Theme;
  /** The list has the focus. */
  readonly focused: boolean;
}

const isRevealed = (ui: Ui): boolean => ui.revealed;

/** ms of searching between two paintings, which a key may have to wait. */
const SEARCH = 12;

/** The log as it stands now; a long one is searched in slices, one after the other, so that no key waits. */
export function useLogNow({ screen, find, slice }: LogKind, more = slice): LogNow {
  useLogTick();
  const { host, ui, schedule, clock } = useWorld();
  const log = useUi(useCallback((ui: Ui) => ui[screen], [screen]));
  const focused = useUi(useCallback((ui: Ui) => ui.focus[screen] === 'list', [screen]));
  const revealed = useUi(isRevealed);
  const lines = useMemo(
    (): LogLines => (revealed ? { ...host, mask: (text) => text, revealed } : host),
    [host, revealed],
  );
  const [slices, next] = useState(0);
  const found = find(host, log, more);
  const { left } = found;
  useEffect(() => {
    if (left === 0 || more === 0) return undefined;
    return schedule(1, () => {
      // Drawing what was found so far may take longer than looking at some lines more.
      const until = clock() + SEARCH;
      while (find(host, ui.get()[screen], slice).left > 0 && clock() < until);
      next(slices + 1);
    });
  }, [left, more, schedule, slices, clock, find, host, ui, screen, slice]);
  return { host, log, found, lines, theme: useTheme(), focused };
}

/** A line that is drawn. */
export interface LineAt {
  readonly seq: number;
  /** The seq of the line above it. */
  readonly before: number | undefined;
  readonly selected: boolean;
  readonly cells: number;
}

interface Props {
  readonly area: Area;
  readonly screen: LogScreen;
  readonly now: LogNow;
  readonly title: string;
  /** What the border says, besides whether new lines are followed; the title is cut for it. */
  readonly facts: readonly string[];
  /** What it says before that where the title leaves room. */
  readonly spare?: string;
  /** Nothing new comes. */
  readonly isOver?: boolean;
  /** What stands there when no line does. */
  readonly empty: string;
  /** A line as a row; nothing where there is none. */
  readonly row: (line: LineAt) => string | undefined;
  /** What stands below the lines, as far as there is room. */
  readonly below?: readonly string[];
}

/** Cells of a border with its corners, and of the word about the focus. */
const FRAME = 16;
/** Lines that are left however much stands below them. */
const LEAST = 3;

/** The list of a log: the lines that are seen, the selected one with its marker, and how the log stands in the border. */
export function LogPane({
  area,
  screen,
  now,
  title,
  facts,
  spare = '',
  isOver,
  empty,
  row,
  below = [],
}: Props): ReactNode {
  const { host, log, found, theme, focused } = now;
  const { seqs, left } = found;
  const { extents } = useWorld();
  const { width, height: room } = inner(area);
  const after = below.slice(0, Math.max(0, room - LEAST));
  const height = room - after.length;
  const { from, to, place, fresh } = logWindow(log, seqs, height);
  useLayoutEffect(() =>
    extents.set(paneName(screen, 'list'), { rows: seqs.length, height, selected: place - from }),
  );
  useClockOf(host, seqs, from, to);
  const rows: PaintedRow[] = [];
  for (let at = from; at < to; at += 1) {
    const seq = seqs.at(at);
    const before = at > 0 ? seqs.at(at - 1) : undefined;
    const text = row({ seq, before, selected: at === place, cells: width });
    if (text !== undefined) rows.push({ key: seq, text });
  }
  const gap = ` ${theme.glyphs.bullet} `;
  const moving = isOver ? '' : log.follow ? 'following' : fresh === 0 ? 'paused' : `paused${gap}${fresh} new`;
  const told = [...facts, moving].filter((text) => text !== '').join(gap);
  const all = spare === '' ? told : `${spare}${gap}${told}`;
  const fits = widthOf(all) <= area.width - widthOf(title) - FRAME;
  const right = left > 0 ? `${seqs.length} found${gap}${left} left` : fits ? all : told;
  return (
    <Pane area={area} title={title} right={right} focused={focused} seen={{ from, to, count: seqs.length }}>
      <Rows rows={rows.length > 0 ? rows : [{ key: 'empty', text: cut(empty, width) }]} />
      <Rows rows={after.map((text, key) => ({ key, text: cut(text, width) }))} />
    </Pane>
  );
}

interface LineProps {
  readonly kind: LogKind;
  readonly area: Area;
  /** Lines that are looked at between two frames: none where the list does that, which may not be seen. */
  readonly more: number;
}

/** The selected line. */
const LinePane = memo(function LinePane({ kind, area, more }: LineProps) {
  const { log, found, lines, theme, focused } = useLogNow(kind, more);
  const name = paneName(kind.screen, 'detail');
  const raw = useUi(useCallback((ui: Ui) => ui.raw.includes(name), [name]));
  const revealed = useUi(isRevealed);
  const seq = selectedSeq(log, found.seqs);
  const shown =
    seq === undefined
      ? undefined
      : kind.detail(lines, seq, { raw, revealed, exchanges: log.exchanges }, theme);
  if (shown === undefined) return <Pane area={area} title={kind.nothing} focused={!focused} />;
  return <SheetPane area={area} name={name} {...shown} focused={!focused} />;
});

/**
 * Draws again each second while one of the lines from place `from` to before `to` is a request without an answer: it
 * shows how long that hangs, and nothing else may happen for long.
 */
export function useClockOf({ connection, parts, log }: Host, seqs: Seqs, from: number, to: number): void {
  const { schedule } = useWorld();
  const [ticks, tick] = useState(0);
  const isLive = connection !== undefined || parts?.all.some(({ host }) => host.connection !== undefined);
  const runs = isLive === true && isWaiting(log, seqs, from, to);
  useEffect(() => (runs ? schedule(1_000, () => tick(ticks + 1)) : undefined), [runs, schedule, ticks]);
}

function isWaiting(log: Log, seqs: Seqs, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const row = log.row(seqs.at(at));
    if (row?.kind === 'request' && row.ended === undefined) return true;
  }
  return false;
}
