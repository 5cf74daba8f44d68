import { followedLog, selectedSeq, withoutFilter } from '../../kit/log/state.ts';
import { focused } from '../../world/ui.ts';
import type { Screen } from '../screen.ts';
import { everywhere, moveInOutput, output } from './commands.ts';
import { outputSheet } from './sheet.ts';
import { outputFound } from './state.ts';
import { OutputView } from './view.tsx';

declare module '../../world/screen-id.ts' {
  interface ScreenIds {
    readonly output: true;
  }
}

/** What the server writes beside the protocol: stderr, log messages, HTTP exchanges. */
export const outputScreen: Screen = {
  id: 'output',
  key: '7',
  title: 'Output',
  arrangement: 'footed',
  start: { output: followedLog },
  lines: ({ counts }) => counts.stderr + counts.http + counts.logs,
  commands: output,
  everywhere,
  scopes: (ui) => (focused(ui) === 'list' ? ['output'] : ['sheet']),
  View: OutputView,
  sheet: (host, ui) => {
    const seq = selectedSeq(ui.output, outputFound(host, ui.output).seqs);
    return seq === undefined ? undefined : outputSheet(host, seq, ui.revealed);
  },
  move: moveInOutput,
  back: (ui) => (ui.output.filter === '' ? ui : { ...ui, output: withoutFilter(ui.output) }),
};
