import { expect, it } from 'vitest';
import { piecesOf } from '../../src/cli/logs/pieces.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

it('a file has the same pieces, in whatever chunks it comes', async () => {
  const lines = Array.from({ length: 60_000 }, (_, at) => `line ${at} ${'é'.repeat(at % 40)}\n`);
  const file = Buffer.from(lines.join(''));
  const piecesIn = async (size: number): Promise<readonly (readonly [number, number])[]> => {
    const pieces: (readonly [number, number])[] = [];
    let text = '';
    for await (const piece of piecesOf(inChunks(file, size), 'x')) {
      pieces.push([piece.number, piece.bytes.length]);
      text += piece.text;
    }
    expect(text).toBe(lines.join(''));
    return pieces;
  };
  const whole = await piecesIn(file.length);
  expect(whole.length).toBeGreaterThan(2);
  for (const size of [65_536, 99_991, 1_048_576, 3_000_017]) expect(await piecesIn(size)).toEqual(whole);
});
