import { describe, expect, it } from 'vitest';
import type { Host } from '../../../../src/host/host.ts';
import { outputSheet } from '../../../../src/tui/screens/output/sheet.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';
import { first, seen } from '../../kit/sheet/looking.ts';

const START = handshake({ logging: {} });

const log = (params: object): Step => ['s2c', { method: 'notifications/message', params }];

/** The rows of a line of output. */
function rows(step: Step, change: Partial<Host> = {}, revealed = false): readonly string[] {
  const host = { ...told(...START, step).host, ...change };
  const sheet = outputSheet(host, host.log.output.at(0), revealed);
  return sheet === undefined ? [] : seen(first(sheet), { cells: 40, height: 40 }).map((row) => row.slice(2));
}

describe('a line of output as a whole', () => {
  it('is wrapped, with the lines and tabs of a text', () => {
    expect(rows({ stderr: `one ${'word '.repeat(12)}` })).toHaveLength(2);
    expect(rows(log({ level: 'info', data: 'a\r\nb\tc' }))).toEqual(['a', 'b   c']);
  });

  it('has JSON a value a row, and the message where there is no data', () => {
    expect(rows(log({ level: 'info', data: { a: 1, b: [] } }))).toEqual([
      ...['▾ {', '    "a": 1,', '    "b": []', '  }'],
    ]);
    expect(rows(log({ level: 'info' })).join('\n')).toContain('"params": {');
  });

  it('tells what is wrong with it', () => {
    expect(rows(log({ level: 'loud', data: 'a' })).join('\n')).toMatch(/! .*loud/);
  });

  it('hides secrets until they are asked for', () => {
    const mask = (text: string) => text.replaceAll('s3cret', '[redacted]');
    for (const step of [{ stderr: 's3cret' }, log({ level: 'info', data: 's3cret' })] as const) {
      expect(rows(step, { mask }).join('\n')).toContain('[redacted]');
      expect(rows(step, { mask }, true).join('\n')).toContain('s3cret');
    }
    expect(rows(log({ level: 'info', data: { password: 'x' } })).join('\n')).toContain('"[redacted]"');
  });

  it('is nothing beyond the log', () => {
    expect(outputSheet(told(...START).host, 99, false)).toBeUndefined();
  });
});
