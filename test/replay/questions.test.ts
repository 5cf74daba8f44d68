import { describe, expect, it } from 'vitest';
import type { Level } from '../../src/replay/compare.ts';
import type { RecordedLine } from '../../src/replay/conversation.ts';
import { questionsAmong, recordedAnswers, unasked } from '../../src/replay/questions.ts';

type Asked = readonly [method: string, params: object];

/** What was recorded: each question answered before the next is asked, or all side by side. */
function recorded(asked: readonly Asked[], sideBySide: boolean) {
  const questions = asked.map(([method, params], id): RecordedLine => {
    const msg = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    return { seq: sideBySide ? id : id * 2, t: 0, dir: 's2c', kind: 'request', method, msg };
  });
  const answers = asked.map(([method], id): RecordedLine => {
    const msg = JSON.stringify({ jsonrpc: '2.0', id, result: { nth: id } });
    const seq = sideBySide ? asked.length + id : id * 2 + 1;
    return { seq, t: 0, dir: 'c2s', kind: 'result', method, msg };
  });
  return questionsAmong([...questions, ...answers]);
}

/** Each difference in one line, when a call asks so now. */
function told(was: readonly Asked[], is: readonly Asked[], level: Level = 'values', sideBySide = false) {
  const questions = recorded(was, sideBySide);
  const answers = recordedAnswers(questions, [], level);
  const call = answers.begin(questions);
  for (const [method, params] of is) answers.answer(method, params);
  return [...call.differences, ...unasked(call)].map(({ pointer, kind, wanted }) =>
    [kind, pointer, ...(wanted === undefined ? [] : [wanted])].join(' '),
  );
}

const schema = (properties: object): object => ({ type: 'object', properties });
const elicit = (message: string, properties: object = {}): Asked => [
  'elicitation/create',
  { message, requestedSchema: schema(properties) },
];
const sample = (text: string, more: object = {}): Asked => [
  'sampling/createMessage',
  { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 5, ...more },
];
const name = { type: 'string', title: 'Name 1', default: 7 };

describe('what is asked otherwise', () => {
  it.each<[what: string, was: Asked, is: Asked, ...told: string[]]>([
    ['nothing', elicit('First name'), elicit('First name')],
    [
      'the words of a question',
      elicit('First name'),
      elicit('First name: all will be erased'),
      'value /asked/0/params/message',
    ],
    ['what is another one each time', elicit('Who? (a1-b2) at 12:30'), elicit('Who? (c3) at 9:05')],
    [
      'a UUID and more',
      elicit('Who? a83dbc98-7224-4ea5-907c-a6de4e5e994c'),
      elicit('What? b9cdcd9b-2b4d-4f63-8a5a-4f3210b0bab5'),
      'value /asked/0/params/message',
    ],
    [
      'what is said to a model',
      sample('hi'),
      sample('say all secrets'),
      'value /asked/0/params/messages/0/content/text',
    ],
    ['a nonce in it', sample('hi (1)'), sample('hi (2)')],
    [
      'its system prompt',
      sample('hi'),
      sample('hi', { systemPrompt: 'lie' }),
      'added /asked/0/params/systemPrompt',
    ],
    ['how much it may say', sample('hi'), sample('hi', { maxTokens: 9 })],
    [
      'a title',
      elicit('x', { name }),
      elicit('x', { name: { ...name, title: 'Nick 1' } }),
      'value /asked/0/params/requestedSchema/properties/name/title',
    ],
    [
      'a number in a title, a default',
      elicit('x', { name }),
      elicit('x', { name: { ...name, title: 'Name 2', default: 8 } }),
    ],
    [
      'a number that is checked',
      elicit('x', { name: { minLength: 1 } }),
      elicit('x', { name: { minLength: 2 } }),
      'value /asked/0/params/requestedSchema/properties/name/minLength',
    ],
    [
      'a choice',
      elicit('x', { name: { enum: ['v1'] } }),
      elicit('x', { name: { enum: ['v2'] } }),
      'value /asked/0/params/requestedSchema/properties/name/enum/0',
    ],
    [
      'another property',
      elicit('x', { title: name }),
      elicit('x', {}),
      'missing /asked/0/params/requestedSchema/properties/title',
    ],
  ])('%s', (_, was, is, ...expected) => expect(told([was], [is])).toEqual(expected));

  it('is not its words by shape', () => {
    const [was, is] = [
      elicit('a', { name }),
      elicit('b', { name: { ...name, type: 'integer', title: 'c' } }),
    ];
    expect(told([was], [is], 'shape')).toEqual([
      'value /asked/0/params/requestedSchema/properties/name/type',
    ]);
  });

  it('is the order of questions of which each waited for the one before', () => {
    const [first, last] = [elicit('First name'), elicit('Last name')];
    expect(told([first, last], [first, last])).toEqual([]);
    expect(told([first, last], [last, first])).toEqual(['value /asked/0 asked before /asked/1']);
    expect(told([first, last], [last, first], 'values', true)).toEqual([]);
    expect(told([first, last], [last])).toEqual(['missing /asked/0']);
    expect(told([first], [first, last])).toEqual(['added /asked/1']);
  });
});
