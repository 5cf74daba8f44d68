import { moveBy } from '../kit/list/state.ts';
import { rowsOf, type Step } from '../kit/movement.ts';
import { type Command, type Context, inScope, type Row } from '../world/command.ts';
import { warn } from '../world/say.ts';
import { closePalette, withoutQuestion } from '../world/ui.ts';
import { offersIn } from './offers.ts';
import { openedPalette } from './palette.ts';
import { retyped, withoutWord } from './typed.ts';

/** The name under which the palette's extent is kept. */
export const PALETTE_PANE = 'palette';

type Id = `palette.${'run' | 'clear' | 'word' | 'up' | 'down' | 'pageUp' | 'pageDown'}`;

/** What works in the palette; everything else that is typed narrows it. `table` gives all commands. */
export function palette(table: () => readonly Command[]): readonly Command<Id>[] {
  const moving = (keys: readonly string[], label: string, step: Step): Row => ({
    keys,
    label,
    run: (context) => move(context, table(), step),
  });
  return inScope<Id>('palette', {
    'palette.run': {
      keys: ['enter'],
      label: 'run or go to it',
      hint: 'run',
      run: (context) => choose(context, table()),
    },
    'palette.clear': {
      keys: ['ctrl+u'],
      label: 'clear the line',
      run: ({ ui }) => ui.update(retyped(() => '')),
    },
    'palette.word': {
      keys: ['ctrl+w'],
      label: 'delete last word',
      run: ({ ui }) => ui.update(retyped(withoutWord)),
    },
    'palette.up': moving(['up'], 'up', { by: 'row', way: -1 }),
    'palette.down': moving(['down'], 'down', { by: 'row', way: 1 }),
    'palette.pageUp': moving(['pgup'], 'page up', { by: 'page', way: -1 }),
    'palette.pageDown': moving(['pgdn'], 'page down', { by: 'page', way: 1 }),
  });
}

/** Opens the palette over whatever is there, or closes it. */
export function turnPalette({ ui }: Context): void {
  ui.update((now) =>
    now.palette === undefined
      ? { ...withoutQuestion(now), palette: openedPalette('everything') }
      : closePalette(now),
  );
}

/** Runs the selected row, in the place from which the palette was opened. */
function choose(context: Context, table: readonly Command[]): void {
  const { palette: open } = context.ui.get();
  const { shown } = offersIn(table, context);
  const chosen = shown.find(({ key }) => key === open?.list.selected) ?? shown[0];
  if (chosen === undefined) return;
  context.ui.update(closePalette);
  const reason = chosen.whyNot?.(context);
  if (reason === undefined) chosen.run(context);
  else warn(context, reason);
}

function move(context: Context, table: readonly Command[], step: Step): void {
  const { keys } = offersIn(table, context);
  const { height } = context.extents.get(PALETTE_PANE);
  context.ui.update((ui) => {
    if (ui.palette === undefined) return ui;
    const list = moveBy(ui.palette.list, keys, rowsOf(step, height, keys.length), height);
    return { ...ui, palette: { ...ui.palette, list } };
  });
}
