import { describe, expect, it } from 'vitest';
import type { Seqs } from '../../../../src/session/log/column.ts';
import { holds } from '../../../../src/session/log/search.ts';
import { outputFound } from '../../../../src/tui/screens/output/state.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';

const START = handshake({ logging: {} });

const log = (level: string, data: unknown, logger?: string): Step => [
  's2c',
  { method: 'notifications/message', params: { level, data, ...(logger === undefined ? {} : { logger }) } },
];

const LINES: readonly Step[] = [
  { stderr: 'Listening on 8080' },
  log('info', 'connected', 'db'),
  log('error', { code: 'EACCES', port: 8080 }),
];

const places = (seqs: Seqs): readonly number[] => Array.from({ length: seqs.length }, (_, at) => seqs.at(at));

describe('a filter of the output', () => {
  const { host } = told(...START, ...LINES);
  const [stderr, info, error] = places(host.log.output);

  it.each([
    ['', [stderr, info, error]],
    [' ', [stderr, info, error]],
    ['8080', [stderr, error]],
    ['LISTEN', [stderr]],
    ['stderr', [stderr]],
    ['db info', [info]],
    ['error 8080', [error]],
    ['eacces', [error]],
    ['params', []],
    ['nothing', []],
  ])('%j leaves what has its words', (filter, expected) => {
    expect(places(outputFound(host, { filter }, 2_000).seqs)).toEqual(expected);
  });

  it('finds what comes later', () => {
    const session = told(...START, ...LINES);
    const before = outputFound(session.host, { filter: '8080' }, 2_000).seqs.length;
    session.tell({ stderr: '8080 again' }, { stderr: 'nothing' });
    expect(outputFound(session.host, { filter: '8080' }, 2_000).seqs.length).toBe(before + 1);
  });

  it('looks through a long log in slices', () => {
    const many = Array.from({ length: 3_000 }, (_, at): Step => ({ stderr: at % 2 ? 'odd' : 'even' }));
    const session = told(...START, ...many);
    const lefts = [1, 2, 3].map(() => outputFound(session.host, { filter: 'odd' }, 2_000).left);
    expect(lefts).toEqual([1_000, 0, 0]);
    expect(outputFound(session.host, { filter: 'odd' }).seqs.length).toBe(1_500);
  });

  it('finds no secret', () => {
    const session = told(...START, { stderr: 's3cret' });
    const masked = { ...session.host, mask: (text: string) => text.replaceAll('s3cret', '[redacted]') };
    expect(outputFound(masked, { filter: 's3cret' }, 2_000).seqs.length).toBe(0);
    expect(outputFound(masked, { filter: 'redacted' }, 2_000).seqs.length).toBe(1);
  });
});

describe('holds', () => {
  it('wants every word, in any order', () => {
    expect(holds('The Quick Fox', 'fox quick')).toBe(true);
    expect(holds('The Quick Fox', 'fox slow')).toBe(false);
  });
});
