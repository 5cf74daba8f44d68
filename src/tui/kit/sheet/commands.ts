import type { Blob } from '../../terminal/pictures/picture.ts';
import { type Context, inScope, type Row, type Situation } from '../../world/command.ts';
import { openPrompt, withOverlay } from '../../world/overlay.ts';
import { NOT_DRAWN } from '../../world/pictures.ts';
import { tell, warn } from '../../world/say.ts';
import type { PlaceId } from '../../world/screen-id.ts';
import { secretsOf } from '../../world/secrets.ts';
import { focusPane, type Ui } from '../../world/ui.ts';
import { movement, type RowStep, rowsOf } from '../movement.ts';
import {
  enterWord,
  foldOf,
  isString,
  itemOf,
  linkOf,
  pageOf,
  textAt,
  turnable,
  turnableAt,
} from './enter.ts';
import { extensionOf } from './file-name.ts';
import { flowOf, printed, type SheetItem } from './flow.ts';
import {
  formatted,
  inwards,
  level,
  moveBy,
  outwards,
  type SheetChange,
  sameName,
  selectBy,
  selectedItem,
  sibling,
  sideways,
  toAround,
  toggle,
  toMatch,
  toPointer,
} from './move.ts';
import { type InView, opening } from './opened.ts';
import { pictureOf } from './picture.ts';
import { askForPath } from './save.ts';
import { asJson } from './sections.ts';
import type { JsonSection, SheetUi, TextSection, View } from './sheet.ts';
import { isMarkdown } from './window.ts';

declare module '../../world/command.ts' {
  interface Services {
    /** Asks before a page is opened in a browser. */
    readonly browse: (context: Context, url: string) => void;
    /** Goes to an item of a list, named as reports name it: `tool:NAME`. */
    readonly goToItem: (context: Context, item: string) => void;
  }
}

/** What works where text and JSON are read: results, frames, definitions. */
export const sheet = inScope(
  { id: 'sheet', title: 'Reading' },
  readable({
    'sheet.enter': {
      keys: ['enter'],
      label: 'expand/collapse/open',
      hint: wordOfEnter,
      rank: 2,
      run: enter,
    },
    'sheet.find': {
      keys: ['/'],
      label: 'find',
      hint: 'find',
      run: (context) => {
        const now = inView(context);
        if (now === undefined) return;
        changeSheet(context, ({ ui }) => ({ ...ui, query: '' }));
        context.ui.update(
          openPrompt('find in this pane', {
            id: 'find',
            typed: lookFor(now.name),
            accept: (again, value) => {
              if (value !== '') find(again, 1, true);
            },
          }),
        );
      },
    },
    'sheet.next': {
      keys: ['n'],
      label: 'next match, new form',
      hint: (situation) => (beginsForm(situation) ? 'new form' : ''),
      rank: 4,
      disabled: (situation) => (beginsForm(situation) ? undefined : nothingReason(situation)),
      run: (context) => (beginsForm(context) ? context.services.freshForm(context) : find(context, 1)),
    },
    'sheet.previous': { keys: ['N'], label: 'previous match', run: (context) => find(context, -1) },
    'sheet.copy': {
      keys: ['y'],
      label: 'copy',
      hint: 'copy',
      rank: 2,
      // What is said would stand in front of the menu.
      run: ({ ui }) => ui.update(({ status: _, ...now }) => withOverlay('copying', { at: 0 })(now)),
    },
    'sheet.save': {
      keys: ['s'],
      label: 'save to a file',
      hint: 'save',
      rank: 4,
      disabled: (situation) => nothingReason(situation) ?? inView(situation)?.sheet.whyNotSaved,
      run: askForPath,
    },
    'sheet.page': {
      keys: ['v'],
      label: 'full screen',
      hint: (situation) => (pictureInView(situation) === undefined ? '' : 'full screen'),
      rank: 2,
      run: view,
    },
    'sheet.left': { keys: ['left', 'h'], label: 'collapse or go out', run: left },
    'sheet.right': { keys: ['right', 'l'], label: 'expand or go in', run: right },
    'sheet.nextSibling': { keys: ['J'], label: 'next sibling', run: looking(sibling(1)) },
    'sheet.previousSibling': {
      keys: ['K'],
      label: 'previous sibling',
      run: looking(sibling(-1)),
    },
    'sheet.more': { keys: [']'], label: 'expand one level', run: looking(level(1)) },
    'sheet.less': { keys: ['['], label: 'collapse one level', run: looking(level(-1)) },
    'sheet.around': {
      keys: ['U'],
      label: 'go to parent',
      run: looking(toAround),
    },
    'sheet.sameNext': { keys: ['}'], label: 'next same key', run: (context) => toSame(context, 1) },
    'sheet.sameBefore': {
      keys: ['{'],
      label: 'previous same key',
      run: (context) => toSame(context, -1),
    },
    'sheet.scrollRight': {
      keys: ['>'],
      label: 'scroll right',
      run: looking(sideways(1)),
    },
    'sheet.scrollLeft': {
      keys: ['<'],
      label: 'scroll left',
      run: looking(sideways(-1)),
    },
    'sheet.markdown': { keys: ['M'], label: 'toggle markdown', run: toggleMarkdown },
    'sheet.format': { keys: ['f'], label: 'toggle json text', run: format },
    ...movement('sheet', (context, step) => moveInSheet(context, step)),
  }),
);

/** The rows, which have nothing to work on while there is no sheet. */
function readable<Id extends string>(rows: Readonly<Record<Id, Row>>): Readonly<Record<Id, Row>> {
  const entries = Object.entries<Row>(rows).map(([id, row]) => [id, { disabled: nothingReason, ...row }]);
  return Object.fromEntries(entries) as Record<Id, Row>;
}

/** Why nothing can be done with what is read, in one sentence. */
function nothingReason(situation: Situation): string | undefined {
  return inView(situation) === undefined ? 'There is nothing to show yet.' : undefined;
}

/** The sheet that has the focus. */
export const inView = ({ host, ui, services }: Situation): InView | undefined =>
  services.sheetInView(host, ui.get());

/** The selected item of the sheet that has the focus. */
export function itemInView(
  context: Situation,
): { readonly now: InView; readonly item: SheetItem } | undefined {
  const now = inView(context);
  const item = now && selectedItem(now);
  return now && item && { now, item };
}

/** Looks at the sheet in a pane otherwise, in that with the focus when none is given. */
function changeSheet(
  { host, ui, extents, pictures, services }: Context,
  change: (now: InView, view: View) => SheetUi,
  place?: PlaceId,
): void {
  const now = services.sheetInView(host, ui.get(), place);
  if (now === undefined) return;
  const { cells = 80, height } = extents.get(now.name);
  const next = change(now, { cells, height, pictures });
  if (next === now.ui) return;
  ui.update((before) => ({ ...before, sheets: { ...before.sheets, [now.name]: next } }));
}

/** A command that changes how the sheet with the focus is looked at. */
function looking(change: SheetChange): Row['run'] {
  return (context) => changeSheet(context, change);
}

/** Moves the selection by a step; with a place in the sheet there, whatever has the focus. */
export function moveInSheet(context: Context, step: RowStep, place?: PlaceId): void {
  changeSheet(
    context,
    (look, view) => moveBy(rowsOf(step, view.height, Number.POSITIVE_INFINITY))(look, view),
    place,
  );
}

/** Selects what is drawn so many rows below the selection of the sheet in a place, or above it. */
export const selectInSheet = (context: Context, rows: number, place: PlaceId): void =>
  changeSheet(context, selectBy(rows), place);

/** Goes back from a string that was opened to the JSON around it; false when none is open. */
export function closeOpened(context: Context): boolean {
  if (!context.services.activeScopes(context.ui.get(), context.host.store.state()).includes('sheet'))
    return false;
  const from = inView(context)?.ui.opened?.from;
  if (from === undefined) return false;
  changeSheet(context, () => from);
  return true;
}

/** Marks what is looked for in a sheet; going there is done when it has been typed. */
const lookFor =
  (name: string) =>
  (query: string) =>
  (ui: Ui): Ui => {
    const sheet = ui.sheets[name];
    return sheet === undefined ? ui : { ...ui, sheets: { ...ui.sheets, [name]: { ...sheet, query } } };
  };

/** Is there a form to begin anew, and nothing to look for? */
const beginsForm = (situation: Situation): boolean =>
  (inView(situation)?.ui.query ?? '') === '' &&
  situation.services.freshDisabledReason(situation) === undefined;

/** Goes to the next match of what was typed after `/`; with `here` the selected row may be it. */
function find(context: Context, way: 1 | -1, here = false): void {
  const now = inView(context);
  if (now === undefined) return;
  if (now.ui.query === '') {
    warn(context, 'No search yet: / to search.');
    return;
  }
  changeSheet(context, (look, view) => {
    const found = toMatch(look, way, view, here);
    if (found === undefined) warn(context, `"${look.ui.query}" was not found.`);
    else tell(context, `match ${found.match.nth} of ${found.match.count}`);
    return found?.ui ?? look.ui;
  });
}

/** Goes to the next member of the same name, or the one before. */
function toSame(context: Context, way: 1 | -1): void {
  changeSheet(context, (look, view) => {
    const next = sameName(way)(look, view);
    if (next === look.ui) warn(context, 'No other key has this name there.');
    return next;
  });
}

/** Shows Markdown lightly drawn, or as it is written. */
function toggleMarkdown(context: Context): void {
  const now = inView(context);
  if (now === undefined) return;
  const has = flowOf(now.sheet, now.ui).sections.some(
    ({ section }) => section.kind === 'text' && isMarkdown(section),
  );
  if (!has) {
    warn(context, 'There is no Markdown here.');
    return;
  }
  changeSheet(context, ({ ui }) => ({ ...ui, source: !ui.source }));
  tell(context, now.ui.source ? 'Showing rendered Markdown' : 'Showing Markdown source', 2_000);
}

/** Folds or unfolds; a string is opened to be read, a text that holds JSON is shown as such. */
function enter(context: Context): void {
  const found = itemInView(context);
  if (found === undefined) return;
  if (enterWord(found.now, found.item) === '') {
    warn(context, 'There is nothing to open in this row.');
    return;
  }
  const { now, item } = found;
  const uri = linkOf(item);
  const page = pageOf(item);
  const about = itemOf(item);
  if (item.kind === 'line' && item.section.press !== undefined) item.section.press.run(context);
  else if (uri !== undefined) context.services.readLink(context, uri);
  else if (about !== undefined) context.services.goToItem(context, about);
  else if (page !== undefined) context.services.browse(context, page);
  else if (item.kind === 'line' && turnable(now, item.section.id))
    changeSheet(context, formatted(item.section));
  else if (item.kind === 'line' && item.section.seq !== undefined) {
    const { seq, path } = item.section;
    context.services.goToLine(context, seq);
    if (path === undefined) return;
    changeSheet(context, toPointer(path), 'detail');
    context.ui.update(focusPane('detail'));
  } else if (item.kind === 'line') {
    const text = textAt(flowOf(now.sheet, now.ui), item.section);
    if (text !== undefined) showAs(context, text);
  } else if (isString(item)) changeSheet(context, (one) => opening(one, item.section, item.row));
  else changeSheet(context, toggle);
}

/** What enter does on the selected row; nothing where it does nothing. */
function wordOfEnter(situation: Situation): string {
  const found = itemInView(situation);
  if (found === undefined) return '';
  // In a recording nothing can be read.
  const isDead = situation.host.connection === undefined && linkOf(found.item) !== undefined;
  return isDead ? '' : enterWord(found.now, found.item);
}

/** The picture that is selected. */
function pictureInView(situation: Situation): Blob | undefined {
  const found = itemInView(situation);
  return found && pictureOf(found.item.section);
}

function left(context: Context): void {
  const { now, item } = itemInView(context) ?? {};
  if (now !== undefined && item !== undefined && foldOf(now, item) === 'open') {
    changeSheet(context, formatted(item.section));
    return;
  }
  const before = context.ui.get().sheets;
  changeSheet(context, outwards);
  if (context.ui.get().sheets === before) closeOpened(context);
}

function right(context: Context): void {
  const { now, item } = itemInView(context) ?? {};
  const isFoldedLine = now !== undefined && item !== undefined && foldOf(now, item) === 'folded';
  if (isFoldedLine || (item?.kind === 'row' && isString(item))) enter(context);
  else changeSheet(context, inwards);
}

/** Shows a text as the JSON that it holds, or that JSON as the text it was sent as. */
function format(context: Context): void {
  const found = itemInView(context);
  if (found === undefined) return;
  const { now, item } = found;
  const id = turnableAt(flowOf(now.sheet, now.ui), now, item.section.id);
  if (id !== undefined) {
    changeSheet(context, formatted(id));
    return;
  }
  const section = now.ui.formatted.includes(item.section.id)
    ? item.section
    : item.kind === 'line' && textAt(flowOf(now.sheet, now.ui), item.section);
  if (section) showAs(context, section);
  else warn(context, 'There is no JSON text here.');
}

function showAs(context: Context, section: TextSection | JsonSection): void {
  if (section.kind === 'text' && asJson(section) === undefined) warn(context, 'Not valid JSON.');
  else changeSheet(context, formatted(section));
}

/** Shows a picture on the whole terminal, all else in the pager. */
function view(context: Context): void {
  const now = inView(context);
  if (now === undefined) return;
  const found = itemInView(context);
  const picture = found && pictureOf(found.item.section);
  if (picture !== undefined && found?.item.kind === 'line')
    show(context, picture, found.now, found.item.section);
  else page(context, now);
}

function show(context: Context, picture: Blob, { sheet: { file } }: InView, { text }: TextSection): void {
  if (!context.terminal.draws) {
    warn(context, NOT_DRAWN);
    return;
  }
  tell(context, 'The image is being decoded.');
  const words = `${file}${extensionOf(picture.mimeType)}: ${text}`;
  void context.terminal.show(picture, words).then((failure) => {
    if (failure !== undefined) warn(context, failure);
    else context.ui.update(({ status: _, ...ui }) => ui);
  });
}

function page(context: Context, now: InView): void {
  const { mask } = secretsOf(context.host.mask, context.ui.get().revealed);
  void context.terminal.page(printed(flowOf(now.sheet, now.ui), mask)).then((failure) => {
    if (failure !== undefined) warn(context, failure);
  });
}
