import { describe, expect, it } from 'vitest';
import { shown } from './log.ts';

const request = (id: unknown, method: string, params = {}) => ({ jsonrpc: '2.0', id, method, params });
const notification = (method: string, params = {}) => ({ jsonrpc: '2.0', method, params });
const result = (id: unknown, of: object = {}) => ({ jsonrpc: '2.0', id, result: of });
const error = (id: unknown) => ({ jsonrpc: '2.0', id, error: { code: 1, message: 'x' } });

const CALL = request(1, 'tools/call', { name: 'a' });
const ASKED = request(1, 'elicitation/create');
const ANSWER = result(1, { content: [] });
const REPLY = result(1, { action: 'accept' });

/** Messages, and which way they went. */
const CASES: readonly (readonly [name: string, way: string, messages: readonly object[]])[] = [
  ['by its method', '><><', [CALL, ASKED, notification('notifications/initialized'), notification('notifications/message')]],
  ['by the request that it answers', '><><', [CALL, ANSWER, request(2, 'x/y'), error(2)]],
  ['by what it holds, where both use an id', '><><', [CALL, ASKED, REPLY, ANSWER]],
  ['by what it holds, whichever comes first', '><<>', [CALL, ASKED, ANSWER, REPLY]],
  ['of an empty answer to a ping of both', '><><', [CALL, request(1, 'ping'), result(1), ANSWER]],
  ['with ids of two types', '><><', [request('1', 'tools/list'), result('1', { tools: [] }), request(1, 'tools/list'), result(1, { tools: [] })]],
  ['with an id of another type', '><', [request(1, 'tools/list'), result('1', { tools: [] })]],
  ['of a cancellation', '><><', [CALL, request('s', 'roots/list'), notification('notifications/cancelled', { requestId: 1 }), notification('notifications/cancelled', { requestId: 's' })]],
  ['of progress', '><><', [CALL, { ...ASKED, id: 9, params: { _meta: { progressToken: 't' } } }, notification('notifications/progress', { progressToken: 't' }), notification('notifications/progress', { progressToken: 1 })]],
  ['of the server alone, where messages are missing', 'l<<<<<', [result(0, { protocolVersion: 'x' }), ASKED, ANSWER, request(2, 'ping'), error(3)]],
  ['of the client alone', '>>>>', [CALL, request(2, 'tools/list'), REPLY, notification('notifications/cancelled', { requestId: 2 })]],
]; // biome-ignore format: a line each

describe('which way a message went', () => {
  it.each(CASES)('is told %s', (_, way, messages) => {
    const log = messages.map((message) => JSON.stringify(message)).join('\n');
    expect(
      shown('log.jsonl', log)
        .map((line) => line[0])
        .join(''),
    ).toBe(way);
  });

  it('is told by what stands before it, where that agrees with the methods', () => {
    const led = (marks: readonly string[]) =>
      [CALL, ANSWER, request(2, 'ping'), request(2, 'ping'), notification('x/y')]
        .map((message, at) => `${at}0 ${marks[at]} ${JSON.stringify(message)}`)
        .join('\n');
    const ways = (marks: readonly string[]) =>
      shown('log.txt', led(marks))
        .map((line) => line[0])
        .join('');
    expect(ways(['-->', '<--', '<--', '-->', '-->'])).toBe('><<>>');
    expect(ways(['recv', 'send', 'recv', 'send', 'send'])).toBe('><><<');
    expect(ways(['at', 'at', 'at', 'at', 'at'])).toBe('><><<');
  });
});
