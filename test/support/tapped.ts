/** What a client sends that has not read what the server offers, and an answer that the server gets wrong. */
const MISTAKES: readonly (readonly [dir: 'c2s' | 's2c', message: object])[] = [
  ['c2s', { jsonrpc: '2.0', id: null, method: 'tools/list' }],
  ['c2s', { jsonrpc: '2.0', id: 20, method: 'tasks/list', params: {} }],
  ['c2s', { jsonrpc: '2.0', id: 21, method: 'tools/call', params: { name: 'say-hello', arguments: {} } }],
  ['s2c', { jsonrpc: '2.0', id: 21, result: { content: [{ type: 'txt', text: 'Good evening.' }] } }],
];

/** A recording of this program as a tap would have recorded it: another client speaks, and makes mistakes at its end. */
export function tapped(session: string): string {
  const lines = session
    .replaceAll(/"by":"(?:auto|user|server)",/g, '')
    .replace(
      '"clientInfo":{"name":"mcp-loupe","version":"0.1.0"}',
      '"clientInfo":{"name":"curious-client","version":"2.1.0","title":"Curious Client"}',
    )
    .trimEnd()
    .split('\n');
  // The last two tell how the process ended.
  const kept = lines.slice(0, -2);
  const added = MISTAKES.map(([dir, msg], at) => {
    const seq = kept.length + at;
    const n = JSON.stringify(msg).length;
    return JSON.stringify({ type: 'frame', seq, t: seq * 40, conn: 1, session: 0, dir, n, msg });
  });
  return [...kept, ...added, ''].join('\n');
}
