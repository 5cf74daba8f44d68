import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conversationIn } from '../../../src/replay/conversation.ts';
import { createMock } from '../../../src/replay/mock/mock.ts';
import { readRecordedLog } from '../../../src/replay/recorded-log.ts';
import type { FrameEntry } from '../../../src/session/frame.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const files = ['', 'loop/recordings'].flatMap((folder) =>
  readdirSync(join(FIXTURES, folder)).flatMap((name) =>
    name.endsWith('.mcp.jsonl') ? [join(folder, name)] : [],
  ),
);

/** What is said in a message of the server, whichever ids it has for its own requests and tasks. */
function withoutOwnIds(text: string): unknown {
  const message = JSON.parse(text.replace(/"taskId":"[^"]*"/g, '"taskId":"T"'));
  return message.method !== undefined && 'id' in message ? { ...message, id: 'own' } : message;
}

const key = (message: unknown): string => JSON.stringify(message);

it.each(files)('who says all that was said in %s is told all that was told then', async (file) => {
  const log = await readRecordedLog(join(FIXTURES, file));
  const came: string[] = [];
  const mock = createMock(conversationIn(log), {
    ...{ ignore: [], repeat: 'never', allowRedacted: true, newId: () => 'mine', tell: () => {} },
    // Nothing is passed over where the pauses are kept.
    pause: async () => {},
  });
  const session = mock.session({ send: (text) => void came.push(text) });
  const frames = Array.from({ length: log.traffic.length }, (_, at) => log.entry(log.traffic.at(at))).filter(
    (entry): entry is FrameEntry => entry?.type === 'frame',
  );
  const questions = (): string[] =>
    came.flatMap((text) => JSON.parse(text)).flatMap(({ id, method }) => (method && id ? [id] : []));
  let answered = 0;
  for (const { msg } of frames.filter(({ dir }) => dir === 'c2s')) {
    const message = JSON.parse(msg.replace(/"taskId":"[^"]*"/g, '"taskId":"mine"'));
    const isAnswer = message.method === undefined;
    session.receive(JSON.stringify(isAnswer ? { ...message, id: questions()[answered] } : message));
    if (isAnswer) answered += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const told = frames.flatMap(({ dir, msg }) => (dir === 's2c' ? [msg] : []));
  // What was asked side by side is answered at once, one after the other.
  const inOrder = (texts: readonly string[]) =>
    texts.map(withoutOwnIds).sort((a, b) => (key(a) < key(b) ? -1 : 1));
  expect(inOrder(came)).toEqual(inOrder(told));
  expect(mock.table()).toEqual([]);
});
