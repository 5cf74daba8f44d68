import { describe, expect, it } from 'vitest';
import { createEventStream, readEvents, type StreamEvent } from '../../src/transport/event-stream.ts';

/** The events of a stream that comes in chunks of so many bytes. */
function read(text: string, size = text.length, limit?: number): readonly StreamEvent[] {
  const events: StreamEvent[] = [];
  const stream = createEventStream((event) => events.push(event), limit);
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) stream.push(bytes.subarray(from, from + size));
  stream.end();
  return events;
}

const STREAMS: readonly (readonly [what: string, text: string, events: readonly StreamEvent[]])[] = [
  ['nothing', '', []],
  ['data', 'data: a\n\n', [{ fields: {}, data: 'a' }]],
  ['data without a space', 'data:a\n\n', [{ fields: {}, data: 'a' }]],
  ['two lines of data', 'data: a\ndata: b\n\n', [{ fields: {}, data: 'a\nb' }]],
  ['all fields', 'id: 1\nevent: e\ndata: a\n\n', [{ fields: { id: '1', event: 'e' }, data: 'a' }]],
  ['an empty first event', 'id: 1\ndata:\n\n', [{ fields: { id: '1' }, data: '' }]],
  ['a comment', ': hello\n\n', [{ fields: { comment: 'hello' } }]],
  ['a retry time', 'retry: 100\n\n', [{ fields: { retry: 100 } }]],
  ['a byte order mark', '\ufeffdata: a\n\n', [{ fields: {}, data: 'a' }]],
  ['beyond ASCII', 'data: 日本 👩‍👧 ü\n\n', [{ fields: {}, data: '日本 👩‍👧 ü' }]],
  [
    'two events',
    'data: a\n\ndata: b\n\n',
    [
      { fields: {}, data: 'a' },
      { fields: {}, data: 'b' },
    ],
  ],
  [
    'an event without its end',
    'data: a\n\nid: 2\ndata: b',
    [
      { fields: {}, data: 'a' },
      { fields: { id: '2' }, data: 'b', cut: true },
    ],
  ],
  ['what is no field', '{"a":1}\n', [{ fields: {}, stray: '{"a":1}' }]],
  [
    'what is no field, before an event',
    'foo: bar\nbaz\ndata: a\n\n',
    [{ fields: {}, data: 'a', stray: 'foo: bar\nbaz' }],
  ],
  [
    'what is no field, after an event',
    'data: a\n\nfoo',
    [
      { fields: {}, data: 'a' },
      { fields: {}, stray: 'foo' },
    ],
  ],
  ['an event without its last line break', 'data: a\n', [{ fields: {}, data: 'a', cut: true }]],
];

describe('an event stream', () => {
  const ends = [
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ] as const;
  const cases = ends.flatMap(([name, end]) => [1, 2, 3, 7, 1000].map((size) => [name, size, end] as const));
  it.each(cases)('with %s in chunks of %i', (_, size, end) => {
    for (const [what, text, events] of STREAMS) {
      expect(read(text.replaceAll('\n', end), size), what).toEqual(events);
    }
  });

  it.each(ends)('with %s hands an event over as soon as it is whole', (_, end) => {
    const events: StreamEvent[] = [];
    const stream = createEventStream((event) => events.push(event));
    stream.push(Buffer.from(`data: a${end}${end}`));
    expect(events).toEqual([{ fields: {}, data: 'a' }]);
    stream.push(Buffer.from(`data: b${end}${end}`));
    expect(events).toHaveLength(2);
  });

  it('drops an event that is too long, says so, and goes on', () => {
    const text = `data: ${'x'.repeat(2_000)}\n\ndata: a\n\n`;
    const events = read(text, 100, 1_000);
    expect(events.filter(({ tooLong }) => tooLong === 1_000).length).toBeGreaterThan(0);
    expect(events.at(-1)).toEqual({ fields: {}, data: 'a' });
  });
});

const end = (text: string) =>
  readEvents(
    { x: 1, isOver: () => false },
    { read: async (onChunk) => onChunk(Buffer.from(text)) },
    () => {},
  );

describe('the end of an event stream', () => {
  it.each([
    ['data: a\n\n', { events: 1 }],
    [': comment\n\n', { events: 0 }],
    ['id: 7\nretry: 2000\ndata:\n\n', { events: 1, lastId: '7', retry: 2000 }],
    ['id: 7\nretry: 0\ndata:\n\n', { events: 1, lastId: '7', retry: 100 }],
    ['retry: soon\ndata: a\n\n', { events: 1 }],
  ])('%j', async (text, expected) => {
    expect(await end(text)).toEqual(expected);
  });
});
