import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PastCall, readHistory, remember } from '../../src/settings/history.ts';
import { scratch } from '../support/cli.ts';

const NOW = new Date('2026-11-27T12:04:31.250Z');

const call = (args: string, more: Partial<PastCall> = {}): PastCall => ({
  at: NOW.toISOString(),
  server: 'everything',
  list: 'tools',
  name: 'echo',
  arguments: args,
  left: [],
  ...more,
});

const texts = (path: string): readonly string[] => readHistory(path, NOW).calls.map((one) => one.arguments);

describe('history.jsonl', () => {
  it('need not be there', () => {
    expect(readHistory(join(scratch(), 'history.jsonl'), NOW)).toEqual({ calls: [], remarks: [] });
  });

  it('gives back what was remembered, the newest first, in a file of the person alone', () => {
    const path = join(scratch(), 'state', 'history.jsonl');
    const one = call('{ "a" : 1.0 }', { left: ['/token'] });
    const other = call('{"a":12345678901234567890}', { list: 'prompts', name: 'ask\n"me"' });
    expect([remember(path, one), remember(path, other)]).toEqual([undefined, undefined]);
    expect(readHistory(path, NOW)).toEqual({ calls: [other, one], remarks: [] });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });

  it('has the same arguments once, and at most twenty of a tool', () => {
    const path = join(scratch(), 'history.jsonl');
    for (let nth = 0; nth < 30; nth += 1) remember(path, call(`{"n":${nth}}`));
    remember(path, call('{"n":15}'));
    remember(path, call('{}', { name: 'get-sum' }));
    remember(path, call('{}', { server: 'other' }));
    const { calls } = readHistory(path, NOW);
    const echoes = calls.filter(({ server, name }) => server === 'everything' && name === 'echo');
    expect(echoes.map((one) => one.arguments).slice(0, 3)).toEqual(['{"n":15}', '{"n":29}', '{"n":28}']);
    expect(echoes).toHaveLength(20);
    expect(calls).toHaveLength(22);
  });

  it('is written anew when it has become large, the newest kept', () => {
    const path = join(scratch(), 'history.jsonl');
    const long = 'x'.repeat(50_000);
    for (let nth = 0; nth < 25; nth += 1)
      remember(path, call(JSON.stringify({ nth, long }), { name: `tool ${nth}` }));
    expect(statSync(path).size).toBeGreaterThan(1_000_000);
    readHistory(path, NOW);
    expect(statSync(path).size).toBeLessThanOrEqual(500_000);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readHistory(path, NOW).calls[0]?.name).toBe('tool 24');
    expect(readdirSync(join(path, '..'))).toEqual(['history.jsonl']);
  });

  it('does not take arguments of a hundred thousand characters', () => {
    const path = join(scratch(), 'history.jsonl');
    remember(path, call(JSON.stringify('x'.repeat(100_001))));
    expect(existsSync(path)).toBe(false);
  });

  it('goes on after a torn last line', () => {
    const path = join(scratch(), 'history.jsonl');
    remember(path, call('{"n":1}'));
    appendFileSync(path, '{"at":"2026-11-2');
    expect(readHistory(path, NOW).remarks).toEqual([]);
    remember(path, call('{"n":2}'));
    expect(texts(path)).toEqual(['{"n":2}', '{"n":1}']);
  });

  it.each([['rubbish'], ['{"at":"now"}'], ['[]'], ['']])(
    'is set aside with the line %j in it, the others kept',
    (line) => {
      const path = join(scratch(), 'history.jsonl');
      remember(path, call('{"n":1}'));
      appendFileSync(path, `${line}\n`);
      remember(path, call('{"n":2}'));
      const before = readFileSync(path, 'utf8');
      const aside = `${path}.corrupt-2026-11-27T12-04-31`;
      expect(readHistory(path, NOW)).toMatchObject({
        calls: [{ arguments: '{"n":2}' }, { arguments: '{"n":1}' }],
        remarks: [`${path}:2: not a call; it was renamed to ${aside}`],
      });
      expect(readFileSync(aside, 'utf8')).toBe(before);
      expect(readHistory(path, NOW).remarks).toEqual([]);
      expect(texts(path)).toEqual(['{"n":2}', '{"n":1}']);
    },
  );

  it('says why it cannot be written', () => {
    const path = join(scratch(), 'history.jsonl');
    mkdirSync(path);
    expect(remember(path, call('{}'))).toBe(`the call is not remembered: it is a folder (${path})`);
    expect(readHistory(path, NOW)).toEqual({
      calls: [],
      remarks: [`${path} cannot be read: it is a folder`],
    });
  });
});
