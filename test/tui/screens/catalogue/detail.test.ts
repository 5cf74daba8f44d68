import { expect, test } from 'vitest';
import { type FormUi, focusOn, textToSend, toJson, type } from '../../../../src/tui/kit/form/state.ts';
import { type Details, detailOf } from '../../../../src/tui/screens/catalogue/detail.ts';
import type { ListEntry } from '../../../../src/tui/screens/catalogue/entries.ts';
import { nothingRecalled, type Recalled } from '../../../../src/tui/screens/catalogue/recalled.ts';

const text = { type: 'string' };
const schema = (properties: object) => ({ type: 'object', properties });
const FIRST = schema({ city: text, note: text });

/** A tool as a list has it, each time anew. */
function tool(inputSchema: object): ListEntry {
  const raw = { name: 'weather', inputSchema };
  const item = { raw, name: 'weather', title: 'weather', description: '', problems: [], seq: 1 };
  return { key: 'tools weather', list: 'tools', item };
}

const RECALLED: Recalled = {
  ...nothingRecalled,
  server: 'sky',
  calls: [{ at: '', server: 'sky', list: 'tools', name: 'weather', arguments: '{"city":"Rome"}', left: [] }],
};

const write = (ui: FormUi, key: string, typed: string): FormUi =>
  type(focusOn(ui, key), { type: 'insert', text: typed });

test.each([
  {
    what: 'what was typed, where another parameter is added',
    typed: (ui: FormUi) => write(ui, '/note', 'wet'),
    now: schema({ city: text, note: text, unit: text }),
    sent: '{"city":"Rome","note":"wet"}',
    focus: '/note',
  },
  {
    what: 'what was typed into a parameter that is gone',
    typed: (ui: FormUi) => write(ui, '/note', 'wet'),
    now: schema({ city: text }),
    sent: '{"city":"Rome","note":"wet"}',
    focus: '/note',
  },
  {
    what: 'what was typed into a parameter of another type now',
    typed: (ui: FormUi) => write(ui, '/note', 'wet'),
    now: schema({ city: text, note: { type: 'integer' } }),
    sent: '{"city":"Rome","note":"wet"}',
    focus: '/note',
  },
  {
    what: 'JSON that is not whole yet',
    typed: (ui: FormUi) => type(toJson(ui), { type: 'replace', text: '{"city":' }),
    now: schema({ city: text, unit: text }),
    sent: '{"city":',
    focus: '/city',
  },
  {
    what: 'the arguments of the time before, where nothing was typed',
    typed: (ui: FormUi) => ui,
    now: schema({ city: text, unit: text }),
    sent: '{"city":"Rome"}',
    focus: '/city',
  },
])('a form whose schema changes keeps $what', ({ typed, now, sent, focus }) => {
  const opened = tool(FIRST);
  const before = detailOf({}, RECALLED, opened);
  let details: Details = { [opened.key]: { ...before, form: typed(before.form) } };
  // It may change more than once, and each time something may have been done in between or not.
  for (const next of [now, schema({ ...now.properties, more: text })]) {
    const entry = tool(next);
    const { form } = detailOf(details, RECALLED, entry);
    expect(textToSend(form)).toBe(sent);
    expect(form.focus).toBe(focus);
    details = { ...details, [entry.key]: detailOf(details, RECALLED, entry) };
  }
});
