import { describe, expect, it } from 'vitest';
import { converse, handshake, type Step } from '../support/conversation.ts';

const OPEN = handshake({ tools: {}, logging: {} }, {}, { sampling: {} });
const CALL: Step = ['c2s', { id: 2, method: 'tools/call', params: { name: 'a' } }];
const both = (steps: readonly Step[]) => converse(steps, undefined, 'both').state;

describe('what the sides use of one another', () => {
  it('is noted where another client drives the session, by the first message', () => {
    const { uses, phase } = both([
      ...OPEN,
      CALL,
      ['s2c', { method: 'notifications/message', params: { level: 'info', data: 1 } }],
      ['s2c', { id: 1, method: 'sampling/createMessage', params: {} }],
      ['c2s', { id: 3, method: 'tools/list' }],
      ['c2s', { method: 'notifications/roots/list_changed' }],
    ]);
    expect(uses).toEqual({ server: { tools: 5, logging: 6 }, client: { sampling: 7, roots: 9 } });
    expect(phase).toBe('ready');
  });

  it('is not noted of this program', () => {
    const { uses, phase } = converse([...OPEN, CALL]).state;
    expect(uses).toBeUndefined();
    expect(phase).toBe('connecting');
  });

  it('has what a server asks within results, and extensions together', () => {
    const { uses } = both([
      ...OPEN,
      CALL,
      [
        's2c',
        { id: 2, result: { resultType: 'input_required', inputRequests: { a: { method: 'roots/list' } } } },
      ],
      ['c2s', { id: 3, method: 'skills/list' }],
    ]);
    expect(uses).toEqual({ server: { tools: 5, extensions: 8 }, client: { roots: 6 } });
  });

  it('outlives the process of the server', () => {
    const { uses } = both([...OPEN, CALL, { event: 'exit', code: 1 }, { event: 'spawn', pid: 2 }]);
    expect(uses?.server).toEqual({ tools: 5 });
  });
});
