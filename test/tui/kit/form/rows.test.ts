import { describe, expect, it } from 'vitest';
import { width } from '../../../../src/text/width.ts';
import { formRows } from '../../../../src/tui/kit/form/rows.ts';
import { type FormUi, openFormUi, toJson, type } from '../../../../src/tui/kit/form/state.ts';
import { createTheme } from '../../../../src/tui/world/theme.ts';

const theme = createTheme({ ascii: false, colour: false });

/** The rows of a form with one field, which has the focus. */
function rowsOf(name: string, schema: object): readonly string[] {
  const form = openFormUi({ type: 'object', properties: { [name]: schema } });
  const rows = formRows(form, { theme, cells: 60, rows: 20, active: true, buttons: ['Call'] });
  return Array.from({ length: rows.count }, (_, at) => rows.row(at).trim());
}

describe('below the focused field', () => {
  it.each([
    [{ $ref: '#/$defs/Nowhere' }, '“#/$defs/Nowhere” points at nothing'],
    [{ type: 'number', examples: [1, 2, 3, 4] }, 'such as 1, 2, 3 …'],
    [{ type: ['string', 'number'], default: 'x' }, 'default: x'],
    [{ default: [1] }, 'default: [1]'],
    [{ type: ['string', 'number', 'array'] }, 'alt+t: string, number or array'],
    [{}, 'alt+t: 6 variants'],
    [{ const: 5 }, 'only: 5'],
    [{ type: 'array', items: { type: 'string' } }, 'enter: add an item'],
  ])('%j says %s', (schema, words) => {
    expect(rowsOf('q', schema).join('\n')).toContain(words);
  });

  it.each([
    ['start_date', 'Start Date', 'the first day', 'the first day'],
    ['maxRows', 'Max Rows', 'how many', 'how many'],
    ['q', 'Query', 'what is sought', 'Query: what is sought'],
    ['q', 'Query', 'Query', 'Query'],
  ])('%s has the title %s only when that says more', (name, title, description, told) => {
    expect(rowsOf(name, { type: 'string', title, description })[1]).toBe(told);
  });
});

describe('a name longer than the pane', () => {
  it.each([30, 40, 60, 120])('is cut where it has the focus, in %i cells', (cells) => {
    const name = 'n'.repeat(500);
    const form = openFormUi({ type: 'object', properties: { [name]: { type: 'string' } } });
    const rows = formRows(form, { theme, cells, rows: 20, active: true, buttons: ['Call'] });
    const drawn = Array.from({ length: rows.count }, (_, at) => rows.row(at));
    expect(drawn.filter((row) => width(row) > cells)).toEqual([]);
    expect(drawn[0]).toMatch(/nnn… /);
    expect(rows.cursor?.column).toBeLessThan(cells);
  });
});

describe('up in a text that is wrapped', () => {
  const text = (form: FormUi) => type(form, { type: 'replace', text: `${'x'.repeat(90)}\n${'y'.repeat(4)}` });
  const field = openFormUi({ type: 'object', properties: { q: { type: 'string' } } });
  it.each([
    ['JSON', text(toJson(field))],
    ['a field', text(field)],
  ])('goes a drawn row at a time in %s, whatever room there is', (_, form) => {
    for (const cells of [60, 80, 100, 120]) {
      const drawn = (one: FormUi) =>
        formRows(one, { theme, cells, rows: 40, active: true, buttons: ['Call'] });
      const rows: (number | undefined)[] = [];
      let now = form;
      for (let before: FormUi | undefined; now !== before; ) {
        rows.push(drawn(now).cursor?.row);
        before = now;
        now = type(now, { type: 'move', to: 'up', cells: drawn(now).wrapped ?? 0 });
      }
      const first = form.json === undefined ? 0 : 1;
      expect(rows).toEqual(Array.from({ length: rows.length }, (_, at) => first + rows.length - 1 - at));
    }
  });
});
