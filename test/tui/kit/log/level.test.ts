import { expect, it } from 'vitest';
import type { SessionState } from '../../../../src/session/state.ts';
import { logLevelWords } from '../../../../src/tui/kit/log/level.ts';

type Logging = SessionState['logging'];

it.each<[SessionState['era'], Logging, string | undefined, string]>([
  ['legacy', {}, undefined, 'server default'],
  ['legacy', { level: 'error' }, 'error', 'error'],
  ['legacy', { level: 'error', refused: 'no' }, 'debug', 'error (another level was refused)'],
  ['modern', {}, undefined, 'none'],
  ['modern', {}, 'debug', 'debug, from the next request'],
  ['modern', { level: 'debug' }, 'debug', 'debug'],
  ['modern', { level: 'debug' }, 'none', 'none, from the next request'],
])('%s, told %j, chosen %s: %s', (era, logging, chosen, words) => {
  const announced = { capabilities: { client: {}, server: { logging: {} } }, logging };
  expect(logLevelWords({ ...announced, ...(era && { era }) }, chosen)).toBe(words);
  expect(logLevelWords({ logging, capabilities: { client: {}, server: {} } }, chosen)).toBe('');
});
