import { expect, it } from 'vitest';
import { missingVariable } from '../../src/session/missing-variable.ts';

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
