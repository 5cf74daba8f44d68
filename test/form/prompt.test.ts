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

test('the variables of a template are text fields', () => {
  const rows = visibleFields(openForm(templateSchema('x://{a}{?b*}')));
  expect(rows.map(({ name, kind, word }) => [name, kind, word])).toEqual([
    ['a', 'text', 'text'],
    ['b', 'text', 'text or list of text or map of text'],
  ]);
});
