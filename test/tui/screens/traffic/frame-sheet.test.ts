import { beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../../src/host/host.ts';
import { loadRules } from '../../../../src/tui/kit/sheet/finding.ts';
import { frameSheet } from '../../../../src/tui/screens/traffic/frame-sheet.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';
import { first, seen } from '../../kit/sheet/looking.ts';

function rows(host: Host, seq: number, raw = false): readonly string[] {
  const sheet = frameSheet(host, seq, { raw, revealed: false });
  return sheet === undefined ? [] : seen(first(sheet), { cells: 110, height: 40 }).map((row) => row.slice(2));
}

const having = (...steps: readonly Step[]): Host => told(...handshake({}), ...steps).host;

const CALL: Step = ['c2s', { id: 7, method: 'tools/call', params: { name: 'x' } }];

beforeAll(loadRules);

describe('a line of the traffic', () => {
  it('tells what is known of a request and its response', () => {
    const host = having(CALL, ['s2c', { id: 7, result: {} }]);
    expect(rows(host, 5)).toEqual([
      '00:00:00.500, client to server, 68 B, sent by you, answered by #6',
      '',
      ...['▾ {', '    "jsonrpc": "2.0",', '    "id": 7,', '    "method": "tools/call",'],
      ...['  ▾ "params": {', '      "name": "x"', '    }', '  }'],
    ]);
    expect(rows(host, 6)[0]).toBe('00:00:00.600, server to client, 36 B, answers #5 after 100 ms');
  });

  it('shows it as it crossed the wire', () => {
    expect(rows(having(CALL), 5, true).at(-1)).toBe(
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x"}}',
    );
  });

  it('tells what was found, and what to do', () => {
    const found = rows(having(['s2c', { id: 99, result: {} }]), 5);
    expect(found[2]).toMatch(/^! /);
    expect(found[4]).toMatch(/^ {2}id\/unknown/);
  });

  it('shows a line that is no message, and why', () => {
    const shown = rows(having({ invalid: 'Loading\u0007 config…' }), 5);
    expect(shown[0]).toContain('server to client');
    expect(shown.slice(-3)).toEqual(['not JSON', '', 'Loading<BEL> config…']);
  });

  it.each([
    [{ event: 'exit', code: 0 }, ['exit', 'exit code 0']],
    [{ event: 'spawn', pid: 99 }, ['spawn, process 99']],
    [{ event: 'timeout', re: 5, detail: 'within 2 s' }, ['timeout', 'request #5', 'within 2 s']],
  ] satisfies [Step, string[]][])('tells of the life of the connection: %o', (life, expected) => {
    expect(rows(having(CALL, life), 6).slice(-expected.length)).toEqual(expected);
  });

  it('shows a line of stderr', () => {
    expect(rows(having({ stderr: 'oops' }), 5).at(-1)).toBe('oops');
  });

  it('lists what belongs together, however much that is, and where its end is', () => {
    const tick = (progress: number): Step => [
      's2c',
      { method: 'notifications/progress', params: { progressToken: 't', progress, total: 9 } },
    ];
    const other: Step = ['s2c', { method: 'notifications/message', params: { level: 'info' } }];
    const call: Step = [
      'c2s',
      { id: 7, method: 'tools/call', params: { name: 'x', _meta: { progressToken: 't' } } },
    ];
    const ticks = [1, 2, 3, 4, 5, 6, 7].map(tick);
    const listed = (host: Host, seq: number) => {
      const all = rows(host, seq);
      return all.slice(all.indexOf('exchange of #5'));
    };
    const session = told(...handshake({}), call, other, ...ticks);
    expect(listed(session.host, 11)).toEqual([
      'exchange of #5',
      '  #5  tools/call  x',
      ...[1, 2, 3, 4].map((n) => `  #${6 + n}  notifications/progress  ${n}  9`),
      '* #11  notifications/progress  5  9',
      '  #12  notifications/progress  6  9',
      '  …',
    ]);
    session.tell(['s2c', { id: 7, result: {} }]);
    expect(listed(session.host, 7).slice(-3)).toEqual([
      '  #10  notifications/progress  4  9',
      '  …',
      '  #14  result  900 ms',
    ]);
    expect(rows(session.host, 12)[0]).toMatch(/belongs to #5$/);
    expect(rows(session.host, 14)[0]).not.toContain('belongs');
    expect(rows(session.host, 6).join()).not.toContain('exchange');
  });

  it('keeps how it was looked at when its answer comes', () => {
    const session = told(...handshake({}), CALL);
    const before = frameSheet(session.host, 5, { raw: false, revealed: false });
    session.tell(['s2c', { id: 7, result: {} }]);
    const now = frameSheet(session.host, 5, { raw: false, revealed: false });
    expect(now).not.toBe(before);
    expect(now?.key).toBe(before?.key);
  });

  it('is nothing beyond the log', () => {
    expect(frameSheet(having(), 99, { raw: false, revealed: false })).toBeUndefined();
  });
});
