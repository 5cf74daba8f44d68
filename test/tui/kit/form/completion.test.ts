import { describe, expect, it } from 'vitest';
import { promptSchema } from '../../../../src/form/prompt.ts';
import {
  closeCompletion,
  completionOf,
  type FieldCompletion,
  type FormUi,
  focusOn,
  moveCompletion,
  offer,
  openFormUi,
  takeCompletion,
  toJson,
  type,
} from '../../../../src/tui/kit/form/state.ts';

describe('completionOf', () => {
  it.each<[string, unknown, readonly string[], string]>([
    ['values', { completion: { values: ['a', 'b'] } }, ['a', 'b'], ''],
    ['a total', { completion: { values: ['a', 'b'], total: 120 } }, ['a', 'b'], '2 of 120'],
    ['a total of just these', { completion: { values: ['a'], total: 1, hasMore: false } }, ['a'], ''],
    ['more to come', { completion: { values: ['a'], hasMore: true } }, ['a'], '1 of more'],
    ['values that are no text', { completion: { values: [1, 'a', null] } }, ['a'], ''],
    ['no values', { completion: { values: [] } }, [], ''],
    [
      'no list',
      { completion: { values: 'a' } },
      [],
      'no completion: the response contains no list of values',
    ],
    ['nothing', null, [], 'no completion: the response contains no list of values'],
  ])('takes %s', (_, result, values, note) => {
    expect(completionOf(result)).toEqual({ values, at: -1, note });
  });
});

const SCHEMA = promptSchema([{ name: 'star' }, { name: 'to' }]);
const completion = (...values: readonly string[]): FieldCompletion => ({ values, at: -1, note: '' });

/** The form with something typed, and what is offered for it. */
function offered(text: string, ...values: readonly string[]): FormUi {
  return offer(type(openFormUi(SCHEMA), { type: 'insert', text }), completion(...values));
}

describe('what is offered', () => {
  it('is reached by arrows and left at both ends', () => {
    const text = offered('a', 'Algol', 'Altair');
    const first = moveCompletion(text, 1);
    const second = moveCompletion(first, 1);
    expect([text, first, second].map((ui) => ui.completion?.at)).toEqual([-1, 0, 1]);
    expect(moveCompletion(second, 1)).toBe(second);
    expect(moveCompletion(first, -1).completion?.at).toBe(-1);
    expect(moveCompletion(text, -1)).toBe(text);
  });

  it('is taken only when one is chosen, and then stands in the field as typed', () => {
    const text = offered('a', 'Algol', 'Altair');
    expect(takeCompletion(text)).toBe(text);
    const taken = takeCompletion(moveCompletion(text, 1));
    expect([taken.editor?.text, taken.completion]).toEqual(['Algol', undefined]);
    expect(type(taken, { type: 'undo' }).editor?.text).toBe('a');
  });

  it('stays while one types, without a choice', () => {
    const typing = type(moveCompletion(offered('a', 'Algol'), 1), { type: 'insert', text: 'l' });
    expect(typing.completion).toEqual(completion('Algol'));
  });

  it('is nothing when it is only what stands there already', () => {
    expect(offered('Algol', 'Algol').completion).toBeUndefined();
    expect(offered('Algol').completion).toBeUndefined();
    expect(offer(openFormUi(SCHEMA), { ...completion(), note: 'no completion: why' }).completion?.note).toBe(
      'no completion: why',
    );
  });

  it.each<[string, (ui: FormUi) => FormUi]>([
    ['another field', (ui) => focusOn(ui, '/to')],
    ['JSON', toJson],
    ['esc', closeCompletion],
  ])('goes with %s', (_, leave) => {
    expect(leave(offered('a', 'Algol')).completion).toBeUndefined();
  });
});
