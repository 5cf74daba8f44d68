import type { ReactNode } from 'react';
import { useCallback } from 'react';
import { argumentsValue } from '../../../form/form.ts';
import { expand } from '../../../form/template.ts';
import { isObject } from '../../../json/shape.ts';
import type { SessionState } from '../../../session/state.ts';
import { cut, padStart } from '../../../text/cut.ts';
import { counted } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { width } from '../../../text/width.ts';
import { wrap } from '../../../text/wrap.ts';
import type { FormRows } from '../../kit/form/drawing.ts';
import { FormPane } from '../../kit/form/pane.tsx';
import { type FormUi, focusedRow, hasFields } from '../../kit/form/state.ts';
import type { Lens, SeenLine, SeenTool } from '../../kit/lens.ts';
import { lensIn } from '../../kit/lens.ts';
import { Pane } from '../../kit/pane.tsx';
import { Rows } from '../../kit/rows.tsx';
import { type Area, inner } from '../../world/layout.ts';
import { isAskedInPlace } from '../../world/overlay.ts';
import { type Theme, useTheme } from '../../world/theme.ts';
import type { Ui } from '../../world/ui.ts';
import { useSession, useUi } from '../../world/world.ts';
import { detailOf, runsAsTask } from './detail.ts';
import {
  type GroupRow,
  isUnlisted,
  type ListEntry,
  type ListScreen,
  selectedEntry,
  selectedGroup,
} from './entries.ts';
import { badgesOf, meaningOf, signOf, useEntries } from './list-view.tsx';
import { ResultPane } from './result-view.tsx';
import { viewUriOf } from './views.ts';

interface Props {
  readonly screen: ListScreen;
  readonly area: Area;
  /** Where the result lies beside the form; without it one takes the place of the other. */
  readonly third: Area | undefined;
}

/** The right side of a list screen: what the selected item says of itself, its form and its newest result. */
export function Detail({ screen, area, third }: Props): ReactNode {
  const { entries, list } = useEntries(screen);
  const vanished = useUi(
    useCallback((ui: Ui) => (ui.focus[screen] === 'detail' ? ui.vanished : undefined), [screen]),
  );
  const isGone = vanished !== undefined && vanished === list.selected && isUnlisted(entries, vanished);
  const entry = isGone ? undefined : selectedEntry(entries, list);
  const details = useUi(useCallback((ui: Ui) => ui.details, []));
  const recalled = useUi(useCallback((ui: Ui) => ui.recalled, []));
  const focused = useUi(
    useCallback((ui: Ui) => !isAskedInPlace(ui) && ui.focus[screen] === 'detail', [screen]),
  );
  const detail = entry && detailOf(details, recalled, entry);
  const asTask = useSession(
    useCallback(
      (state) => entry !== undefined && detail !== undefined && runsAsTask(state, entry, detail),
      [entry, detail],
    ),
  );
  const group = isGone || entry !== undefined ? undefined : selectedGroup(entries, list);
  if (group !== undefined) return <GroupPane group={group} area={area} focused={focused} />;
  if (entry === undefined || detail === undefined)
    return (
      <Pane area={area} title="" focused={focused}>
        {isGone && <Rows rows={[{ key: 'gone', text: 'No longer listed; esc goes to the list.' }]} />}
      </Pane>
    );
  const { form, showing, call, boundary, against, link, past } = detail;
  const hasResult = call !== undefined && (showing === 'result' || third !== undefined);
  const result = (place: Area): ReactNode => (
    <ResultPane
      area={place}
      screen={screen}
      seq={link?.seq ?? call ?? 0}
      odd={link === undefined ? boundary?.label : undefined}
      against={link === undefined ? against : undefined}
      past={link === undefined && past !== undefined}
      focused={focused && showing === 'result'}
      alone={third === undefined && link === undefined && hasFields(form)}
    />
  );
  if (hasResult && third === undefined) return result(area);
  return (
    <>
      <EntryForm
        entry={entry}
        form={form}
        asTask={asTask}
        area={area}
        focused={focused && (showing === 'form' || third === undefined)}
        isBeside={focused && third !== undefined}
      />
      {hasResult && third !== undefined && result(third)}
    </>
  );
}

interface GroupProps {
  readonly group: GroupRow;
  readonly area: Area;
  readonly focused: boolean;
}

/** What a group holds, by the name that the model has for it and with what became of it, as far as there is room. */
function GroupPane({ group, area, focused }: GroupProps): ReactNode {
  const { glyphs, paint } = useTheme();
  const lens = useUi(lensIn);
  const seen = { lists: useSession(listsOf), server: useSession(serverOf) };
  const { width, height } = inner(area);
  const { members, prefix } = group;
  const most = members.length > height ? height - 1 : members.length;
  const names = members.slice(0, most).map(({ key, item }) => {
    if (lens === undefined) return { key, text: cut(visible(item.name), width) };
    const { view, mark } = lens.tool(seen, item);
    const name = cut(visible(view.given.name), width - 2);
    const sign = mark === undefined ? ' ' : paint(meaningOf(mark), signOf(mark, glyphs));
    return { key, text: `${sign} ${name}` };
  });
  const left = members.length - most;
  const more = left > 0 ? [{ key: 'more', text: `${glyphs.more} ${left} more` }] : [];
  return (
    <Pane area={area} title={visible(prefix)} right={counted(members.length, 'tool')} focused={focused}>
      <Rows rows={[...names, ...more]} />
    </Pane>
  );
}

interface FormProps {
  readonly entry: ListEntry;
  readonly form: FormUi;
  /** It is called as a task. */
  readonly asTask: boolean;
  readonly area: Area;
  readonly focused: boolean;
  /** The focus is in it or beside it: it stays scrolled as it is. */
  readonly isBeside: boolean;
}

function EntryForm({ entry, form, asTask, area, focused, isBeside }: FormProps): ReactNode {
  const theme = useTheme();
  const { width, height } = inner(area);
  const lens = useUi(lensIn);
  const lists = useSession(listsOf);
  const server = useSession(serverOf);
  const seen = entry.list === 'tools' ? lens?.tool({ lists, server }, entry.item) : undefined;
  const about = useCallback(
    () => aboutRows(entry, width, Math.max(2, Math.floor(height / 3)), theme, lens, seen),
    [entry, width, height, theme, lens, seen],
  );
  return (
    <FormPane
      area={area}
      name={entry.key}
      form={form}
      buttons={[asTask ? 'Call as a task' : BUTTONS[entry.list]]}
      preview={uriOf(entry, form)}
      about={about}
      title={visible(seen?.view.given.name ?? (entry.item.name === '' ? '(no name)' : entry.item.name))}
      right={(rows) => rightOf(entry, form, rows, focused)}
      focused={focused}
      held={isBeside}
    />
  );
}

const BUTTONS: Readonly<Record<ListEntry['list'], string>> = {
  tools: 'Call',
  resources: 'Read',
  resourceTemplates: 'Read',
  prompts: 'Get',
  skills: 'Read',
};

/** The URI that a template makes of what was entered. */
function uriOf({ list, item }: ListEntry, { form }: FormUi): string | undefined {
  if (list !== 'resourceTemplates') return undefined;
  const values = argumentsValue(form);
  return expand(item.name, isObject(values) ? values : {});
}

/** Where in the form the focus is; without it, what the tool says of itself in short. */
function rightOf(entry: ListEntry, form: FormUi, rows: FormRows, focused: boolean): string {
  if (focused && form.json !== undefined) return 'JSON';
  if (focused && focusedRow(form) !== undefined) return rows.position;
  return badgesOf(entry)
    .map(({ text }) => text)
    .join(' · ');
}

/** Title, badges, description and problems of an item; a long description is cut, `i` shows all of it. */
function aboutRows(
  entry: ListEntry,
  cells: number,
  most: number,
  theme: Theme,
  lens?: Lens,
  seen?: SeenTool,
): readonly string[] {
  const { title, name, description, problems } = entry.item;
  const heading =
    title === name || title === ''
      ? []
      : wrap(visible(title), cells).map((row) => theme.paint('strong', row));
  const lines =
    seen === undefined ? textRows(description, cells) : describedRows(seen.view.description, cells, theme);
  const under =
    lens === undefined || seen === undefined
      ? []
      : lensRows(lens.lines(seen, entry.item), cells, most + 1, theme);
  const told = description === '' ? [] : lines;
  // What is said of it under a lens has the better use for the rows.
  const room = under.length === 0 ? most : Math.max(Math.ceil(most / 2), most - under.length + 2);
  const cutShort =
    told.length > room
      ? [
          ...told.slice(0, room - 1),
          theme.paint('dim', `${theme.glyphs.more} ${told.length - room + 1} more lines (esc i: read all)`),
        ]
      : told;
  const wrong = problems
    .flatMap((problem) => wrap(`${theme.glyphs.finding} ${visible(problem)}`, cells))
    .map((row) => theme.paint('finding', row));
  const view = entry.list === 'tools' ? viewUriOf(entry) : undefined;
  const app = view === undefined ? [] : [theme.paint('dim', cut(`view ${visible(view)}`, cells))];
  const apart = under.length > 0 && told.length > 0 ? [''] : [];
  const rows = [...under, ...apart, ...heading, ...cutShort, ...app, ...wrong];
  return rows.length === 0 ? [] : [...rows, ''];
}

const textRows = (text: string, cells: number): readonly string[] =>
  text.split(/\r\n|\r|\n/).flatMap((line) => wrap(visible(line), cells));

/** A description as a client cuts it, with what is lost drawn back. */
function describedRows(
  { text, lost }: SeenTool['view']['description'],
  cells: number,
  { paint, glyphs }: Theme,
): readonly string[] {
  if (lost === '') return textRows(text, cells);
  const gone = textRows(lost, cells).map((row) => paint('dim', row));
  return [
    ...textRows(text, cells),
    paint('finding', cut(`${glyphs.cut} the model sees no more than this`, cells)),
    ...gone,
  ];
}

/**
 * What there is to know of a tool under a lens, and how it is known: beside it, or below it where there is room, in at
 * most so many rows.
 */
function lensRows(lines: readonly SeenLine[], cells: number, most: number, theme: Theme): readonly string[] {
  const { paint, glyphs } = theme;
  const full = lines.flatMap((line) => lensRow(line, cells, true, theme));
  if (full.length <= most) return full;
  const rows = lines.map((line) => lensRow(line, cells, false, theme));
  const short = rows.flat();
  if (short.length <= most) return short;
  const shown = Math.max(
    1,
    rows.findIndex((_, at) => rows.slice(0, at + 1).flat().length >= most),
  );
  const more = lines.length - shown;
  const told = rows.slice(0, shown).flat();
  return more === 0 ? told : [...told, paint('dim', `${glyphs.more} ${more} more (esc i: read all)`)];
}

function lensRow(
  { sign, says, known = '', meaning }: SeenLine,
  cells: number,
  isFull: boolean,
  { paint, glyphs }: Theme,
): readonly string[] {
  const signs = { 'left out': glyphs.error, cut: glyphs.cut, changed: glyphs.finding };
  const told = wrap(`${signs[sign]} ${visible(says)}`, cells);
  const last = told.at(-1) ?? '';
  const room = cells - width(last);
  const isBeside = known !== '' && width(known) + 3 <= room;
  return [
    ...told.slice(0, -1).map((row) => paint(meaning, row)),
    `${paint(meaning, last)}${isBeside ? paint('dim', padStart(known, room)) : ''}`,
    ...(isBeside || !isFull || known === '' ? [] : [paint('dim', cut(`  ${known}`, cells))]),
  ];
}

const listsOf = (state: SessionState): SessionState['lists'] => state.lists;
const serverOf = (state: SessionState): SessionState['server'] => state.server;
