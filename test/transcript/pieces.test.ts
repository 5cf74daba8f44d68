import { describe, expect, it } from 'vitest';
import { createPieces } from '../../src/transcript/pieces.ts';

/** Lines of a file, with their places in bytes. */
function fileOf(lines: readonly string[]) {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  let reads = 0;
  let offset = 0;
  const places = lines.map((line) => {
    const length = Buffer.byteLength(line);
    offset += length + 1;
    return { line, offset: offset - length - 1, length };
  });
  const pieces = createPieces((from, length) => {
    reads += 1;
    return bytes.subarray(from, from + length);
  });
  return { pieces, places, reads: () => reads };
}

describe('pieces of a file', () => {
  it.each([
    ['a word', 'the Needle', 'needle', true],
    ['another one', 'the Noodle', 'needle', false],
    ['a word at the very end', 'a needle', 'needle', true],
    ['no more than a line', 'a need', 'needle', false],
    ['a letter beyond ASCII that is an s in small letters', 'neſt', 'nest', true],
    ['one that is a k', 'as\u212a', 'ask', true],
    ['words beside letters beyond ASCII', 'ÀÉ needle ÑÜ', 'needle', true],
    ['JSON', '{"a":"\\"x\\""}', '"a":"\\"x', true],
  ])('may hold %s', (_, line, word, may) => {
    const { pieces, places } = fileOf(['le', line, 'needle nest ask {"a":"\\"x"}']);
    const { offset, length } = places[1]!;
    expect(pieces.mayHold(offset, length, word)).toBe(may);
  });

  it('are read a few times, however many lines they have, forward and backward', () => {
    const { pieces, places, reads } = fileOf(
      Array.from(
        { length: 20_000 },
        (_, at) => `line ${at} ${at % 7 === 0 ? 'SEVEN' : 'no'} ${'x'.repeat(20)}`,
      ),
    );
    const found = places.filter(({ offset, length }) => pieces.mayHold(offset, length, 'seven'));
    expect(found.map(({ line }) => line)).toEqual(
      places.map(({ line }) => line).filter((line) => line.includes('SEVEN')),
    );
    expect(places.every(({ line, offset, length }) => pieces.text(offset, length) === line)).toBe(true);
    expect(reads()).toBeLessThan(10);
    expect(pieces.mayHold(places[7]!.offset, places[7]!.length, 'seven')).toBe(true);
    expect(pieces.mayHold(places[6]!.offset, places[6]!.length, 'seven')).toBe(false);
  });

  it('leave what is longer than one of them to whoever asks', () => {
    const { pieces, places } = fileOf(['x'.repeat(1_000_000), 'y']);
    expect(pieces.mayHold(places[0]!.offset, 1_000_000, 'y')).toBe(true);
    expect(pieces.text(places[0]!.offset, 1_000_000)).toHaveLength(1_000_000);
    expect(pieces.text(places[1]!.offset, 1)).toBe('y');
    expect(pieces.text(places[1]!.offset, 9)).toBeUndefined();
  });

  it('go on where a file has grown', () => {
    let file = Buffer.from('one\n');
    const pieces = createPieces((from, length) => file.subarray(from, from + length));
    expect(pieces.mayHold(0, 3, 'two')).toBe(false);
    file = Buffer.concat([file, Buffer.from('two\n')]);
    expect(pieces.mayHold(4, 3, 'two')).toBe(true);
    expect(pieces.text(4, 3)).toBe('two');
  });
});
