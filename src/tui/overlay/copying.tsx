import { type ReactNode, useLayoutEffect } from 'react';
import { rowAt, valueText } from '../../json/rows.ts';
import { cut, pad } from '../../text/cut.ts';
import { visible } from '../../text/visible.ts';
import { type BoxProps, boxArea, Framed, frameOf } from '../kit/dialog.tsx';
import { Rows } from '../kit/rows.tsx';
import { itemInView } from '../kit/sheet/commands.ts';
import { contentOf, jqOfItem, pathOfItem, type SheetItem, textOf } from '../kit/sheet/flow.ts';
import { showKey } from '../terminal/keys.ts';
import {
  type Command,
  type Context,
  inScope,
  perform,
  type Row,
  rebound,
  type Situation,
} from '../world/command.ts';
import { inner } from '../world/layout.ts';
import { changeOverlay, overlayOf, withoutOverlay } from '../world/overlay.ts';
import { tell, warn } from '../world/say.ts';
import { useTheme } from '../world/theme.ts';
import type { Ui } from '../world/ui.ts';
import { useUi, useWorld } from '../world/world.ts';

/** What can be copied. It is exact, secrets included. */
const ROWS: Readonly<Record<string, Row>> = {
  'copy.value': {
    keys: ['v'],
    label: 'the value',
    hint: 'value',
    run: (context) =>
      put(context, ({ item }) =>
        item.kind === 'row' ? valueText(item.section.rows, item.row) : contentOf(item)?.text,
      ),
  },
  'copy.text': {
    keys: ['t'],
    label: 'string as text',
    hint: 'text',
    run: (context) => put(context, ({ item }) => textOf(item)),
  },
  'copy.key': {
    keys: ['k'],
    label: 'its key',
    hint: 'name',
    run: (context) => put(context, ({ item }) => nameOf(item)),
  },
  'copy.path': {
    keys: ['p'],
    label: 'its json pointer',
    hint: 'path',
    run: (context) => put(context, ({ item }) => pathOfItem(item)),
  },
  'copy.jq': {
    keys: ['q'],
    label: 'its jq path',
    hint: 'jq',
    run: (context) => put(context, ({ item }) => jqOfItem(item)),
  },
  'copy.whole': {
    keys: ['w', 'y'],
    label: 'everything',
    hint: 'whole',
    run: (context) => put(context, ({ now }) => now.sheet.whole()),
  },
  'copy.as': {
    keys: ['c'],
    label: 'as command or code',
    hint: 'command, code',
    disabled: (situation) => situation.services.copyDisabledReason(situation),
    run: (context) => context.services.chooseCopy(context),
  },
};

/** The menu that `y` opens: each by its letter, or by enter. */
export const copy = inScope(
  { id: 'copy', title: 'Copy' },
  {
    ...ROWS,
    'copy.up': { keys: ['up'], label: 'up', run: (context) => move(context, -1) },
    'copy.down': { keys: ['down'], label: 'down', run: (context) => move(context, 1) },
    'copy.enter': { keys: ['enter'], label: 'copy the selected', run: choose },
  },
);

/** What of it can be copied now, as its buttons stand: what has lost its keys to another has none. */
const rowsNow = (situation: Situation): readonly Command[] =>
  rebound(copy, situation.ui.get().bindings).filter(
    ({ id, keys, disabled }) => id in ROWS && keys.length > 0 && disabled?.(situation) === undefined,
  );

function move(context: Context, by: 1 | -1): void {
  const { length } = rowsNow(context);
  context.ui.update(changeOverlay('copying', ({ at }) => ({ at: (at + by + length) % length })));
}

function choose(context: Context): void {
  const chosen = rowsNow(context)[placeOf(context.ui.get())];
  if (chosen !== undefined) perform(chosen, context);
}

/** The name of a member, without its quotes; in an array the place. */
function nameOf(item: SheetItem): string | undefined {
  if (item.kind === 'line') return undefined;
  const { key, place, depth } = rowAt(item.section.rows, item.row);
  if (key !== undefined) return JSON.parse(key);
  return depth === 0 ? undefined : String(place);
}

type Found = NonNullable<ReturnType<typeof itemInView>>;

/** Copies what is made of the selected row, closes the menu and says how it was done. */
function put(context: Context, make: (found: Found) => string | undefined): void {
  context.ui.update(withoutOverlay('copying'));
  const found = itemInView(context);
  const text = found && make(found);
  if (text === undefined) warn(context, 'This row has none: it is not part of the message.');
  else copyText(context, text);
}

/** Copies a text and says how it was done, in `words`; a way that may have failed is a warning. */
export function copyText(context: Context, text: string, words = (how: string) => how): void {
  void context.terminal.copy(text).then(({ sure, how }) => (sure ? tell : warn)(context, words(how)));
}

const placeOf = (ui: Ui): number => overlayOf(ui, 'copying')?.at ?? 0;

/** Cells of the menu within its border. */
const CELLS = 56;

/** The menu, with what short texts there are beside their names. */
export function CopyingBox({ place, buttons, onButtons }: BoxProps): ReactNode {
  const theme = useTheme();
  const world = useWorld();
  const at = useUi(placeOf);
  const frame = frameOf(place.body);
  const area = boxArea(place, CELLS + frame.columns, buttons.length + frame.rows);
  const { left, top, width } = inner(area);
  const found = itemInView(world);
  useLayoutEffect(() => {
    onButtons?.(
      buttons.map(({ presses: key }, nth) => ({ key, row: top + nth, from: left, to: left + width })),
    );
    return () => onButtons?.([]);
  }, [buttons, left, top, width, onButtons]);
  const now = rowsNow(world);
  const rows = buttons.map(({ key, word }, nth) => {
    const name = `${key} ${word}`;
    const about = (found && aboutOf(found.item)[now[nth]?.id ?? '']) ?? '';
    const told = pad(cut(visible(about), width - COLUMN), width - COLUMN);
    if (nth === at)
      return theme.paint('selection', `${theme.glyphs.selected} ${pad(name, COLUMN - 2)}${told}`);
    return `  ${theme.paint('accent', key)}${pad(name.slice(key.length), COLUMN - 2 - key.length)}${theme.paint('dim', told)}`;
  });
  return (
    <Framed area={area} title="Copy" right={`${showKey('enter', theme.ascii)} copies`}>
      <Rows rows={rows.map((text, key) => ({ key, text }))} />
    </Framed>
  );
}

/** Where the texts begin. */
const COLUMN = 19;

/** The texts that are short, by the command that copies them. */
const aboutOf = (item: SheetItem): Readonly<Record<string, string | undefined>> => ({
  'copy.key': nameOf(item),
  'copy.path': pathOfItem(item),
  'copy.jq': jqOfItem(item),
});
