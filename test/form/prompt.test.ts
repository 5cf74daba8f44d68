import { expect, test } from 'vitest';
import { openForm } from '../../src/form/form.ts';
import { promptSchema } from '../../src/form/prompt.ts';
import { visibleFields } from '../../src/form/rows.ts';
import { templateSchema } from '../../src/form/template.ts';

test('the arguments of a prompt are text fields', () => {
  const form = openForm(
    promptSchema([
      { name: 'min', title: 'Least', required: false },
      { name: 'id', description: 'which', required: true },
    ]),
  );
  expect(visibleFields(form)).toMatchObject([
    { name: 'id', kind: 'text', required: true, field: { schema: { description: 'which' } } },
    { name: 'min', kind: 'text', required: false, title: 'Least' },
  ]);
});

test.each([
  ['a prompt without arguments', promptSchema(undefined), []],
  ['a tool of whose arguments nothing is said', { type: 'object' }, []],
  ['a tool that takes any', { type: 'object', additionalProperties: true }, ['add a property']],
  [
    'a tool with a map',
    { type: 'object', properties: { env: { type: 'object' } }, required: ['env'] },
    ['env', 'add a property'],
  ],
])('a property to add is offered where the schema asks for one: %s', (_, schema, names) => {
  expect(visibleFields(openForm(schema)).map(({ name }) => name)).toEqual(names);
});

test('the variables of a template are text fields', () => {
  const rows = visibleFields(openForm(templateSchema('x://{a}{?b*}')));
  expect(rows.map(({ name, kind, word }) => [name, kind, word])).toEqual([
    ['a', 'text', 'string'],
    ['b', 'text', 'string or array of strings or map of strings'],
  ]);
});
