import { describe, expect, test } from 'vitest';
import { act } from '../../src/form/act.ts';
import { argumentsText, type Form, openForm } from '../../src/form/form.ts';
import { formToJson, jsonToForm } from '../../src/form/json-mode.ts';
import { visibleFields } from '../../src/form/rows.ts';
import { done, go, said, schema } from './sample.ts';

const form = openForm(schema);

function formOf(text: string, from = form): Form {
  const found = jsonToForm(from, text);
  if ('problem' in found) throw new Error(found.problem.message);
  return found.form;
}

describe('from the fields to JSON and back', () => {
  test('is printed over several lines with the digits as typed', () => {
    const filled = done(form, go('text', ['count'], '1.0'), go('set', ['tags'], '["a"]'));
    expect(formToJson(filled)).toBe('{\n  "count": 1.0,\n  "tags": [\n    "a"\n  ]\n}');
  });

  test('gives the same form when nothing was changed', () => {
    const filled = done(form, go('add', ['tags']), go('text', ['anything'], '{"half": '));
    expect(formOf(formToJson(filled), filled)).toBe(filled);
  });

  test.each([
    ['big integers', '{"count": 12345678901234567890}'],
    ['the order of names', '{"text": "x", "count": 1, "a": 0}'],
    ['names that are no parameters', '{"own": {"deep": [1.50]}}'],
    ['values of the wrong kind', '{"count": "four", "tags": 5, "person": []}'],
    ['escapes and white space', '{ "text" : "\\u0041" }'],
  ])('%s are sent exactly', (_, text) => {
    expect(argumentsText(formOf(text))).toBe(text);
  });

  test('line breaks become spaces, because a message is one line', () => {
    expect(argumentsText(formOf('{\n  "count": 1\n}\n'))).toBe('{   "count": 1 }');
    expect(formToJson(formOf('{\n  "count": 1\n}\n'))).toBe('{\n  "count": 1\n}\n');
  });

  test('what was typed is gone with the next action, its content is not', () => {
    const typed = formOf('{ "own": 1.0, "text": "a" }');
    expect(argumentsText(act(typed, go('text', ['text'], 'b')))).toBe('{"own":1.0,"text":"b"}');
  });

  test('what was unfolded stays so', () => {
    const open = done(form, go('open', ['person'], true), go('text', ['person', 'age'], '1'));
    const rows = visibleFields(formOf('{"person": {"age": 2}}', open));
    expect(rows.find(({ name }) => name === 'person')?.open).toBe(true);
    expect(rows.find(({ name }) => name === 'age')?.text).toBe('2');
  });

  test('problems are those of the fields', () => {
    expect(said(formOf('{"count": "four", "person": {}}'))).toEqual([
      'count: must be an integer',
      'person.name: is required',
    ]);
  });
});

describe('what no form can hold says where and why', () => {
  test.each([
    ['{"a": 1,}', 1, 9, 'a comma cannot stand before }'],
    ['{\n  "a": tru\n}', 2, 8, undefined],
    ['', 1, 1, undefined],
    ['[1]', 1, 1, 'arguments must be an object, not an array'],
    ['null', 1, 1, 'arguments must be an object, not null'],
    ['{"é": 1,\n "é": 2}', 2, 2, '“é” is given twice; a form can hold it only once'],
    ['{"a": [{"b": 1, "c": 2, "b": 3}]}', 1, 25, '“b” is given twice; a form can hold it only once'],
  ])('%j', (text, line, column, message) => {
    const found = jsonToForm(form, text);
    expect(found).toMatchObject({ problem: { line, column, ...(message === undefined ? {} : { message }) } });
  });
});
