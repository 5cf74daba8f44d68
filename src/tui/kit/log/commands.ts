import type { Seqs } from '../../../session/log/column.ts';
import type { Context, Row, Situation } from '../../world/command.ts';
import { openPrompt, type Purpose } from '../../world/overlay.ts';
import { focusPane, paneName } from '../../world/ui.ts';
import { movement, type RowStep, rowsOf } from '../movement.ts';
import { follow, moveLog, pause } from './state.ts';

/** The screens with a log. */
type LogScreen = 'traffic' | 'output';

type Rows<Log extends LogScreen> = Record<`${Log}.${'open' | 'follow' | 'filter'}`, Row> &
  ReturnType<typeof movement<Log>>;

/**
 * What works in the list of every log, with ids `<log>.open`, `<log>.follow` …; `seqs` gives its lines. `filter` is
 * asked when a filter is begun, for what is special about the filters of this log.
 */
export function logRows<Log extends LogScreen>(
  log: Log,
  seqs: (situation: Situation) => Seqs,
  filter: (context: Context) => Partial<Purpose> = () => ({}),
): Rows<Log> {
  const rows: Readonly<Record<string, Row>> = {
    [`${log}.open`]: {
      keys: ['enter'],
      label: 'open',
      hint: 'open',
      rank: 1,
      disabled: (context) => (seqs(context).length === 0 ? 'There is nothing to open.' : undefined),
      // The line that is opened stays, whatever comes.
      run: (context) => {
        halt(context, log, seqs(context));
        context.ui.update(focusPane('detail'));
      },
    },
    [`${log}.follow`]: {
      keys: ['f'],
      label: 'follow / pause',
      hint: ({ ui }) => (ui.get()[log].follow ? 'pause' : 'follow'),
      rank: 4,
      run: (context) => {
        if (context.ui.get()[log].follow) halt(context, log, seqs(context));
        else context.ui.update((now) => ({ ...now, [log]: follow(now[log]) }));
      },
    },
    [`${log}.filter`]: {
      keys: ['/'],
      label: 'filter',
      hint: 'filter',
      rank: 2,
      run: (context) => {
        const purpose: Purpose = {
          id: `filter ${log}`,
          typed: (value) => (ui) => ({ ...ui, [log]: { ...ui[log], filter: value, aside: undefined } }),
          move: (now, way) => moveInLog(now, log, seqs(now), { by: 'row', way }),
          ...filter(context),
        };
        context.ui.update(openPrompt('/', purpose));
      },
    },
    ...movement(log, (context, step) => moveInLog(context, log, seqs(context), step)),
  };
  return rows as Rows<Log>;
}

/** Ends the following of a log, with what is shown and selected as it is. */
function halt({ ui, extents }: Context, log: LogScreen, seqs: Seqs): void {
  const { height } = extents.get(paneName(log, 'list'));
  ui.update((now) => (now[log].follow ? { ...now, [log]: pause(now[log], seqs, height) } : now));
}

/** Moves the selection of a log; to the end begins to follow. */
export function moveInLog({ ui, extents }: Context, log: LogScreen, seqs: Seqs, step: RowStep): void {
  const { height } = extents.get(paneName(log, 'list'));
  ui.update((now) => {
    const moved = moveLog(now[log], seqs, rowsOf(step, height, seqs.length), height);
    // The end of a log is its newest line: who goes there wants to see what comes.
    const next = step.by === 'edge' && step.way === 1 ? follow(moved) : moved;
    return next === now[log] ? now : { ...now, [log]: next };
  });
}
