import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { openRecorded } from '../../src/host/recorded.ts';
import { surfaceDifference } from '../../src/surface/difference.ts';
import { hasNews, newsOf } from '../../src/surface/news.ts';
import { changeWords } from '../../src/surface/words.ts';

/** The news of a recording. */
async function reopened(name: string) {
  const host = await openRecorded(
    fileURLToPath(new URL(`../fixtures/${name}.mcp.jsonl`, import.meta.url)),
    systemClock,
  );
  onTestFinished(() => host.close());
  await host.whole;
  return { state: host.store.state(), news: newsOf(host.store.state(), host.log.text) };
}

it('is what a server says and offers otherwise than in its life before', async () => {
  const { state, news } = await reopened('changed');
  expect(hasNews(state)).toBe(true);
  const changes = surfaceDifference(news.before, news.after);
  expect(changes.map((change) => `${change.name}: ${changeWords(change)}`)).toEqual(
    expect.arrayContaining([
      ': capabilities.logging {} removed',
      ': instructions changed',
      ': serverInfo.version "2.0.0", was "1.0.0"',
      'get_order: removed',
      'pay: added',
      'find: parameter id: type integer, was string',
    ]),
  );
  expect(news.before.lists.tools?.map(({ text }) => typeof text)).toEqual(['string', 'string']);
});

it('is nothing of a server that was started once', async () => {
  const { state, news } = await reopened('session');
  expect(hasNews(state)).toBe(false);
  expect(surfaceDifference(news.before, news.after)).toEqual([]);
});
