import { describe, expect, it } from 'vitest';
import { wholeDifference } from '../../src/clients/difference.ts';
import { byList, type Surface } from '../../src/surface/surface.ts';
import { toolItem } from '../support/items.ts';

const surface = (tools: readonly object[], name = 'shop'): Surface => ({
  capabilities: { client: {}, server: { tools: {} } },
  server: { name },
  lists: byList((list) => (list === 'tools' ? tools.map(toolItem) : [])),
});
/** What is said of clients: the item, the rule, and who. */
const said = (before: Surface, after: Surface) =>
  wholeDifference(before, after)
    .filter(({ group }) => group === 'client')
    .map(({ name, row, clients = [] }) => `${name} ${row} ${clients.join()}`);

const union = { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }] };
const long = 'x'.repeat(61);

describe('a limit of a client', () => {
  it.each([
    ['crossed now', surface([{ name: 'a' }]), surface([{ name: 'a', inputSchema: union }]), true],
    ['crossed by a new tool', surface([]), surface([{ name: 'a', inputSchema: union }]), true],
    [
      'crossed before, at another place',
      surface([{ name: 'a', inputSchema: union }]),
      surface([{ name: 'a', inputSchema: { ...union, allOf: [{}] } }]),
      false,
    ],
    [
      'crossed under another name',
      surface([{ name: 'get_it', inputSchema: union }]),
      surface([{ name: 'getIt', inputSchema: union }]),
      false,
    ],
    ['no longer crossed', surface([{ name: 'a', inputSchema: union }]), surface([{ name: 'a' }]), false],
  ])('is told where it is %s', (_, before, after, isTold) => {
    expect(said(before, after).some((one) => one.includes('client/root-union'))).toBe(isTold);
  });

  it('is not told of a list that one side does not have', () => {
    const crossing = surface([{ name: 'a', inputSchema: union }]);
    const unknown = { ...crossing, lists: byList(() => undefined) };
    expect(said(unknown, crossing)).toEqual([]);
    expect(said(crossing, unknown)).toEqual([]);
  });

  it('is that of all tools where the server is called otherwise', () => {
    const [before, after] = [surface([{ name: 'x'.repeat(52) }]), surface([{ name: 'x'.repeat(52) }], long)];
    expect(said(before, after).some((one) => /client\/name-length .*cursor/.test(one))).toBe(true);
    expect(said(before, before)).toEqual([]);
  });

  it('of a profile is told of a tool that met all of it, and where nothing else is said', () => {
    const hints = { readOnlyHint: true, destructiveHint: false, openWorldHint: true };
    const met = surface([{ name: 'a', title: 'A', annotations: hints }]);
    const without = (name: keyof typeof hints) =>
      surface([{ name: 'a', title: 'A', annotations: { ...hints, [name]: undefined } }]);
    expect(said(met, without('openWorldHint')).join()).toContain('chatgpt-apps');
    expect(said(met, without('readOnlyHint')).join()).not.toContain('chatgpt-apps');
    expect(said(without('openWorldHint'), surface([{ name: 'a', title: 'B' }])).join()).not.toContain(
      'chatgpt',
    );
  });
});
