import { expect, it } from 'vitest';
import { textToSend } from '../../../../src/tui/kit/form/state.ts';
import { pasteIntoForm, typeIntoForm } from '../../../../src/tui/kit/form/typing.ts';
import { shown } from '../../../../src/tui/screens/catalogue/ask.ts';
import { overlayOf, typed } from '../../../../src/tui/world/overlay.ts';
import { program } from '../../../support/program.ts';
import { told, withTools } from '../../../support/told.ts';

/** A program on the form of a tool with this one parameter, which is required. */
function filling(name: string, schema: object) {
  const inputSchema = { type: 'object', properties: { [name]: schema }, required: [name] };
  const { ui, context, press, done } = program(told(...withTools({ name: 'tool', inputSchema })));
  press('2', 'enter');
  return {
    press,
    /** Types the name that is asked for. */
    name: (text: string) => {
      expect(overlayOf(ui.get(), 'prompt')?.label).toBe('name of the new property');
      ui.update(typed(`${overlayOf(ui.get(), 'prompt')?.value}${text}`));
      press('enter');
    },
    type: (text: string) => typeIntoForm(context, text),
    paste: (text: string) => pasteIntoForm(context, text),
    sent: () => textToSend(shown(context)!.detail.form),
    left: () => done.left,
    question: () => overlayOf(ui.get(), 'question')?.text,
    said: () => ui.get().status?.text,
  };
}

it('goes into the folded field that has the problem', () => {
  const text = { type: 'string' };
  const place = { type: 'object', properties: { object: text, note: text }, required: ['object'] };
  const form = filling('programme', place);
  form.press('tab', 'tab');
  form.type('x');
  form.press('shift+tab', 'shift+tab', 'left', 'ctrl+g');
  form.type('M31');
  expect(form.sent()).toBe('{"programme":{"object":"M31","note":"x"}}');
});

it.each([
  ['a list', { type: 'array', items: { type: 'string' } }, '{"tags":["a"]}'],
  ['a map', { type: 'object', additionalProperties: { type: 'string' } }, undefined],
])('enter on %s that holds nothing adds the first', (_, schema, sent) => {
  const form = filling('tags', schema);
  form.press('enter');
  if (sent === undefined) form.name('b');
  form.type('a');
  expect(form.sent()).toBe(sent ?? '{"tags":{"b":"a"}}');
});

it('what is typed on a list or a map that holds nothing begins the first', () => {
  const list = filling('tags', { type: 'array', items: { type: 'string' } });
  list.type('a');
  list.type('b');
  expect(list.sent()).toBe('{"tags":["ab"]}');
  const map = filling('tags', { type: 'object', additionalProperties: { type: 'string' } });
  map.type('M');
  map.name('31');
  map.type('x');
  expect(map.sent()).toBe('{"tags":{"M31":"x"}}');
  map.press('down', 'enter');
  map.name('M31');
  expect([map.said(), map.sent()]).toEqual(['M31 already exists.', '{"tags":{"M31":"x"}}']);
});

it('enter on a list that holds something unfolds and folds it', () => {
  const form = filling('tags', { type: 'array', items: { type: 'string' } });
  form.press('enter');
  form.type('a');
  form.press('up', 'enter', 'enter');
  expect(form.sent()).toBe('{"tags":["a"]}');
});

it.each([
  ['a constant', { const: 1 }, 'this is the only allowed value'],
  ['a group', { type: 'object', properties: { a: {} } }, 'press down to edit the values inside'],
])('typing on %s says what to do', (_, schema, said) => {
  const form = filling('one', schema);
  form.type('x');
  expect(form.said()).toBe(said);
});

it.each([
  ['a constant', { const: 1 }, 'this is the only allowed value'],
  ['a group', { type: 'object', properties: { a: {} } }, 'press down to edit the values inside'],
])('a paste on %s that it does not take says what to do', (_, schema, said) => {
  const form = filling('one', schema);
  form.paste('a\nb');
  expect(form.said()).toBe(said);
});

const CITIES = ['New York', 'Newark', 'Rome'];

it.each([
  ['a choice', { enum: CITIES }, 'New York\n', ['enter'], '"New York"'],
  ['an open list of choices', { enum: CITIES }, ' Rome', ['enter'], '"Rome"', ['enter']],
  [
    'a choice of several',
    { type: 'array', items: { enum: CITIES } },
    'New York',
    ['space', 'enter'],
    '["New York"]',
  ],
  ['true or false', { type: 'boolean' }, 'false\n', [], 'false'],
  ['true or false, for what is neither,', { type: 'boolean' }, 'tomato', [], undefined],
])('a paste on %s is taken as if typed', (_, schema, text, keys, one, open = []) => {
  const form = filling('one', schema);
  form.press(...open);
  form.paste(text);
  for (const key of keys)
    if (key === 'space') form.type(' ');
    else form.press(key);
  expect(form.sent()).toBe(one === undefined ? '{}' : `{"one":${one}}`);
});

it('left and right go through what can be chosen, in place', () => {
  const city = filling('one', { enum: CITIES });
  city.press('right', 'right', 'left', 'left');
  expect(city.sent()).toBe('{"one":"Rome"}');
  const truth = filling('one', { type: 'boolean' });
  truth.press('right');
  expect(truth.sent()).toBe('{"one":true}');
  truth.press('right');
  expect(truth.sent()).toBe('{"one":false}');
  truth.press('left');
  expect(truth.sent()).toBe('{"one":true}');
});

it('enter in a choice of several takes the one under the cursor where nothing is ticked', () => {
  const form = filling('one', { type: 'array', items: { enum: CITIES } });
  form.type(' ');
  form.press('down', 'enter');
  expect(form.sent()).toBe('{"one":["Newark"]}');
  form.press('enter', 'down', 'down', 'enter');
  expect(form.sent()).toBe('{"one":["Newark"]}');
  form.type(' ');
  form.type(' ');
  form.press('enter');
  expect(form.sent()).toBe('{"one":["Newark","New York"]}');
});

it('q on the button asks when what was filled in was not sent', () => {
  const form = filling('one', { type: 'string' });
  form.press('tab', 'q');
  expect([form.left(), form.question()]).toEqual([0, undefined]);
  form.press('shift+tab');
  form.type('x');
  form.press('tab', 'q');
  expect(form.question()).toBe('The form was not sent. Quit?');
});
