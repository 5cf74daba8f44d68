import { expect, it } from 'vitest';
import { calling, mockOf, opening } from '../../support/mocked.ts';

const PROGRESS =
  '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}';
const CANCELLED = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}';

/** A mock of a call that took 20 ms, with progress in the middle of it; `pass` ends the wait that is on. */
async function slow() {
  const waits: number[] = [];
  const due: (() => void)[] = [];
  const client = await mockOf(
    [
      ...opening(),
      `> ${calling(1, 'dig', {}, { _meta: { progressToken: 'p' } })}`,
      `< ${PROGRESS}`,
      '< {"jsonrpc":"2.0","id":1,"result":{"content":[]}}',
    ],
    {
      pause(ms) {
        waits.push(ms);
        return new Promise((resolve) => due.push(resolve));
      },
    },
  );
  const pass = () => {
    due.shift()?.();
    return client.later();
  };
  return { client, waits, pass };
}

const ASKED = calling(9, 'dig', {}, { _meta: { progressToken: 'mine' } });

it('waits between what a server sent as long as that did', async () => {
  const { client, waits, pass } = await slow();
  expect(client.say(ASKED)).toEqual([]);
  expect(await pass()).toEqual([PROGRESS.replace('"p"', '"mine"')]);
  expect(await pass()).toEqual(['{"jsonrpc":"2.0","id":9,"result":{"content":[]}}']);
  expect(waits).toEqual([10, 10]);
});

it('sends nothing more of what was cancelled meanwhile', async () => {
  const { client, pass } = await slow();
  client.say(ASKED);
  await pass();
  expect(client.say(CANCELLED)).toEqual([]);
  expect(await pass()).toEqual([]);
});

it('keeps others waiting no longer for it', async () => {
  const { client } = await slow();
  client.say(ASKED);
  expect(client.say('{"jsonrpc":"2.0","id":10,"method":"ping"}')).toEqual([
    '{"jsonrpc":"2.0","id":10,"result":{}}',
  ]);
});
