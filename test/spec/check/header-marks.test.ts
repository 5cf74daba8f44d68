import { describe, expect, it } from 'vitest';
import { headerMarks } from '../../../src/spec/check/header-marks.ts';

const schema = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const marked = (header: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': header });

describe('marks of parameters for headers', () => {
  it.each<[string, unknown, object]>([
    ['none', schema({ a: { type: 'string' } }), []],
    ['no schema', null, []],
    [
      'one of each type',
      schema({ a: marked('A'), b: marked('B', 'integer'), c: marked('C', 'boolean') }),
      [
        { path: ['a'], header: 'A' },
        { path: ['b'], header: 'B' },
        { path: ['c'], header: 'C' },
      ],
    ],
    [
      'deep ones',
      schema({ a: schema({ b: schema({ c: marked('Deep') }) }) }),
      [{ path: ['a', 'b', 'c'], header: 'Deep' }],
    ],
    ['a parameter of that name', schema({ 'x-mcp-header': { type: 'string' } }), []],
    ['a default of that shape', schema({ a: { type: 'object', default: marked('A') } }), []],
  ])('%s', (_, given, marks) => {
    expect(headerMarks(given)).toEqual({ marks, problems: [] });
  });

  const where = /^x-mcp-header of .+ is in a place whose value is not known in advance$/;

  it.each<[string, unknown, RegExp]>([
    ['empty', schema({ a: marked('') }), /^x-mcp-header of a is ""; it must be a header name$/],
    ['no text', schema({ a: marked(7) }), /is 7; it must be/],
    ['a space', schema({ a: marked('My Region') }), /must be a header name/],
    ['a colon', schema({ a: marked('Region:Primary') }), /must be a header name/],
    ['beyond ASCII', schema({ a: marked('Région') }), /must be a header name/],
    ['a line break', schema({ a: marked('A\nB') }), /must be a header name/],
    ['a number', schema({ a: marked('A', 'number') }), /of type "number"/],
    ['an object', schema({ a: marked('A', 'object') }), /of type "object"/],
    ['null', schema({ a: marked('A', 'null') }), /of type "null"/],
    ['several types', schema({ a: marked('A', ['string', 'null']) }), /of type \["string","null"\]/],
    ['no type', schema({ a: { 'x-mcp-header': 'A' } }), /without a type/],
    ['twice', schema({ a: marked('A'), b: marked('A') }), /of b is "A", which is given twice/],
    [
      'twice in other letters',
      schema({ a: marked('Ab'), b: schema({ c: marked('aB') }) }),
      /of b\.c .* twice/,
    ],
    ['the schema itself', { ...marked('A'), type: 'object' }, /of the schema itself is in a place/],
    ['items', schema({ a: { type: 'array', items: marked('A') } }), where],
    ['tuples', schema({ a: { type: 'array', prefixItems: [marked('A')] } }), where],
    ['alternatives', schema({ a: { anyOf: [{ type: 'null' }, marked('A')] } }), where],
    ['below an alternative', schema({}, { oneOf: [schema({ a: marked('A') })] }), where],
    ['conditions', schema({}, { if: {}, else: schema({ a: marked('A') }) }), where],
    ['definitions', schema({}, { $defs: { a: marked('A') } }), where],
    ['patterns', schema({}, { patternProperties: { '^a': marked('A') } }), where],
    ['others', schema({}, { additionalProperties: marked('A') }), where],
  ])('spoilt: %s', (_, given, problem) => {
    const { problems } = headerMarks(given);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  it('are looked for in any schema', () => {
    const deep = `${'{"properties":{"a":'.repeat(20_000)}{}${'}}'.repeat(20_000)}`;
    expect(headerMarks(JSON.parse(deep))).toEqual({ marks: [], problems: [] });
    for (const odd of [
      7,
      'x',
      [],
      { properties: [] },
      { properties: { a: null } },
      { items: 3, $defs: 'x' },
    ]) {
      expect(headerMarks(odd)).toEqual({ marks: [], problems: [] });
    }
  });
});
