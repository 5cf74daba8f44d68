import { expect, it } from 'vitest';
import type { Host } from '../../../src/host/host.ts';
import { createLog } from '../../../src/session/log/log.ts';
import { checkSheet } from '../../../src/tui/overlay/check-sheet.ts';
import { converse, handshake, type Step } from '../../support/conversation.ts';

const tools = [
  {
    name: 'find_orders',
    description: 'Finds orders.',
    inputSchema: { type: 'object', properties: { day: { type: 'string' } } },
  },
];
const listed: readonly Step[] = [
  ...handshake({ tools: {}, logging: {} }),
  ['c2s', { id: 7, method: 'tools/list' }],
  ['s2c', { id: 7, result: { tools } }],
];
const call = (id: number): Step => ['c2s', { id, method: 'tools/call', params: { name: 'find_orders' } }];
const failed = (id: number): Step => [
  's2c',
  { id, result: { isError: true, content: [{ type: 'text', text: 'Error' }] } },
];
const progress: Step = [
  's2c',
  { method: 'notifications/message', params: { level: 'info', data: 'still there' } },
];

/** The sheet of a session step by step: with each what it has come to say by that line. */
function sheets(steps: readonly Step[], more: Partial<Host> = {}) {
  const log = createLog(1_000_000);
  const { accepted, state } = converse(steps);
  let now = state;
  const host = { log, mask: (text: string) => text, store: { state: () => now }, ...more } as unknown as Host;
  return (until = accepted.length) => {
    now = { ...state, session: accepted[until - 1]?.entry.session ?? 0 };
    const from = log.lines.length;
    for (const one of accepted.slice(from, until)) log.add(one);
    return checkSheet(host, { revealed: false });
  };
}

const said = ({ whole }: ReturnType<typeof checkSheet>) => whole?.() ?? '';

it('tells of a result that came since it was opened first, and is not made again by what else comes', () => {
  const steps = [...listed, progress, call(8), failed(8)];
  const sheetAt = sheets(steps);
  const before = sheetAt(listed.length);
  expect(said(before)).not.toContain('error-says-nothing');
  expect(sheetAt(listed.length + 1)).toBe(before);
  expect(said(sheetAt())).toContain('error-says-nothing');
});

it('has nothing of what the server answered in an earlier life', () => {
  const steps: readonly Step[] = [
    ...listed,
    call(8),
    failed(8),
    { event: 'exit', code: 0 },
    { event: 'spawn', pid: 2 },
  ];
  expect(said(sheets(steps)())).toContain('error-says-nothing');
  const live = sheets(steps, { connection: {} as NonNullable<Host['connection']> });
  expect(said(live())).not.toContain('error-says-nothing');
});
