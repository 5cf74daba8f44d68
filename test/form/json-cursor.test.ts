import { describe, expect, test } from 'vitest';
import { openForm } from '../../src/form/form.ts';
import { completeJson, memberAt, missingIn } from '../../src/form/json-cursor.ts';

const { document } = openForm({
  type: 'object',
  properties: {
    guest: { type: 'string', description: 'Who comes.' },
    night: { type: 'string', format: 'date' },
    telescope: { enum: ['reflector', 'refractor'] },
    drinks: { type: 'boolean' },
    place: { type: 'object', properties: { ra: { type: 'number' }, dec: { type: 'number' } } },
    planets: { type: 'array', items: { enum: ['Mars', 'Venus'] } },
    people: { type: 'array', items: { type: 'object', properties: { age: { type: 'integer' } } } },
  },
  required: ['night'],
});

/** A text with its cursor as `|`. */
const spot = (marked: string) => ({ text: marked.replace('|', ''), cursor: marked.indexOf('|') });

function completed(marked: string): string | undefined {
  const found = completeJson(document, spot(marked), new Date(0));
  return found && `${found.text.slice(0, found.cursor)}|${found.text.slice(found.cursor)}`;
}

describe('the member at the cursor', () => {
  test.each([
    ['{ "gu|est": "x" }', 'guest'],
    ['{ "guest": |', 'guest'],
    ['{ "guest": "x|" }', 'guest'],
    ['{ "guest": "x"| }', 'guest'],
    ['{ "guest": "x", | }', undefined],
    ['{ "place": { "ra": 1| } }', 'place.ra'],
    ['{ "people": [{ "age": 1 }, { "age": | }] }', 'people[1].age'],
    ['{ "planets": ["Mars", "|"] }', 'planets[1]'],
    ['{ "own": 1| }', undefined],
    ['|{ "guest": "x" }', undefined],
    ['[1, |]', undefined],
    ['|', undefined],
  ])('%s', (marked, name) => expect(memberAt(document, spot(marked))?.name).toBe(name));

  test('has what the schema says of it', () => {
    expect(memberAt(document, spot('{ "night": | }'))?.required).toBe(true);
    expect(memberAt(document, spot('{ "guest": | }'))?.field.schema.description).toBe('Who comes.');
  });
});

describe('what the text does not have', () => {
  test('are the properties it does not name, the required ones first', () => {
    const names = missingIn(document, '{ "guest": "", "place": { "night": 1 } }').map(({ name }) => name);
    expect(names).toEqual(['night', 'telescope', 'drinks', 'planets', 'people']);
  });

  test.each(['', '[]', 'null', '"'])('is nothing for %o', (text) =>
    expect(missingIn(document, text)).toEqual([]),
  );
});

describe('completion', () => {
  test.each([
    ['a name', '{ "tel| }', '{ "telescope": "reflector"| }'],
    ['a name without its quotes', '{ tel| }', '{ "telescope": "reflector"| }'],
    ['a name that has its value', '{ "tel|": "x" }', '{ "telescope"|: "x" }'],
    ['a name before another', '{ "gu|\n"drinks": true }', '{ "guest": "|",\n"drinks": true }'],
    ['a value', '{ "telescope": "refr| }', '{ "telescope": "refractor"| }'],
    ['a value in its quotes', '{ "telescope": "refr|" }', '{ "telescope": "refractor"| }'],
    ['the next value', '{ "telescope": "reflector|" }', '{ "telescope": "refractor"| }'],
    ['the first value after the last', '{ "telescope": "refractor"| }', '{ "telescope": "reflector"| }'],
    ['a boolean', '{ "drinks": t| }', '{ "drinks": true| }'],
    ['an item', '{ "planets": ["V|"] }', '{ "planets": ["Venus"|] }'],
    ['a value of which nothing stands', '{ "place": | }', '{ "place": {|} }'],
    ['a member of an inner object', '{ "place": {|} }', '{ "place": {\n    "ra": 0|\n  } }'],
    ['the first member', '{|}', '{\n  "night": "|"\n}'],
    ['the next member', '{\n  "night": "x",|\n}', '{\n  "night": "x",\n  "guest": "|"\n}'],
    ['the next member behind the end', '{\n  "night": "x"\n}|', '{\n  "night": "x",\n  "guest": "|"\n}'],
  ])('%s', (_, marked, expected) => {
    expect(completed(marked)).toBe(expected);
  });

  test.each([
    ['where the schema has no such name', '{ "own| }'],
    ['in a value that may be any text', '{ "guest": "x|" }'],
    ['in what the schema does not know', '{ "own": { | } }'],
    ['between a name and its value', '{ "guest" |: "x" }'],
    ['outside of an object', '[|]'],
    ['in no text', '|'],
  ])('is nothing %s', (_, marked) => expect(completed(marked)).toBeUndefined());
});
