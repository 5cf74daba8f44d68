import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Conversation, conversationIn } from '../../../src/replay/conversation.ts';
import { readRecordedLog } from '../../../src/replay/recorded-log.ts';
import { calling, mockOf } from '../../support/mocked.ts';

/** Recordings of servers that make a mock hard. */
const RECORDINGS = new URL('../../fixtures/loop/recordings/', import.meta.url);

const read = async (name: string): Promise<Conversation> => {
  const path = fileURLToPath(new URL(`${name}.build1.mcp.jsonl`, RECORDINGS));
  return conversationIn(await readRecordedLog(path));
};

const textOf = (message = ''): string => JSON.parse(message).result.content[0].text;

describe('recordings of servers that make a mock hard', () => {
  it.each(['random-ids', 'inner-id', 'json-in-text', 'slow', 'counter'])(
    '%s: calls are answered in order, to the byte but for the id',
    async (name) => {
      const recorded = await read(name);
      const client = await mockOf(recorded);
      const calls = recorded.requests.filter(({ line }) => line.method === 'tools/call');
      for (const { line, end } of calls) {
        const answer = end.kind === 'answered' ? end.line.msg : '';
        const own = line.msg.replace(/"id":\d+,"method"/, '"id":"own","method"');
        expect(client.say(own)).toEqual([answer.replace(/"id":\d+/, '"id":"own"')]);
      }
      expect([calls.length > 0, client.table()]).toEqual([true, []]);
    },
  );

  it('counter: the fourth call is the last again, or a miss', async () => {
    const recorded = await read('counter');
    for (const repeat of ['last', 'never'] as const) {
      const client = await mockOf(recorded, { repeat });
      const counts = [1, 2, 3].flatMap((id) => client.say(calling(id, 'hits'))).map(textOf);
      expect(counts.map((text) => JSON.parse(text).count)).toEqual([1, 2, 1]);
      const [fourth = ''] = client.say(calling(4, 'hits'));
      if (repeat === 'last') expect(JSON.parse(textOf(fourth)).count).toBe(1);
      else expect(fourth).toContain('was made 3 times in the recording');
    }
  });

  it('random-ids: what was not called is a miss, which names the closest', async () => {
    const client = await mockOf(await read('random-ids'));
    const { error } = JSON.parse(client.say(calling(1, 'get_order', { id: 3 }))[0] ?? '');
    expect(error.data.miss).toMatchObject({
      closest: {
        call: 'get_order {"id":1}',
        differences: [{ pointer: '/params/arguments/id', recorded: 1, asked: 3 }],
      },
    });
  });

  it('progress: to who asks for it, before the result, the log line in its place', async () => {
    const client = await mockOf(await read('progress'));
    const asked = calling(1, 'index', { folder: 'docs' }, { _meta: { progressToken: 77 } });
    const came = client.say(asked).map((text) => JSON.parse(text));
    expect(came.map(({ method, params }) => method && [method, params.progressToken])).toEqual([
      ['notifications/progress', 77],
      ['notifications/message', undefined],
      ['notifications/progress', 77],
      undefined,
    ]);
    const others = client.say(calling(2, 'index', { folder: 'src' })).map((text) => JSON.parse(text).method);
    expect(others).toEqual(['notifications/message', undefined]);
  });
});
