import { expect, it } from 'vitest';
import { missingVariable, startAdvice } from '../../src/session/start-failure.ts';

it.each([
  ['Error: API_KEY environment variable is required', 'API_KEY'],
  ['GITHUB_PERSONAL_ACCESS_TOKEN is not set', 'GITHUB_PERSONAL_ACCESS_TOKEN'],
  ['Missing required environment variable: BRAVE_API_KEY', 'BRAVE_API_KEY'],
  [
    'Error: Please set the SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables; required',
    'SLACK_BOT_TOKEN',
  ],
  ['throw new Error("NOTION_TOKEN must be provided")', 'NOTION_TOKEN'],
  ['environment variable DATABASE_URL not found', 'DATABASE_URL'],
  ['missing env var TOKEN', 'TOKEN'],
  ['Error: Cannot find module "x": ERR_MODULE_NOT_FOUND is not defined', undefined],
  ['ERROR is not defined', undefined],
  ['listening on PORT 3000', undefined],
  ['the file was not found', undefined],
])('finds in %j %s', (line, name) => {
  expect(missingVariable(['starting', line])).toBe(name);
});

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
