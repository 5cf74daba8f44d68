import { expect, it } from 'vitest';
import { startAdvice } from '../../src/session/start-failure.ts';

const advice = (...[command = '', ...args]: string[]): string =>
  startAdvice({
    ...{ transport: 'stdio', command, args, cwd: '/' },
    ...{ env: {}, given: [], beyondClient: [] },
  });

it.each([
  ['docker run --rm mcp/fetch', ' — docker run closes stdin without -i: add it'],
  ['docker run --rm --init mcp/fetch', ' — docker run closes stdin without -i: add it'],
  ['/usr/bin/podman container run img', ' — podman run closes stdin without -i: add it'],
  ['docker exec box node server.js', ' — docker exec closes stdin without -i: add it'],
  ['kubectl exec pod -- node server.js', ' — kubectl exec closes stdin without -i: add it'],
  ['docker run -i --rm mcp/fetch', ''],
  ['docker run --rm -it mcp/fetch', ''],
  ['docker run --interactive mcp/fetch', ''],
  ['kubectl exec --stdin pod -- node', ''],
  ['docker ps', ''],
  ['node run exec', ''],
])('%s', (line, said) => {
  expect(advice(...line.split(' '))).toBe(said);
});
