import { describe, expect, it } from 'vitest';
import {
  capabilityOf,
  isClientOnly,
  isInRevision,
  isUse,
  LIST_CHANGES,
  LIST_NAMES,
  LISTS,
  listOf,
  METHODS,
  type Method,
  methodNamed,
  serverCapabilityOf,
  takesArguments,
} from '../../src/spec/methods.ts';
import { REVISIONS } from '../../src/spec/revision.ts';
import { capabilityIn } from '../../src/spec/shapes/capabilities.ts';
import { shapesOf } from '../../src/spec/shapes/methods.ts';

const rows = Object.entries<Method>(METHODS);
const requests = rows.filter(([, { kind }]) => kind === 'request');

describe('the table of methods', () => {
  it.each(rows)('%s is in some revision, and needs a capability that one of them defines', (name, method) => {
    const having = REVISIONS.filter((revision) => isInRevision(method, revision));
    expect(having).not.toEqual([]);
    const needs = capabilityOf(name);
    // An extension is named by its id.
    if (needs === undefined || needs.includes('/')) return;
    expect(
      ['c2s', 's2c'].some((side) => REVISIONS.some((one) => capabilityIn(side as 'c2s', needs, one))),
    ).toBe(true);
  });

  it.each(requests)('%s has a result, unless an extension alone has it', (name, { extension }) => {
    expect(shapesOf(name)?.result !== undefined || extension === true).toBe(true);
  });

  it.each(LIST_NAMES)('%s are asked for by a method of their own, and used by another', (list) => {
    const { method, use } = LISTS[list];
    expect(listOf(method)).toBe(list);
    expect(isUse(use)).toBe(true);
    expect(methodNamed(method)).toMatchObject({ twice: 'harmless', cacheable: true });
    expect(methodNamed(use)).toMatchObject({
      takesInput: true,
      subject: list === 'tools' || list === 'prompts' ? 'name' : 'uri',
    });
    expect(takesArguments(use)).toBe(list === 'tools' || list === 'prompts');
    if (list !== 'skills') expect(serverCapabilityOf(use)).toBe(serverCapabilityOf(method));
  });

  it('has a notification for the changes of every list but that of an extension', () => {
    const told = LIST_NAMES.filter((list) => list !== 'skills');
    expect(rows.flatMap(([, { changes = [] }]) => changes).sort()).toEqual([...told].sort());
  });

  it.each([
    ['resources/subscribe', 'resources'],
    ['completion/complete', 'completions'],
    ['tasks/update', 'tasks'],
    ['sampling/createMessage', undefined],
    ['ping', undefined],
    ['notifications/message', undefined],
    ['toString', undefined],
  ])('%s relies on the server capability %s', (method, capability) =>
    expect(serverCapabilityOf(method)).toBe(capability),
  );
});

it.each([
  ['tools/list', true],
  ['tools/new', true],
  ['initialize', true],
  ['notifications/initialized', true],
  ['notifications/roots/list_changed', true],
  ['tasks/update', true],
  ['tasks/get', false],
  ['tasks/new', false],
  ['roots/list', false],
  ['sampling/createMessage', false],
  ['notifications/message', false],
  ['notifications/new', false],
  ['ping', false],
  ['new', false],
  ['', false],
])('%s is only sent by clients: %s', (method, isTrue) => expect(isClientOnly(method)).toBe(isTrue));

it('has a member of the filter for the change of each list', () => {
  expect(LIST_CHANGES.map(({ filter }) => filter).sort()).toEqual([
    'promptsListChanged',
    'resourcesListChanged',
    'toolsListChanged',
  ]);
});
