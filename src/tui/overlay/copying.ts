import { rowAt, valueText } from '../../json/rows.ts';
import { itemInView } from '../kit/sheet/commands.ts';
import { contentOf, jqOfItem, pathOfItem, type SheetItem, textOf } from '../kit/sheet/flow.ts';
import { type Context, inScope } from '../world/command.ts';
import { withoutOverlay } from '../world/overlay.ts';
import { tell, warn } from '../world/say.ts';

/** The menu that `y` opens. What is copied is exact, secrets included. */
export const copy = inScope(
  { id: 'copy', title: 'Copy' },
  {
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
  },
);

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
