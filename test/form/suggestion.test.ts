import { describe, expect, it } from 'vitest';
import { suggestionsFor } from '../../src/form/field.ts';
import { fieldOf } from '../../src/form/field-of.ts';
import { openForm } from '../../src/form/form.ts';
import { placeAt } from '../../src/form/place.ts';

const NOW = new Date('2026-03-04T05:06:07.089Z');

/** What is offered for a field of a schema. */
function offered(schema: object): readonly string[] {
  const { document, draft } = openForm({ type: 'object', properties: { a: schema } });
  expect(fieldOf(document, document.root).kind).toBe('group');
  return suggestionsFor(placeAt({ document, draft }, ['a']).field, NOW);
}

describe('what is offered for a text', () => {
  it.each([
    [{ type: 'string' }, []],
    [{ type: 'string', examples: ['a', 1, 'b'], default: 'c' }, ['a', 'b', 'c']],
    [{ type: 'string', examples: ['a'], default: 'a' }, ['a']],
    [{ type: 'string', format: 'date' }, ['2026-03-04']],
    [{ type: 'string', format: 'time' }, ['05:06:07Z']],
    [
      { type: 'string', format: 'date-time', default: '2020-01-01T00:00:00Z' },
      ['2026-03-04T05:06:07Z', '2020-01-01T00:00:00Z'],
    ],
    [{ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'string' }] }, ['2026-03-04T05:06:07Z']],
    [{ anyOf: [{ enum: ['low', 'high'] }, { type: 'string' }] }, ['low', 'high']],
    [{ anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }, ['2026-03-04']],
    [{ type: 'number', examples: [1] }, []],
  ])('%j', (schema, texts) => {
    expect(offered(schema)).toEqual(texts);
  });
});
