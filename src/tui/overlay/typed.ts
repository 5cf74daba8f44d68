import { focusOn, matchField } from '../kit/form/state.ts';
import { filterBy } from '../kit/list/state.ts';
import { withList } from '../screens/catalogue/entries.ts';
import { showHelp, type Ui } from '../world/ui.ts';
import { narrowed } from './palette.ts';
import type { PromptPurpose } from './prompt.ts';

/** Opens the one-line prompt, empty where no value is proposed; what a filter held before is dropped. */
export const openPrompt =
  (label: string, purpose: PromptPurpose, value = '') =>
  (ui: Ui): Ui =>
    apply({ ...ui, prompt: { label, value, purpose } }, purpose, value);

/** Takes what was typed into the prompt; filters work while one types. */
export const typed =
  (value: string) =>
  (ui: Ui): Ui => {
    if (ui.prompt === undefined) return ui;
    const line = lineOf(value);
    const { refused: _, ...prompt } = ui.prompt;
    return apply({ ...ui, prompt: { ...prompt, value: line } }, prompt.purpose, line);
  };

/** Changes what stands in the line that is typed: that of the palette, else the prompt. */
export const retyped =
  (change: (value: string) => string) =>
  (ui: Ui): Ui => {
    if (ui.palette !== undefined) return typedIntoPalette(change(ui.palette.list.filter))(ui);
    return ui.prompt === undefined ? ui : typed(change(ui.prompt.value))(ui);
  };

/** A line without its last word. */
export const withoutWord = (value: string): string => value.replace(/\S*\s*$/u, '');

/** Takes what was typed into the palette. */
export const typedIntoPalette =
  (value: string) =>
  (ui: Ui): Ui =>
    ui.palette === undefined ? ui : { ...ui, palette: narrowed(ui.palette, lineOf(value)) };

/** A paste may hold line breaks and controls; a line has neither. */
const lineOf = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ');

/** Closes the prompt and leaves what it did. */
export const closePrompt = (ui: Ui): Ui => {
  const { prompt: _, ...rest } = ui;
  return rest;
};

/** Closes the prompt and undoes what it did. */
export const dropPrompt = (ui: Ui): Ui =>
  ui.prompt === undefined ? ui : closePrompt(apply(ui, ui.prompt.purpose, ''));

/** Puts the focus on the field that matches best by its name, else by what is said of it. */
function findField(ui: Ui, of: 'details' | 'replies', key: string, query: string): Ui {
  const holder = ui[of][key];
  const found = holder && query !== '' ? matchField(holder.form, query) : undefined;
  if (holder === undefined || found === undefined) return ui;
  return { ...ui, [of]: { ...ui[of], [key]: { ...holder, form: focusOn(holder.form, found) } } };
}

/** Marks what is looked for in a sheet; going there is done when it has been typed. */
function lookingFor(ui: Ui, name: string, query: string): Ui {
  const sheet = ui.sheets[name];
  return sheet === undefined ? ui : { ...ui, sheets: { ...ui.sheets, [name]: { ...sheet, query } } };
}

function apply(ui: Ui, purpose: PromptPurpose, value: string): Ui {
  switch (purpose.kind) {
    case 'filter':
      return withList(purpose.screen, (list) => filterBy(list, value))(ui);
    case 'field':
      return findField(ui, purpose.of, purpose.key, value);
    case 'find':
      return lookingFor(ui, purpose.name, value);
    case 'rename':
    case 'property':
    case 'preset':
    case 'save':
    case 'roots':
    case 'redirect':
    case 'note':
    case 'jump':
    case 'keepFilter':
    case 'export':
      return ui;
    case 'help':
      return showHelp(value)(ui);
    case 'filterLog':
      return { ...ui, [purpose.log]: { ...ui[purpose.log], filter: value, aside: undefined } };
  }
}
