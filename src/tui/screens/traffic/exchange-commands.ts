import { showExchange, showsExchange, withoutFilter } from '../../kit/log/state.ts';
import type { Context, Row, Situation } from '../../world/command.ts';
import { needFilters } from './filtering-commands.ts';
import { lineIn } from './noting.ts';

/** Shows nothing but what belongs to the request of the selected line, or what was shown before. */
export const exchangeRow: Row = {
  keys: ['w'],
  label: 'only this exchange',
  hint: (situation) => (isOn(situation) ? 'all' : 'exchange'),
  disabled: (situation) =>
    isOn(situation) || requestIn(situation) !== undefined ? undefined : 'It belongs to no request.',
  run: turnExchange,
};

const isOn = ({ ui }: Situation): boolean => showsExchange(ui.get().traffic);

/** The request that the selected line belongs to. */
function requestIn(situation: Situation): number | undefined {
  const seq = lineIn(situation);
  return seq === undefined ? undefined : situation.host.log.requestOf(seq);
}

function turnExchange(context: Context): void {
  const request = requestIn(context);
  needFilters(context);
  context.ui.update((ui) => {
    const { traffic } = ui;
    if (showsExchange(traffic)) return { ...ui, traffic: withoutFilter(traffic) };
    return request === undefined ? ui : { ...ui, traffic: showExchange(traffic, request) };
  });
}
