import { describe, expect, it } from 'vitest';
import { tieFor } from '../../../../src/tui/screens/traffic/row.ts';
import { createTheme } from '../../../../src/tui/world/theme.ts';
import type { Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';

const plain = createTheme({ ascii: false, colour: false });

const call = (id: number): Step => ['c2s', { id, method: 'ping', params: { _meta: { progressToken: id } } }];
const tick = (progressToken: number): Step => [
  's2c',
  { method: 'notifications/progress', params: { progressToken, progress: 1 } },
];
const answer = (id: number): Step => ['s2c', { id, result: {} }];

/** The gutter of all lines while one is selected. */
function gutter(steps: readonly Step[], selected: number | undefined, theme = plain): string {
  const { host } = told(...steps);
  const tie = tieFor(host, selected, theme);
  return Array.from({ length: host.log.length - 1 }, (_, at) => tie(at + 1)).join('');
}

describe('the gutter of the traffic', () => {
  const both = [
    { event: 'spawn', pid: 1 } as const,
    call(1),
    call(2),
    tick(1),
    tick(2),
    answer(1),
    { stderr: 'x' },
  ];
  it.each<[string, readonly Step[], number | undefined, string]>([
    ['an exchange, from its request', both, 2, ' ┌│├│└ '],
    ['the same from all that belongs to it', both, 4, ' ┌│├│└ '],
    ['one that is not over', both, 5, '  ┌│├  '],
    ['nothing of what belongs to no request', both, 1, '       '],
    ['nothing of a request alone', [call(1), { stderr: 'x' }], 1, '  '],
    ['nothing where nothing is selected', both, undefined, '       '],
  ])('ties %s', (_, steps, selected, expected) => expect(gutter(steps, selected)).toBe(expected));

  it('stays open while what was answered goes on', () => {
    const discover: readonly Step[] = [
      ['c2s', { id: 0, method: 'server/discover', params: {} }],
      ['s2c', { id: 0, result: { supportedVersions: ['2026-07-28'], capabilities: {} } }],
    ];
    const ask = (id: number, more: object = {}): Step => [
      'c2s',
      { id, method: 'tools/call', params: { name: 'a', ...more } },
    ];
    const wants: Step = ['s2c', { id: 1, result: { resultType: 'input_required', requestState: 's' } }];
    const goesOn = ask(2, { requestState: 's' });
    const end = (steps: readonly Step[]) => {
      const { host } = told(...discover, ask(1), ...steps);
      const { log } = host;
      const seqs = Array.from({ length: log.length - 1 }, (_, at) => at + 1);
      const call = seqs.find((seq) => log.row(seq)?.method === 'tools/call') ?? 0;
      return tieFor(host, call, plain)(log.lastWith(call));
    };
    expect([[wants], [wants, goesOn], [wants, goesOn, answer(2)]].map(end)).toEqual(['├', '├', '└']);
  });

  it('goes without colour, without Unicode, and unsaid', () => {
    expect(gutter(both, 2, createTheme({ ascii: true, colour: false }))).toBe(" .|+|' ");
    expect(gutter(both, 2, createTheme({ ascii: false, colour: false, linear: true }))).toBe('       ');
  });
});
