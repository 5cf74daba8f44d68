import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../../../src/session/state.ts';
import { emptyList, type ListUi } from '../../../../src/tui/kit/list/state.ts';
import { entriesOf, selectedEntry } from '../../../../src/tui/screens/catalogue/entries.ts';
import { converse, handshake } from '../../../support/conversation.ts';
import { withTools } from '../../../support/told.ts';

const listsOf = (...tools: readonly object[]): SessionState['lists'] =>
  converse(withTools(...tools)).state.lists;

const TOOLS = listsOf(
  { name: 'echo', description: 'Returns the sum of nothing' },
  { name: 'get-sum', title: 'Add two numbers' },
  { name: 'print-env', description: 'The environment' },
);

describe('entriesOf', () => {
  it.each([
    ['', ['echo', 'get-sum', 'print-env']],
    ['sum', ['get-sum', 'echo']],
    ['gs', ['get-sum']],
    ['add', ['get-sum']],
    ['ENV', ['print-env']],
    ['env', ['print-env']],
    ['zzz', []],
  ])('leaves of the tools with /%s', (filter, names) => {
    expect(
      entriesOf(TOOLS, 'tools', { ...emptyList, filter }).shown.map((row) =>
        'item' in row ? row.item.name : row.key,
      ),
    ).toEqual(names);
  });

  it('gives the same object as long as nothing changed', () => {
    expect(entriesOf(TOOLS, 'tools', { ...emptyList, filter: 'sum' })).toBe(
      entriesOf(TOOLS, 'tools', { ...emptyList, filter: 'sum' }),
    );
    expect(entriesOf(TOOLS, 'tools', { ...emptyList, filter: 'e' }).all).toBe(
      entriesOf(TOOLS, 'tools', { ...emptyList, filter: '' }).all,
    );
  });

  it('makes items of the same name each selectable', () => {
    const entries = entriesOf(listsOf({ name: 'a' }, { name: 'a' }, {}), 'tools', {
      ...emptyList,
      filter: '',
    });
    expect(entries.keys).toEqual(['tools a', 'tools a 2', 'tools ']);
    expect(selectedEntry(entries, { ...emptyList, selected: 'tools a 2' })?.item.seq).toBeGreaterThan(0);
    expect(selectedEntry(entries, { ...emptyList, selected: 'gone' })?.key).toBe('tools a');
  });

  describe('in a long list with groups', () => {
    const others = Array.from({ length: 18 }, (_, at) => ({ name: `other${at}` }));
    const lists = listsOf({ name: 'API-a' }, { name: 'API-b' }, { name: 'API-c' }, ...others);
    const more = listsOf(
      ...['a', 'b', 'c'].map((name) => ({ name: `API-${name}` })),
      ...others,
      ...others,
      ...others,
    );
    const keys = (of: SessionState['lists'], list: Partial<ListUi> = {}) =>
      entriesOf(of, 'tools', { ...emptyList, ...list }).keys.slice(0, 4);
    const expanded = ['group API-', 'tools API-a', 'tools API-b', 'tools API-c'];
    const collapsed = ['group API-', 'tools other0', 'tools other1', 'tools other2'];

    it.each<[string, SessionState['lists'], Partial<ListUi>, readonly string[]]>([
      ['expanded', lists, {}, expanded],
      ['collapsed by a person', lists, { expanded: { 'API-': false } }, collapsed],
      ['collapsed in a very long list', more, {}, collapsed],
      ['expanded by a person', more, { expanded: { 'API-': true } }, expanded],
      [
        'expanded for what is selected',
        more,
        { selected: 'tools API-c', expanded: { 'API-': false } },
        expanded,
      ],
      ['looked into by a filter', more, { filter: 'API-' }, ['tools API-a', 'tools API-b', 'tools API-c']],
    ])('a group is %s', (_, of, list, shown) => expect(keys(of, list)).toEqual(shown));

    it('the first tool is selected at first, or the row of its group where that is collapsed', () => {
      const first = (of: SessionState['lists']) =>
        selectedEntry(entriesOf(of, 'tools', emptyList), emptyList)?.item.name;
      expect([first(lists), first(more)]).toEqual(['API-a', undefined]);
    });
  });

  it('has templates below the resources', () => {
    const { lists } = converse([
      ...handshake({ resources: {} }),
      ['c2s', { id: 2, method: 'resources/templates/list' }],
      ['s2c', { id: 2, result: { resourceTemplates: [{ name: 't', uriTemplate: 'a://{b}' }] } }],
      ['c2s', { id: 3, method: 'resources/list' }],
      ['s2c', { id: 3, result: { resources: [{ name: 'notes', uri: 'a://b' }] } }],
    ]).state;
    const entries = entriesOf(lists, 'resources', { ...emptyList, filter: '' });
    expect(entries.keys).toEqual(['resources a://b', 'resourceTemplates a://{b}']);
    expect(entriesOf(lists, 'resources', { ...emptyList, filter: 'notes' }).keys).toEqual([
      'resources a://b',
    ]);
  });
});
