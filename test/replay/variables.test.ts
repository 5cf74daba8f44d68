// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables in steps look like that.
import { describe, expect, it } from 'vitest';
import { createVariables, filledIn, variablesIn } from '../../src/replay/variables.ts';

describe('variables in a JSON text', () => {
  const variables = createVariables({ KEY: 'a"b', EMPTY: '' });
  variables.save('id', '12345678901234567890');
  variables.save('name', '"Ada \\"L\\""');
  variables.save('list', '[1, {"a":2}]');
  variables.save('odd', '"$${id} ${id}"');

  it.each([
    ['{"a":"${id}"}', '{"a":12345678901234567890}'],
    ['{"a": "${list}" , "b":1.0}', '{"a": [1, {"a":2}] , "b":1.0}'],
    ['["#${id}!"]', '["#12345678901234567890!"]'],
    ['["Hi ${name}, ${name}"]', '["Hi Ada \\"L\\", Ada \\"L\\""]'],
    ['["${name}"]', '["Ada \\"L\\""]'],
    ['["see ${list}"]', '["see [1, {\\"a\\":2}]"]'],
    ['["${env:KEY}","x${env:EMPTY}y"]', '["a\\"b","xy"]'],
    ['["$${id}", "a$${b} $5 ${"]', '["${id}", "a${b} $5 ${"]'],
    ['["${odd}"]', '["$${id} ${id}"]'],
    ['["${gone}","a${gone}"]', '["${gone}","a${gone}"]'],
    ['{"${id}":1}', '{"${id}":1}'],
    ['{"a":1}', '{"a":1}'],
  ])('%s', (text, filled) => expect(filledIn(text, variables.given)).toBe(filled));

  it('names them', () => {
    expect(variablesIn('{"a":"${x} $${no} ${env:K}","${name}":["${x}", "${a b}", "${"]}')).toEqual([
      'x',
      'env:K',
      'a b',
    ]);
  });

  it('has no value where the last one could not be saved', () => {
    variables.save('twice', '1');
    variables.save('twice', undefined);
    expect(variables.given('twice')).toBeUndefined();
    expect(variables.given('env:PATH')).toBeUndefined();
    expect(variables.given('env:toString')).toBeUndefined();
  });
});
