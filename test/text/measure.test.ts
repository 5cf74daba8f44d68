import { describe, expect, it } from 'vitest';
import { ago, bytes, clock, delta, duration, parseDuration, recentDay } from '../../src/text/measure.ts';

it.each<[number, string]>([
  [0, '0 ms'],
  [0.04, '0 ms'],
  [0.4, '0.4 ms'],
  [6, '6 ms'],
  [6.4, '6 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1234, '1.2 s'],
  [59_949, '59.9 s'],
  [59_960, '1 m 00 s'],
  [125_000, '2 m 05 s'],
  [3_599_600, '1 h 00 m'],
  [3_720_000, '1 h 02 m'],
])('duration of %d ms is %s', (ms, text) => expect(duration(ms)).toBe(text));

it.each<[number, string]>([
  [0, '0 B'],
  [118, '118 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [1449, '1.4 KB'],
  [9949, '9.9 KB'],
  [9950, '10 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [12_345_678, '12 MB'],
  [4_200_000_000, '4.2 GB'],
  [2_000_000_000_000, '2.0 TB'],
])('%d bytes are %s', (count, text) => expect(bytes(count)).toBe(text));

it('gives the time of day in twelve characters', () => {
  expect(clock(new Date(2026, 10, 27, 9, 4, 1, 7))).toBe('09:04:01.007');
});

it.each<[number, string]>([
  [2, '+0.002'],
  [-1, '+0.000'],
  [12_345, '+12.345'],
  [99_999.9, '+100.0'],
  [1_234_500, '+1234.5'],
  [12_300_000, '+3h25m'],
  [400_000_000, '+4d15h'],
])('delta of %d ms is %s, at most 7 characters', (ms, text) => {
  expect(delta(ms)).toBe(text);
  expect(text.length).toBeLessThanOrEqual(7);
});

const noon = new Date(2026, 10, 27, 12, 0, 30);

it.each<[readonly [number, number, number, number], string, string]>([
  [[27, 12, 0, 5], 'just now', 'today 12:00'],
  [[27, 11, 58, 5], '2 min ago', 'today 11:58'],
  [[27, 8, 30, 0], '3 h ago', 'today 08:30'],
  [[26, 13, 0, 0], '23 h ago', 'yesterday 13:00'],
  [[26, 11, 0, 0], 'yesterday 11:00', 'yesterday 11:00'],
  [[25, 11, 0, 0], '2026-11-25 11:00', '2026-11-25 11:00'],
  [[28, 1, 0, 0], '2026-11-28 01:00', '2026-11-28 01:00'],
])('%j is %s, or %s', ([day, ...clock], since, at) => {
  const time = new Date(2026, 10, day, ...clock);
  expect([ago(time, noon), recentDay(time, noon)]).toEqual([since, at]);
});

describe('parseDuration', () => {
  it.each<[string, number]>([
    ['400ms', 400],
    ['5s', 5000],
    ['2m', 120_000],
    ['1.5s', 1500],
    ['2h', 7_200_000],
    ['0', 0],
    ['0s', 0],
    [' 5s ', 5000],
  ])('%j', (text, ms) => expect(parseDuration(text)).toEqual({ ms }));

  it.each([
    ['10', '"10" has no unit; write 10ms, 10s or 10m'],
    ['5 s', '"5 s" is not a duration; write 400ms, 5s or 2m'],
    ['-5s', '"-5s" is not a duration; write 400ms, 5s or 2m'],
    ['', '"" is not a duration; write 400ms, 5s or 2m'],
    ['never', '"never" is not a duration; write 400ms, 5s or 2m'],
  ])('%j is a problem', (text, problem) => expect(parseDuration(text)).toEqual({ problem }));
});
