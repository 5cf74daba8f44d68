import { expect, it } from 'vitest';
import { jumpTo } from '../../../../src/tui/screens/traffic/jump.ts';
import type { Step } from '../../../support/conversation.ts';
import { program } from '../../../support/program.ts';
import { told } from '../../../support/told.ts';

/** Forty lines, a tenth of a second each from 0.1 s on. */
const LINES = Array.from(
  { length: 40 },
  (): Step => ['s2c', { method: 'notifications/message', params: { level: 'info' } }],
);

it.each([
  ['7', 7],
  ['#7', 7],
  ['99', 40],
  ['2s', 20],
  ['0s', 1],
  ['-1s', 30],
  ['-1m', 1],
  ['2.55s', 25],
])('%s', (typed, seq) => {
  const context = program(told(...LINES)).context;
  jumpTo(context, typed);
  expect(context.ui.get().traffic).toMatchObject({ follow: false, selected: seq });
});

it.each(['12:99', '25:00', '12:30:60', 'abc'])('refuses %s, which is no time', (typed) => {
  const { context, ui } = program(told(...LINES));
  jumpTo(context, typed);
  expect(ui.get().traffic.follow).toBe(true);
  expect(ui.get().status?.text).toBe(`"${typed}" is not a message; use #120, 12:04:31, 5s or -5s.`);
});

it('knows the time of day', () => {
  const { host } = told(...LINES);
  const started = new Date(2026, 0, 1, 23, 59, 58).getTime();
  const at = (typed: string): number => {
    const context = program({ host: { ...host, started } }).context;
    jumpTo(context, typed);
    return context.ui.get().traffic.selected;
  };
  expect(at('23:59:59')).toBe(19);
  expect(at('23:59:58.5')).toBe(5);
  // After midnight it is the next day.
  expect(at('0:00:01')).toBe(39);
  expect(at('23:59')).toBe(19);
  expect(at('0:01')).toBe(40);
  // What was before the first line.
  expect(at('23:59:56')).toBe(1);
  expect(at('21:00')).toBe(1);
});

it('goes from all that belongs to a request to that, and from there to its end', () => {
  const { ui, press, context } = program(
    told(
      ['c2s', { id: 1, method: 'ping', params: { _meta: { progressToken: 1 } } }],
      ['s2c', { method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }],
      ['s2c', { id: 1, result: {} }],
      ...LINES.slice(0, 1),
    ),
  );
  press('5');
  const from = (seq: number): number | string => {
    jumpTo(context, `#${seq}`);
    press('o');
    const { traffic, status } = ui.get();
    return traffic.selected === seq ? (status?.text ?? '') : traffic.selected;
  };
  expect([1, 2, 3, 4].map(from)).toEqual([3, 1, 1, 'It does not belong to a request.']);
});

it('says what it cannot find', () => {
  const context = program(told(...LINES)).context;
  jumpTo(context, 'soon');
  expect(context.ui.get().status?.text).toContain('"soon" is not a message');
  jumpTo(context, '#999');
  expect(context.ui.get().status?.text).toBe('There is no #999; this is #40');
});
