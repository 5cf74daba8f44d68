import { describe, expect, it } from 'vitest';
import { converse, handshake, type Step } from '../support/conversation.ts';

const said = (level: unknown): Step => [
  's2c',
  { method: 'notifications/message', params: { level, data: 'x' } },
];
const rules = (steps: readonly Step[]) => converse(steps).state.findings.map(({ rule }) => rule);

describe('the level of log messages, legacy', () => {
  const set = (id: number, level: string): Step => [
    'c2s',
    { id, method: 'logging/setLevel', params: { level } },
  ];
  const agreed = (id: number): Step => ['s2c', { id, result: {} }];
  const told = [...handshake({ logging: {} }), set(2, 'error'), agreed(2)];

  it('is the one that the server agreed to', () => {
    expect(converse(handshake({ logging: {} })).state.logging).toEqual({});
    expect(converse(told.slice(0, -1)).state.logging).toEqual({});
    expect(converse(told).state.logging).toEqual({ level: 'error' });
  });

  it('stays when another one is refused, and the refusal is told', () => {
    const refusal: Step = ['s2c', { id: 3, error: { code: -32602, message: 'no such level' } }];
    const { state } = converse([...told, set(3, 'loud'), refusal]);
    expect(state.logging).toEqual({ level: 'error', refused: '-32602 no such level' });
    expect(converse([...told, set(3, 'loud'), refusal, set(4, 'info'), agreed(4)]).state.logging).toEqual({
      level: 'info',
    });
  });

  it('begins anew with another process', () => {
    expect(converse([...told, { event: 'spawn', pid: 43 }]).state.logging).toEqual({});
    expect(converse([...told, { event: 'reconnect' }]).state.logging).toEqual({});
  });

  it.each<[string, readonly Step[], readonly string[]]>([
    ['none was told', [...handshake({ logging: {} }), said('debug')], []],
    ['the message is of it', [...told, said('error')], []],
    ['the message is above it', [...told, said('emergency')], []],
    ['the message is below it', [...told, said('warning')], ['log/below-level']],
    ['the message has no level that exists', [...told, said('loud')], ['log/level']],
    ['another one was asked for, and not agreed to yet', [...told, set(3, 'debug'), said('info')], []],
  ])('is held against messages: %s', (_, steps, expected) => {
    expect(rules(steps)).toEqual(expected);
  });

  it('says what was sent and what was told', () => {
    const { state } = converse([...told, said('info')]);
    expect(state.findings[0]?.places[0]).toMatchObject({
      message: 'the level is info, below error, which logging/setLevel asked for',
      path: '/params/level',
    });
  });
});

describe('the level of log messages, modern', () => {
  const opened: readonly Step[] = [
    { event: 'spawn', pid: 1 },
    ['c2s', { id: 1, method: 'server/discover', params: {} }],
    [
      's2c',
      { id: 1, result: { supportedVersions: ['2026-07-28'], capabilities: { logging: {} }, ...complete() } },
    ],
  ];
  const asks = (id: number, level?: string): Step => [
    'c2s',
    { id, method: 'tools/call', params: { name: 'a', _meta: level === undefined ? {} : wanted(level) } },
  ];
  const answered = (id: number): Step => ['s2c', { id, result: { content: [], resultType: 'complete' } }];

  it('is that of the newest request', () => {
    expect(converse([...opened, asks(2, 'info')]).state.logging).toEqual({ level: 'info' });
    expect(converse([...opened, asks(2, 'info'), asks(3)]).state.logging).toEqual({});
  });

  it.each<[string, readonly Step[], readonly string[]]>([
    ['no request asks for any', [asks(2), said('error')], ['modern/log']],
    ['one that runs does', [asks(2, 'info'), said('info')], []],
    ['one that runs asks for more', [asks(2, 'error'), asks(3, 'debug'), said('info')], []],
    ['all that run ask for less', [asks(2, 'error'), said('info')], ['log/below-level']],
    ['the one that did is answered', [asks(2, 'info'), answered(2), said('info')], ['modern/log']],
  ])('is held against messages: %s', (_, steps, expected) => {
    expect(rules([...opened, ...steps])).toEqual(expected);
  });
});

function wanted(level: string) {
  return { 'io.modelcontextprotocol/logLevel': level };
}

function complete() {
  const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'fake', version: '1' } };
  return { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta };
}
