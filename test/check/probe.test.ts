import { describe, expect, it } from 'vitest';
import { probeCalls, probeFindings } from '../../src/check/probe.ts';
import { checkAgainst } from '../../src/form/check.ts';
import { exampleOf } from '../../src/form/example.ts';
import { listingSurface } from '../support/listing.ts';

const inputSchema = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 10 } },
  required: ['limit'],
};
const surface = (...tools: readonly object[]) =>
  listingSurface(
    JSON.stringify({ 'tools/list': { tools: tools.map((tool) => ({ inputSchema, ...tool })) } }),
  );

describe('probeCalls', () => {
  it.each([
    [undefined, false],
    [{}, false],
    [{ readOnlyHint: 'yes' }, false],
    [{ destructiveHint: false }, false],
    [{ readOnlyHint: true }, true],
    [{ idempotentHint: true }, false],
    [{ idempotentHint: true, destructiveHint: false }, true],
    [{ idempotentHint: true, destructiveHint: true }, false],
    [{ readOnlyHint: true, destructiveHint: true }, false],
  ])('of a tool with %j: %s', (annotations, isCalled) => {
    expect(probeCalls(surface({ name: 'a', annotations })).calls.length > 0).toBe(isCalled);
  });

  it('says of each value whether the schema refuses it', () => {
    const { calls } = probeCalls(surface({ name: 'a', annotations: { readOnlyHint: true } }));
    expect(calls).toContainEqual({
      tool: 'a',
      label: 'limit: below the minimum',
      text: '{"limit":0}',
      isRefused: true,
    });
    expect(calls.length).toBeGreaterThan(4);
  });

  it('leaves out a tool that no arguments can be made for', () => {
    const odd = { type: 'object', properties: { a: { type: 'string', pattern: '^y$' } }, required: ['a'] };
    const tool = { name: 'a', annotations: { readOnlyHint: true }, inputSchema: odd };
    expect(probeCalls(surface(tool))).toEqual({ calls: [], left: 0 });
  });

  it('has 300 calls at most', () => {
    const many = Array.from({ length: 200 }, (_, at) => ({
      name: `t${at}`,
      annotations: { readOnlyHint: true },
    }));
    const of = probeCalls(surface(...many.slice(0, 1))).calls.length;
    const { calls, left } = probeCalls(surface(...many));
    expect([calls.length, left]).toEqual([300, 200 * of - 300]);
  });
});

describe('probeFindings', () => {
  const call = { tool: 'a', label: 'limit: below the minimum', text: '{"limit":0}', isRefused: true };
  const allowed = { ...call, isRefused: false };
  it.each([
    [{ call, how: 'taken' }, 'probe/accepts'],
    [{ call: allowed, how: 'taken' }, undefined],
    [{ call, how: 'refused' }, undefined],
    [{ call: allowed, how: 'hung' }, 'probe/hangs'],
    [{ call: allowed, how: 'ended the server' }, 'probe/ends'],
  ] as const)('of %j: %s', (end, rule) => {
    expect(probeFindings([{ ...end, waited: 5_000 }], (text) => text)[0]?.rule).toBe(rule);
  });
});

describe('exampleOf', () => {
  it.each([
    [{ type: 'object', properties: { a: { type: 'string', minLength: 3 } }, required: ['a'] }],
    [{ type: 'integer', minimum: 5 }],
    [{ type: 'number', exclusiveMinimum: 0 }],
    [{ type: 'string', format: 'date-time' }],
    [{ enum: ['b', 'c'] }],
    [{ const: 4 }],
    [{ type: ['null', 'boolean'] }],
    [{ type: 'array', minItems: 2, items: { type: 'string' } }],
    [{ anyOf: [{ type: 'object', required: ['x'], properties: { x: { type: 'number', multipleOf: 3 } } }] }],
    [{ type: 'string', default: 'q' }],
    [{}],
  ])('is valid by %j', (schema) => {
    expect(checkAgainst(schema, exampleOf(schema)).problems).toEqual([]);
  });
});
