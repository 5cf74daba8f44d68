import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../../../src/session/state.ts';
import { emptyList } from '../../../../src/tui/kit/list/state.ts';
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
    expect(entriesOf(TOOLS, 'tools', filter).shown.map(({ item }) => item.name)).toEqual(names);
  });

  it('gives the same object as long as nothing changed', () => {
    expect(entriesOf(TOOLS, 'tools', 'sum')).toBe(entriesOf(TOOLS, 'tools', 'sum'));
    expect(entriesOf(TOOLS, 'tools', 'e').all).toBe(entriesOf(TOOLS, 'tools', '').all);
  });

  it('makes items of the same name each selectable', () => {
    const entries = entriesOf(listsOf({ name: 'a' }, { name: 'a' }, {}), 'tools', '');
    expect(entries.keys).toEqual(['tools a', 'tools a 2', 'tools ']);
    expect(selectedEntry(entries, { ...emptyList, selected: 'tools a 2' })?.item.seq).toBeGreaterThan(0);
    expect(selectedEntry(entries, { ...emptyList, selected: 'gone' })?.key).toBe('tools a');
  });

  it('has templates below the resources', () => {
    const { lists } = converse([
      ...handshake({ resources: {} }),
      ['c2s', { id: 2, method: 'resources/templates/list' }],
      ['s2c', { id: 2, result: { resourceTemplates: [{ name: 't', uriTemplate: 'a://{b}' }] } }],
      ['c2s', { id: 3, method: 'resources/list' }],
      ['s2c', { id: 3, result: { resources: [{ name: 'notes', uri: 'a://b' }] } }],
    ]).state;
    const entries = entriesOf(lists, 'resources', '');
    expect(entries.keys).toEqual(['resources a://b', 'resourceTemplates a://{b}']);
    expect(entriesOf(lists, 'resources', 'notes').keys).toEqual(['resources a://b']);
  });
});
