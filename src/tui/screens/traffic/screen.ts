import { invocationAt } from '../../../snippet/invocation.ts';
import { followedLog, selectedSeq, withoutFilter } from '../../kit/log/state.ts';
import { isRaw } from '../../kit/sheet/sheet.ts';
import { focused } from '../../world/ui.ts';
import type { Screen } from '../screen.ts';
import { everywhere, frame, lineIn, moveInTraffic, RAW, traffic } from './commands.ts';
import { loadFilters } from './filtering.ts';
import { lineSheet } from './frame-sheet.ts';
import { shownTraffic } from './state.ts';
import { TrafficView } from './view.tsx';

declare module '../../world/screen-id.ts' {
  interface ScreenIds {
    readonly traffic: true;
  }
}

/** ms after the start at which the language of filters is loaded. */
const FILTERS = 400;

/** Every message on the wire, and the selected one with all that is known of it. */
export const trafficScreen: Screen = {
  id: 'traffic',
  key: '5',
  title: 'Traffic',
  arrangement: 'stacked',
  start: { traffic: followedLog },
  lines: (state) => state.counts.traffic,
  commands: [...traffic, ...frame],
  everywhere,
  scopes: (ui) => (focused(ui) === 'list' ? ['traffic'] : ['message', 'sheet']),
  View: TrafficView,
  sheet: (host, ui) => {
    const seq = selectedSeq(ui.traffic, shownTraffic(host, ui.traffic).seqs);
    return seq === undefined
      ? undefined
      : lineSheet(host, seq, {
          raw: isRaw(ui, RAW),
          revealed: ui.revealed,
          exchanges: ui.traffic.exchanges,
        });
  },
  move: moveInTraffic,
  invocation: ({ host, ui }) => {
    const { traffic } = ui.get();
    const seq = selectedSeq(traffic, shownTraffic(host, traffic).seqs);
    if (host.parts !== undefined) return 'Copy it in its session: S goes there.';
    const sent = seq === undefined ? undefined : invocationAt(host.log, seq);
    return sent ?? 'Only calls, prompts and reads can be copied.';
  },
  looksAt: (situation) => lineIn(situation),
  // Who filters at once does not wait for the language; the start does not wait for it either.
  watch: [(_, schedule) => schedule(FILTERS, () => void loadFilters())],
  back: (ui) => (ui.traffic.filter === '' ? ui : { ...ui, traffic: withoutFilter(ui.traffic) }),
};
