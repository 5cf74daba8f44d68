import { describe, expect, it } from 'vitest';
import { listDifference, surfaceDifference } from '../../src/surface/difference.ts';
import { changeWords, LONG, listWords } from '../../src/surface/words.ts';
import { toolItem as item } from '../support/items.ts';
import { pairs } from '../support/pairs.ts';

const changes = (before: readonly object[], after: readonly object[]) =>
  listDifference('tools', before.map(item), after.map(item));

describe('listWords', () => {
  it('names what came, what went and what changed', () => {
    const found = changes([{ name: 'a' }, { name: 'b' }], [{ name: 'b', description: 'new' }, { name: 'c' }]);
    expect(listWords(found)).toBe('1 added (c), 1 removed (a), 1 changed (b: description added)');
  });

  it('counts names that are too many to tell', () => {
    const nine = Array.from({ length: 9 }, (_, nth) => ({ name: `t${nth}` }));
    expect(listWords(changes([], nine))).toBe('9 added (t0, t1, t2, t3, t4 and 4 more)');
    expect(listWords(changes([], nine), LONG)).toBe('9 added (t0, t1, t2, t3, t4, t5, t6, t7, t8)');
  });

  const takes = (type: string) => ({ inputSchema: { type: 'object', properties: { n: { type } } } });
  const breaking = 'parameter n: type number, was string';

  it.each([
    ['all', [], '1 changed, breaking (b: parameter n: type number, was string)'],
    ['some', ['a'], `2 changed, 1 breaking (b: ${breaking}, a: title added)`],
  ])('says whether %s of what changed breaks callers, that first', (_, titled, words) => {
    const found = changes(
      [...titled.map((name) => ({ name })), { name: 'b', ...takes('string') }],
      [...titled.map((name) => ({ name, title: 'A' })), { name: 'b', ...takes('number') }],
    );
    expect(listWords(found)).toBe(words);
  });

  it('says what an item that is gone is probably called now', () => {
    const found = changes([{ name: 'getWeather' }], [{ name: 'get_weather' }]);
    expect(listWords(found)).toBe('1 added (get_weather), 1 removed (getWeather, probably get_weather now)');
  });

  it('says nothing where only the spelling changed', () => {
    expect(listWords(changes([{ name: 'a' }], [{ name: 'a', annotations: { readOnlyHint: false } }]))).toBe(
      '',
    );
  });
});

describe('changeWords', () => {
  const wordsOf = (id: string) => {
    const pair = pairs.find((one) => one.id === id);
    return pair && surfaceDifference(pair.before, pair.after).map(changeWords);
  };

  it.each([
    ['type-number-to-integer-in', ['parameter amount: type integer, was number']],
    ['type-number-to-integer-out', ['output amount: type integer, was number']],
    ['nullable-null-taken-away-in', ['parameter page: type integer, was integer or null']],
    ['bounds-maximum-lower-in', ['parameter limit: maximum 50, was 100']],
    ['bounds-minimum-added-in', ['parameter offset: minimum 0 added']],
    ['spelling-beyond-doubles', ['parameter n: maximum 9007199254740992, was 9007199254740993']],
    ['items-deep-enum-grew-in', ['parameter ops[].op: "move" allowed now']],
    ['enum-member-removed-in', ['parameter unit: "nm" no longer allowed']],
    ['enum-order-changed-in', ['parameter level: choices in another order']],
    ['additional-closed-in', ['parameters: others no longer allowed']],
    ['unevaluated-closed-in', ['parameters: others no longer allowed']],
    ['additional-opened-out', ['output: others allowed now']],
    ['parameter-renamed-in', ['parameter userId removed', 'parameter user_id added, required']],
    ['required-optional-became-required-in', ['parameter branch: required now']],
    ['ref-def-content-narrowed-in', ['parameter home.zip: required now']],
    ['union-discriminated-variant-added-in', ['parameter action: oneOf 3 variants, was 2 variants']],
    [
      'pattern-two-patterns-in',
      ['parameter slug: pattern "^[a-z0-9]+$", was "^[a-z]+$" (cannot be compared)'],
    ],
    ['defaults-default-changed', ['parameter size: default 100, was 10']],
    ['texts-description-of-a-parameter', ['parameter q: description changed']],
    ['texts-tag-characters-added', ['description changed, hides characters']],
    ['annotations-readonly-lost', ['annotations.readOnlyHint false, was true']],
    ['output-schema-gone', ['outputSchema removed']],
    ['prompts-argument-required', ['argument topic: required now']],
    ['prompts-required-argument-added', ['argument lang added, required']],
    ['resources-mime-type', ['mimeType "application/json", was "text/csv"']],
    ['server-list-changed-gone', ['capabilities.tools.listChanged true removed']],
  ])('%s', (id, words) => {
    expect(wordsOf(id)).toEqual(words);
  });
});
