import type { ReactNode } from 'react';
import { memo, useCallback, useLayoutEffect, useMemo } from 'react';
import { waitingIn } from '../../../session/inbox.ts';
import { latest } from '../../../session/log/log.ts';
import { outcomeOf } from '../../../session/outcome.ts';
import type { SessionState, Subscribed } from '../../../session/state.ts';
import { summaryOf } from '../../../session/summary.ts';
import { bytes, clock, duration, yoursIn } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { wrap } from '../../../text/wrap.ts';
import { Pane } from '../../kit/pane.tsx';
import { Rows } from '../../kit/rows.tsx';
import { astrayRows, runningRows, taskRows } from '../../kit/running.ts';
import { type RowAbove, SheetPane } from '../../kit/sheet/pane.tsx';
import { isRaw } from '../../kit/sheet/sheet.ts';
import { MARKER } from '../../kit/sheet/window.ts';
import { type Area, inner } from '../../world/layout.ts';
import { type Theme, useTheme } from '../../world/theme.ts';
import { paneName, type Ui } from '../../world/ui.ts';
import { useSession, useSituation, useTicks, useUi, useWorld, type World } from '../../world/world.ts';
import { callLine } from './call-line.ts';
import { shownSheet } from './call-sheet.ts';
import { type ListScreen, rawName } from './entries.ts';

interface Props {
  readonly area: Area;
  readonly screen: ListScreen;
  /** The seq of the request. */
  readonly seq: number;
  /** What is odd about a boundary call. */
  readonly odd: string | undefined;
  /** The seq of an earlier request that it is compared with. */
  readonly against?: number | undefined;
  /** It is an earlier call that is looked at again. */
  readonly past?: boolean;
  readonly focused: boolean;
  /** It stands in the place of a form: a line says what that was filled in with. */
  readonly alone?: boolean;
}

/** What became of a call: how far it is, then what it was answered with, or why it was not. */
export const ResultPane = memo(function ResultPane({
  area,
  screen,
  seq,
  odd,
  against,
  past = false,
  focused,
  alone = false,
}: Props): ReactNode {
  const theme = useTheme();
  const { host } = useWorld();
  const newest = useSession(useCallback(() => latest(host.log, seq), [host, seq]));
  const live = useSession(
    useCallback((state) => state.subscriptions.find(({ read }) => read === newest), [newest]),
  );
  const name = paneName(screen, 'detail');
  // A sheet is the same object as long as it says the same.
  const sheet = useSituation(
    useCallback(
      (ui: Ui) =>
        shownSheet(host, seq, against, {
          raw: isRaw(ui, rawName(ui, screen)),
          revealed: ui.revealed,
          lens: ui.lens,
        }),
      [host, seq, against, screen],
    ),
  );
  const revealed = useUi(isRevealed);
  const { width } = inner(area);
  const above = useMemo(
    () => (alone ? { text: callLine(host, seq, revealed, width, theme), command: 'result.edit' } : undefined),
    [alone, host, seq, revealed, width, theme],
  );
  if (sheet === undefined)
    return <RunningPane name={name} area={area} seq={newest} odd={odd} focused={focused} above={above} />;
  const place = { seq, newest, past };
  const { told, kept } = titleOf(host, place, { odd, against, note: sheet.note }, theme);
  const title = [told, ...updatedWords(host.started, live)].join(` ${theme.glyphs.bullet} `);
  const failed = outcomeOf(host.log, newest)?.meaning === 'failed';
  const words = { name, title, failed, kept, above };
  return <SheetPane area={area} sheet={sheet} focused={focused} {...words} />;
});

const isRevealed = (ui: Ui): boolean => ui.revealed;
const findingsOf = ({ findings }: SessionState): SessionState['findings'] => findings;

/** Rows apart from those before. */
const gap = (rows: readonly string[]): readonly string[] => (rows.length === 0 ? [] : ['', ...rows]);

const WAITS = 'The server is waiting for your answer. Press 6.';

interface RunningProps extends Pick<Props, 'area' | 'seq' | 'odd' | 'focused'> {
  readonly name: string;
  readonly above: RowAbove | undefined;
}

function RunningPane({ name, area, seq, odd, focused, above }: RunningProps): ReactNode {
  const theme = useTheme();
  const { host, extents } = useWorld();
  const running = useSession(useCallback((state) => state.running.find((one) => one.seq === seq), [seq]));
  const task = useSession(
    useCallback(
      (state) => state.tasks.find((one) => one.id === running?.task && one.call === seq),
      [running, seq],
    ),
  );
  useTicks(true);
  const { width, height } = inner(area);
  // Nothing in it can be selected. A key may come between the answer and its drawing, which moves as in what is drawn then.
  const top = above === undefined ? {} : { top: 1, topCommand: above.command };
  const room = { height: Math.max(1, height - (top.top ?? 0)), cells: Math.max(1, width - MARKER) };
  useLayoutEffect(() => extents.set(name, { rows: 0, ...room, ...top }));
  const findings = useSession(findingsOf);
  const waits = useSession(waitingIn).length > 0;
  const now = host.now();
  const rows = running === undefined ? [] : runningRows(running, now, host.mask, width, theme);
  const astray = astrayRows(findings, seq, host.mask, width, theme);
  const told = task === undefined ? [] : taskRows(task, now, host.mask, width, theme);
  const more = waits ? wrap(WAITS, width).map((text) => theme.paint('running', text)) : [];
  return (
    <Pane area={area} title={subject(host, seq, odd)} right="running" focused={focused}>
      <Rows
        rows={[
          ...(above === undefined ? [] : [above.text]),
          ...rows,
          ...gap(astray),
          ...gap(more),
          ...gap(told),
        ]
          .slice(0, height)
          .map((text, key) => ({ key, text }))}
      />
    </Pane>
  );
}

/** When a resource that was read was said to have changed. */
const updatedWords = (started: number, live: Subscribed | undefined): readonly string[] =>
  live?.updated === undefined ? [] : [`updated ${clock(new Date(started + live.updated.t)).slice(0, 8)}`];

/** What else there is to say of a call in its title. */
interface TitleFacts {
  readonly odd: string | undefined;
  readonly against: number | undefined;
  /** What the sheet says of itself. */
  readonly note: string | undefined;
}

/**
 * What was called, how it ended, how long it took and how large the answer is; and how many of its characters, with the
 * outcome, are to be seen in any case.
 */
function titleOf(
  host: World['host'],
  { seq, newest, past }: { readonly seq: number; readonly newest: number; readonly past: boolean },
  { odd, against, note = '' }: TitleFacts,
  { glyphs }: Theme,
): { readonly told: string; readonly kept: number } {
  const row = host.log.row(newest);
  const answer = row?.answer === undefined ? undefined : host.log.row(row.answer);
  const outcome = outcomeOf(host.log, seq);
  const took = outcome?.ms === undefined ? '' : duration(outcome.ms);
  const isOk = outcome?.meaning === 'ok';
  const failed = outcome?.meaning === 'failed';
  const parts = [
    subject(host, seq, odd),
    past ? `before, #${seq}` : '',
    failed ? `${glyphs.error} ${outcome.word}` : (outcome?.word ?? ''),
    against === undefined ? '' : `compared with #${against}`,
    isOk ? `${glyphs.ok} ${took}`.trimEnd() : took,
    outcome === undefined ? '' : yoursIn(outcome),
    note,
    answer?.type === 'frame' ? bytes(answer.size) : '',
  ];
  const joined = (texts: readonly string[]): string =>
    texts.filter((text) => text !== '').join(` ${glyphs.bullet} `);
  const kept = isOk || failed ? joined(parts.slice(0, note === '' ? (failed ? 3 : 5) : 7)).length : 0;
  return { told: joined(parts), kept };
}

function subject({ log, mask }: World['host'], seq: number, odd?: string): string {
  const about = visible(mask(summaryOf(log.row(seq)?.method ?? '', log.head(seq, 2048))));
  return odd === undefined ? about : `${about} (${visible(odd)})`;
}
