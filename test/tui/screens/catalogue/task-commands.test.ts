import { describe, expect, it } from 'vitest';
import { taskOffers, tasksDisabledReason } from '../../../../src/tui/screens/catalogue/task-commands.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { program } from '../../../support/program.ts';
import { told } from '../../../support/told.ts';

const TASK = { createdAt: '2026-01-01T00:00:00Z', lastUpdatedAt: '2026-01-01T00:00:00Z', ttl: 60_000 };
const CALLED: readonly Step[] = [
  ...handshake({ tools: {}, tasks: { list: {}, requests: { tools: { call: {} } } } }),
  ['c2s', { id: 2, method: 'tools/list' }],
  ['s2c', { id: 2, result: { tools: [{ name: 'bake', inputSchema: { type: 'object' } }] } }],
  { event: 'ready' },
  ['c2s', { id: 3, method: 'tools/call', params: { name: 'bake', task: {} } }],
  [
    's2c',
    { id: 3, result: { task: { ...TASK, taskId: 't-1', status: 'working', statusMessage: 'kneading' } } },
  ],
];

/** The list of tasks as rows. */
const rows = (...more: readonly Step[]) => {
  const { context } = program(told(...CALLED, ...more));
  return taskOffers(context).map(({ label, about }) => `${label}  ${about}`);
};

describe('the list of tasks', () => {
  it('is empty until one was told of', () => {
    const { context } = program(told(...handshake({ tools: {} })));
    expect(tasksDisabledReason(context)).toBe('The server has not reported a task yet.');
  });

  it('has what runs first, then what is over', () => {
    expect(rows()).toEqual([expect.stringMatching(/^bake {2}working: kneading, t-1, .*TTL 1 m 00 s/)]);
    const listed = [
      { ...TASK, taskId: 't-2', status: 'completed' },
      { ...TASK, taskId: 't-3', status: 'input_required' },
    ];
    expect(
      rows(['c2s', { id: 4, method: 'tasks/list' }], ['s2c', { id: 4, result: { tasks: listed } }]),
    ).toEqual([
      expect.stringMatching(/^t-3 {2}waiting for input, t-3/),
      expect.stringMatching(/^bake {2}working/),
      expect.stringMatching(/^t-2 {2}completed, t-2/),
    ]);
  });

  it('says of one whose call was given up that it was left', () => {
    expect(rows({ event: 'cancel', re: 8 })).toEqual([expect.stringMatching(/^bake {2}working, abandoned/)]);
  });

  it('brings the call of a task', () => {
    const { context, ui } = program(told(...CALLED));
    taskOffers(context)[0]?.run(context);
    expect(ui.get()).toMatchObject({ screen: 'tools', focus: { tools: 'detail' } });
    expect(Object.values(ui.get().details)).toMatchObject([{ showing: 'result', call: 8 }]);
  });
});
