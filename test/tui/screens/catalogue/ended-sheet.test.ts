import { expect, test } from 'vitest';
import { resultSheet } from '../../../../src/tui/screens/catalogue/result-sheet.ts';
import type { Step } from '../../../support/conversation.ts';
import { told, withTools } from '../../../support/told.ts';
import { first, seen } from '../../kit/sheet/looking.ts';

const WIDE = { cells: 100, height: 40 };

/** What is read of a call after which this came, a row each. */
function rows(gone: string, ...steps: readonly Step[]): readonly string[] {
  const { host, tell } = told(...withTools({ name: 'echo' }));
  const seq = host.log.length;
  tell(['c2s', { id: 3, method: 'tools/call', params: { name: 'echo' } }], ...steps);
  const sheet = resultSheet(host, seq, { raw: false, revealed: false, gone });
  return sheet === undefined ? [] : seen(first(sheet), WIDE).map((row) => row.slice(2));
}

const printed = (count: number): readonly Step[] =>
  Array.from({ length: count }, (_, at) => ({ stderr: `line ${at}` }));

test.each<[string, string, readonly Step[], readonly string[]]>([
  [
    'a server that was killed',
    'R restarts it.',
    [{ event: 'exit', signal: 'SIGKILL' }],
    ['The connection ended before the response: the server was killed by SIGKILL.', '', 'R restarts it.'],
  ],
  [
    'a server that printed something',
    '',
    [...printed(7), { event: 'exit', code: 3 }],
    [
      'The connection ended before the response: the server exited with code 3.',
      '',
      'Last lines of stderr',
      'line 2',
      'line 3',
      'line 4',
      'line 5',
      'line 6',
    ],
  ],
])('%s', (_, gone, steps, told) => {
  expect(rows(gone, ...steps)).toEqual(told);
});

test('what a server before printed is not shown', () => {
  const restarted: readonly Step[] = [
    { event: 'exit', code: 0 },
    { event: 'spawn', pid: 43 },
  ];
  const { host, tell } = told(...printed(2), ...restarted);
  const seq = host.log.length;
  tell(['c2s', { id: 3, method: 'tools/call', params: { name: 'echo' } }], { event: 'exit', code: 0 });
  const sheet = resultSheet(host, seq, { raw: false, revealed: false });
  expect(sheet && seen(first(sheet), WIDE)).toHaveLength(1);
});
