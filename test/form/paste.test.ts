import { describe, expect, test } from 'vitest';
import { argumentsText, type Form, openForm } from '../../src/form/form.ts';
import { pasteInto } from '../../src/form/paste.ts';
import type { Path } from '../../src/json/path.ts';
import { done, go, schema } from './sample.ts';

const form = openForm(schema);

/** What is sent after a paste; `text` when the paste is for the editor. */
const pasted = (path: Path, text: string, into: Form = form) => {
  const after = pasteInto(into, path, text);
  return after === undefined ? 'text' : argumentsText(after);
};

describe('a paste', () => {
  test.each<[string, Path, string, string]>([
    [
      'of parameters sets them, wherever the focus is',
      ['text'],
      '{"count": 1.0, "flag": true}',
      '{"count":1.0,"flag":true}',
    ],
    ['of parameters in a group sets them too', ['person'], '{"text": "x"}', '{"text":"x"}'],
    [
      'of one name that is not a known property is text in a text',
      ['text'],
      '{"count": 1, "own": 2}',
      'text',
    ],
    ['of no name at all is text in a text', ['text'], '{}', 'text'],
    ['of no name at all is the empty object in a map', ['map'], '{}', '{"map":{}}'],
    ['of an object in a group', ['person'], '{"name": "A"}', '{"person":{"name":"A"}}'],
    ['of an object in a map', ['map'], '{"a": 1.0}', '{"map":{"a":1.0}}'],
    ['of an object in any JSON', ['anything'], '{"a": 1}', '{"anything":{"a":1}}'],
    [
      'of an object in a union',
      ['pet'],
      '{"kind": "dog", "breed": "B"}',
      '{"pet":{"kind":"dog","breed":"B"}}',
    ],
    ['of an object in a number', ['count'], '{"a": 1}', 'text'],
    ['of a list in a list', ['tags'], '["a", "b"]', '{"tags":["a","b"]}'],
    ['of a list in a multi-choice', ['some'], '["x"]', '{"some":["x"]}'],
    ['of a list in a group', ['person'], '["a"]', 'text'],
    ['of a list in a text', ['text'], '["a"]', 'text'],
    ['of a number in any JSON', ['anything'], '42', 'text'],
    ['of lines in a text', ['text'], 'a\nb', 'text'],
    ['of lines in a list', ['tags'], 'a\r\n\r\nb\n', '{"tags":["a","b"]}'],
    ['of one line in a list', ['tags'], 'a', 'text'],
    ['of lines in a list of groups', ['people'], 'a\nb', 'text'],
    ['of broken JSON', ['map'], '{"a": ', 'text'],
  ])('%s', (_, path, text, sent) => {
    expect(pasted(path, text)).toBe(sent);
  });

  test('leaves what it does not name', () => {
    const filled = done(form, go('text', ['text'], 'x'), go('text', ['count'], '1'));
    expect(pasted(['flag'], '{"count": 2}', filled)).toBe('{"text":"x","count":2}');
  });

  test('of lines at an item begins in its place', () => {
    const two = done(form, go('set', ['tags'], '["a","d"]'));
    expect(pasted(['tags', 1], 'b\nc', two)).toBe('{"tags":["a","b","c"]}');
    expect(pasted(['tags'], 'e\nf', two)).toBe('{"tags":["a","d","e","f"]}');
  });

  test('of names of any variant in a form that is a union', () => {
    const root = openForm({
      oneOf: [
        { properties: { kind: { const: 'a' }, x: {} } },
        { properties: { kind: { const: 'b' }, y: {} } },
      ],
    });
    expect(pasted([], '{"kind": "b", "y": 1}', root)).toBe('{"kind":"b","y":1}');
  });
});
