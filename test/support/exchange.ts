import type { Step } from './conversation.ts';

/** A call over HTTP with all that is told of it. */
export function exchange(
  x: number,
  status: number,
  headers: readonly (readonly [string, string])[] = [],
): readonly Step[] {
  const url = 'http://127.0.0.1:3000/mcp';
  return [
    { http: { x, phase: 'request', method: 'POST', url, headers } },
    ['c2s', { id: x + 10, method: 'tools/call', params: { name: 'echo' } }, x],
    { http: { x, phase: 'response', status, headers: [['Content-Type', 'application/json']] } },
    ['s2c', { id: x + 10, result: { content: [] } }, x],
    { http: { x, phase: 'end' } },
  ];
}
