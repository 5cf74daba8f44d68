import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { openRecorded, type RecordedHost } from '../../src/host/recorded.ts';
import { conversationIn } from '../../src/replay/conversation.ts';

const opened: RecordedHost[] = [];
afterEach(async () => {
  for (const host of opened.splice(0)) await host.close();
});

const read = async (name: string) => {
  const host = await openRecorded(new URL(`../fixtures/${name}`, import.meta.url).pathname, systemClock);
  opened.push(host);
  await host.whole;
  return conversationIn(host.log);
};

it('puts every request together with its end and what came in between', async () => {
  const { requests } = await read('session.mcp.jsonl');
  expect(
    requests.map(({ line, end, within }) => [line.method, end.kind, within.map((one) => one.method)]),
  ).toMatchSnapshot();
});
