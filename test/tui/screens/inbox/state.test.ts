import { describe, expect, it } from 'vitest';
import { waitingIn } from '../../../../src/session/inbox.ts';
import { inboxRows, moveInbox, selectedWaiting } from '../../../../src/tui/screens/inbox/state.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';

const START = handshake({}, {}, { elicitation: {} });
const asks = (id: number): Step => [
  's2c',
  { id, method: 'elicitation/create', params: { message: `${id}` } },
];
const answers = (id: number): Step => ['c2s', { id, result: { action: 'decline' } }];

/** The rows by the ids of their requests; those that wait in brackets. */
function rowsAfter(...steps: readonly Step[]) {
  const { host } = told(...START, ...steps);
  const inbox = waitingIn(host.store.state());
  const rows = inboxRows(host.log, inbox);
  const all = Array.from({ length: rows.count }, (_, place) => rows.at(place));
  const ids = all.map((row) => {
    const id = host.log.row(row?.seq ?? 0)?.id;
    return row?.waits === undefined ? `${id}` : `[${id}]`;
  });
  return { rows, all, ids, inbox };
}

describe('the rows of the Inbox', () => {
  it.each([
    [[], []],
    [[asks(1)], ['[1]']],
    [
      [asks(1), asks(2), asks(3)],
      ['[1]', '[2]', '[3]'],
    ],
    [
      [asks(1), asks(2), asks(3), answers(2)],
      ['[1]', '[3]', '2'],
    ],
    [
      [asks(1), asks(2), asks(3), answers(1), answers(3)],
      ['[2]', '3', '1'],
    ],
    [
      [asks(1), answers(1), asks(2), answers(2), asks(3)],
      ['[3]', '2', '1'],
    ],
  ])('%#: what waits, oldest first, then what is over, newest first', (steps, expected) => {
    const { rows, all, ids } = rowsAfter(...steps);
    expect(ids).toEqual(expected);
    expect(all.map((row) => rows.placeOf(row))).toEqual(all.map((_, place) => place));
    expect(rows.at(-1)).toBeUndefined();
    expect(rows.at(rows.count)).toBeUndefined();
  });

  it('begin with the first when nothing, or what is no more, is selected', () => {
    const { rows } = rowsAfter(asks(1), asks(2));
    expect([rows.placeOf(undefined), rows.placeOf({ seq: 999, key: '' })]).toEqual([0, 0]);
  });

  it('are moved over to the last and back to the first', () => {
    const { rows, inbox } = rowsAfter(asks(1), asks(2), answers(1));
    const last = moveInbox({ top: 0 }, rows, 9, 1);
    expect([rows.placeOf(last.selected), last.top]).toEqual([1, 1]);
    expect(selectedWaiting(last, inbox)).toBeUndefined();
    const first = moveInbox(last, rows, -9, 1);
    expect([rows.placeOf(first.selected), first.top]).toEqual([0, 0]);
    expect(selectedWaiting(first, inbox)).toBe(inbox[0]);
    expect(moveInbox({ top: 0 }, rowsAfter().rows, 1, 5)).toEqual({ top: 0 });
  });
});

describe('a conversation of the modern era', () => {
  const call = (id: number, more: object = {}): Step => [
    'c2s',
    { id, method: 'tools/call', params: { name: 'ok', ...more } },
  ];
  const wants: Step = [
    's2c',
    {
      id: 2,
      result: {
        resultType: 'input_required',
        requestState: 's',
        inputRequests: {
          a: { method: 'elicitation/create', params: {} },
          b: { method: 'sampling/createMessage', params: {} },
        },
      },
    },
  ];
  const modern: readonly Step[] = [
    { event: 'spawn', pid: 1 },
    ['c2s', { id: 1, method: 'server/discover' }],
    ['s2c', { id: 1, result: { supportedVersions: ['2026-07-28'], capabilities: {} } }],
  ];

  it('waits by its keys, and is one row when it is over', () => {
    const keys = (...steps: readonly Step[]) => {
      const { host } = told(...modern, ...steps);
      const rows = inboxRows(host.log, waitingIn(host.store.state()));
      return Array.from({ length: rows.count }, (_, place) => rows.at(place)?.key);
    };
    expect(keys(call(2), wants)).toEqual(['a', 'b']);
    expect(keys(call(2), wants, call(3, { inputResponses: {}, requestState: 's' }))).toEqual(['']);
  });
});
