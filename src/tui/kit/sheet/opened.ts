import type { Host } from '../../../host/host.ts';
import { rowAt, valueText } from '../../../json/rows.ts';
import { beginsAsJson } from '../../../json/shape.ts';
import { memo, memoOf } from '../../../time/memo.ts';
import type { PlaceId } from '../../world/screen-id.ts';
import type { Ui } from '../../world/ui.ts';
import { flowOf, partOfSection, pathOfItem } from './flow.ts';
import { hiddenString } from './json-row.ts';
import { jsonSection, textSection } from './sections.ts';
import { freshSheet, type JsonSection, type Sheet, type Sheets, type SheetUi } from './sheet.ts';

/** A sheet as it is looked at. */
export interface SheetLook {
  readonly sheet: Sheet;
  readonly ui: SheetUi;
}

/** A sheet as it is looked at, and the pane that shows it. */
export interface InView extends SheetLook {
  readonly name: string;
}

declare module '../../world/command.ts' {
  interface Services {
    /** The sheet that is read in a pane, in that with the focus when none is named; nothing where no sheet is read. */
    readonly sheetInView: (host: Host, ui: Ui, place?: PlaceId) => InView | undefined;
  }
}

/**
 * What a pane shows: the sheet that is its own, or the text of a string that was opened in it. What is kept of
 * another sheet is left aside.
 */
export function lookAt(sheets: Sheets, name: string, base: Sheet): SheetLook {
  const kept = Object.hasOwn(sheets, name) ? sheets[name] : undefined;
  return (kept && resolve(base, kept)) ?? { sheet: base, ui: fresh(base, kept) };
}

/**
 * A sheet as it is looked at first: what is said above the message is seen, what is in it is selected. What was
 * shown as JSON in the sheet before is so in this one: a call is often made again.
 */
function fresh(sheet: Sheet, before: SheetUi | undefined): SheetUi {
  const outermost = before && (origins(before).at(-1) ?? before);
  const ui = {
    ...freshSheet(sheet.key),
    ...(outermost && { formatted: outermost.formatted, source: outermost.source }),
  };
  const part = flowOf(sheet, ui).sections.find(({ section }) => section.path !== undefined);
  return part === undefined ? ui : { ...ui, at: { item: part.first, row: 0 } };
}

/** The states that a state was opened from, the nearest first. */
function origins({ opened }: SheetUi): readonly SheetUi[] {
  return opened === undefined ? [] : [opened.from, ...origins(opened.from)];
}

function resolve(base: Sheet, ui: SheetUi): SheetLook | undefined {
  if (ui.opened === undefined) return ui.of === base.key ? { sheet: base, ui } : undefined;
  const { section, row, from } = ui.opened;
  const around = resolve(base, from);
  const part = around && partOfSection(flowOf(around.sheet, from), section);
  if (around === undefined || part === undefined || !('fold' in part)) return undefined;
  return { sheet: openedString(around.sheet, part.section, row), ui };
}

/** The state after a string of JSON was opened to be read as a text, or as the JSON that it holds. */
export function opening({ sheet, ui }: SheetLook, section: JsonSection, row: number): SheetUi {
  const { key } = openedString(sheet, section, row);
  return { ...freshSheet(key), opened: { section: section.id, row, from: ui } };
}

const openedString = (sheet: Sheet, section: JsonSection, row: number): Sheet =>
  openedIn(sheet)(section, row);

const openedIn = memoOf((sheet: Sheet) =>
  memo((section: JsonSection, row: number): Sheet => sheetOfString(sheet, section, row)),
);

function sheetOfString(sheet: Sheet, section: JsonSection, row: number): Sheet {
  const json = valueText(section.rows, row);
  const text: string = JSON.parse(json);
  const shown: string = JSON.parse(hiddenString(section.rows, rowAt(section.rows, row), json, sheet.hide));
  const inside = beginsAsJson(text) ? jsonSection('value', text, '') : undefined;
  const content = { content: { kind: 'text', text } } as const;
  return {
    key: `${sheet.key} ${section.id} ${row}`,
    sections: [inside ?? textSection('value', shown, content)],
    hide: sheet.hide,
    within: pathOfItem({ kind: 'row', section, row, fold: section.fold }) ?? '',
    whole: () => text,
    file: sheet.file,
  };
}
