import { describe, expect, it } from 'vitest';
import { readEvents } from '../../src/transport/events.ts';

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
